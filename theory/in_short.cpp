#include "theory/in_short.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "probe/base/human_numbers.hpp"
#include "probe/board/settle.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {
namespace {

constexpr std::size_t kNamed = 4;  // the most moves that a sentence names
constexpr std::string_view kRuleOfThumb = "rule of thumb: ";

std::string counted_of(int count, const std::string& one) {
  return counted(static_cast<std::uint64_t>(count), one);
}

// The components of the rest by what a player counts.
struct Count {
  int long_chains = 0;
  int short_chains = 0;
  int loops = 0;
  int others = 0;  // with joints, or not yet divided
};

Count count_of(const Explanation& explanation) {
  Count count;
  for (const Marked& one : explanation.components) {
    if (one.component.kind == Kind::loop) {
      ++count.loops;
    } else if (one.component.kind != Kind::chain) {
      ++count.others;
    } else {
      ++(one.length_class == "short" ? count.short_chains : count.long_chains);
    }
  }
  return count;
}

// Whether the rest has a long chain or a loop, or a part in which one can arise.
bool may_have_control(const Explanation& explanation) {
  return std::ranges::any_of(explanation.components, [](const Marked& one) {
    const Kind kind = one.component.kind;
    return kind == Kind::loop || (one.component.size() >= kLongChain &&
                                  (kind != Kind::chain || one.length_class != "short"));
  });
}

// "3 long chains and 1 loop"
std::string chains_and_loops(const Count& count) {
  const std::string chains = counted_of(count.long_chains, "long chain");
  if (count.loops == 0) return chains;
  const std::string loops = counted_of(count.loops, "loop");
  return count.long_chains == 0 ? loops : chains + " and " + loops;
}

std::string_view are(const Count& count) {
  return (count.long_chains > 0 ? count.long_chains : count.loops) == 1 ? "is" : "are";
}

// The long chains and loops, and the parity that the player to move wants unless there will be
// none.
Line chains(const Explanation& explanation) {
  const Count count = count_of(explanation);
  const bool some = count.long_chains + count.loops > 0;
  std::string words;
  if (explanation.role == Role::chooser && some && count.others == 0) {
    words =
        fmt::format("besides the boxes on offer there {} {}", are(count), chains_and_loops(count));
    return {.sentence = text(words), .tells = false};
  }
  if (explanation.stage == Stage::loony_endgame) {
    words = some && count.others == 0
                ? fmt::format("there {} {} left, and every move opens {}", are(count),
                              chains_and_loops(count),
                              count.long_chains + count.loops == 1 ? "it" : "one of them")
                : "every move offers 3 boxes or more";
    return {.sentence = text(words), .tells = false};
  }
  if (explanation.stage == Stage::short_chains && count.others == 0) {
    words =
        some ? fmt::format("there will be {}; {} first", chains_and_loops(count),
                           count.short_chains == 1 ? "the short chain goes" : "the short chains go")
             : "there are only short chains left";
    if (!some) return {.sentence = text(words), .tells = false};
  } else if (!may_have_control(explanation)) {
    words = "no long chain or loop can arise";
  } else {
    words = some ? fmt::format("there {} {} so far", are(count), chains_and_loops(count))
                 : "there is no long chain or loop so far";
  }
  if (explanation.role == Role::chooser || !may_have_control(explanation)) {
    return {.sentence = text(words), .tells = false};
  }
  return {.sentence = text("{}; {}the player to move wants {} number of {}", words, kRuleOfThumb,
                           explanation.chain_formula.wanted == 0 ? "an even" : "an odd",
                           term("long chain", "long chains")),
          .tells = false};
}

// Empty if there is nothing to say.
Sentence control(const Explanation& explanation) {
  const bool lone = explanation.components.size() == 1 &&
                    (explanation.components.front().component.kind == Kind::chain ||
                     explanation.components.front().component.kind == Kind::loop);
  const Count count = count_of(explanation);
  const bool some = count.long_chains + count.loops > 0;
  if (!may_have_control(explanation)) return {};
  const std::string_view if_any =
      some || explanation.stage == Stage::loony_endgame ? "" : ", if there will be one";
  switch (explanation.role) {
    case Role::controller:
      return text(
          "the player to move can get {}: the opponent has to open the first long chain or loop{}",
          term("control"), if_any);
    case Role::opener:
      if (explanation.stage != Stage::loony_endgame) {
        return text(
            "the opponent can get {}: the player to move has to expect to open the first long "
            "chain or loop{}",
            term("control"), if_any);
      }
      if (lone) {
        return text("the player to move has to open, and the opponent takes all boxes left");
      }
      return text(
          "the player to move has to open; the opponent can {}: take all but 2 boxes of each chain "
          "and all but 4 of each loop, so that the player to move has to open again",
          term("keep control"));
    case Role::none:
    case Role::chooser:
    case Role::unknown:
      break;
  }
  return {};
}

// Whether these are all moves that give no box away, in a position without boxes on offer.
bool all_safe(const Explanation& explanation, std::span<const int> edges) {
  const Position& position = explanation.position;
  if (explanation.settled.captured > 0) return false;
  std::size_t safe = 0;
  for (const int edge : position.open().members()) {
    Position after = position;
    after.drawn.insert(edge);
    if (settle(after).captured > 0) continue;
    if (std::ranges::find(edges, edge) == edges.end()) return false;
    ++safe;
  }
  return safe == edges.size();
}

// Names moves: "h0.0", "h0.0, h1.2 or v0.1", "any line that gives no box away", "one of the 17
// best lines".
Sentence one_of(const Explanation& explanation, std::span<const int> edges) {
  if (edges.size() > kNamed) {
    if (all_safe(explanation, edges)) return text("any line that gives no box away");
    return text("one of the {} best lines", std::to_string(edges.size()));
  }
  Sentence list;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const bool last = i + 1 == edges.size();
    add(list, text("{}{}",
                   i == 0 ? ""
                   : last ? " or "
                          : ", ",
                   edges_of(explanation.position.board, edges.subspan(i, 1))));
  }
  return list;
}

// ": h0.0 v1.2", or nothing for a longer list, which only a picture shows well.
Sentence in_order(const Board& board, const std::vector<int>& moves) {
  return moves.size() > kNamed ? Sentence{} : text(": {}", edges_of(board, moves));
}

Sentence action(const Explanation& explanation, const Advice& advice) {
  const Board& board = explanation.position.board;
  const Sentence edges = in_order(board, advice.moves);
  const int taken = advice.boxes - advice.handed_back;
  switch (advice.action) {
    case Action::open:
      return text("open {}{}", object(explanation, advice), edges);
    case Action::offer:
      return text("offer {}{}", object(explanation, advice), edges);
    case Action::take:
      return text("take {}{}",
                  advice.boxes == 1 ? "the box on offer"
                                    : fmt::format("the {} boxes on offer", advice.boxes),
                  edges);
    case Action::keep_control:
      return text("{}leave {}, so that the opponent moves first in the rest{}",
                  taken == 0 ? "" : fmt::format("take {}, ", taken),
                  std::to_string(advice.handed_back), edges);
    case Action::give_up_control:
      return text("take all {} boxes, and then move first in the rest{}",
                  std::to_string(advice.boxes), edges);
    case Action::nimstring:
      return text("{}draw {}{}",
                  may_have_control(explanation) ? text("to get {}, ", term("control")) : Sentence{},
                  one_of(explanation, advice.edges.members()),
                  advice.boxes == 0 ? "" : ", which gives away " + counted_of(advice.boxes, "box"));
  }
  return {};
}

// Returns the advice to follow, by exact values if they are known; null if there is none.
const Advice* best_advice(const Explanation& explanation, const std::optional<ExactMoves>& exact) {
  for (std::size_t i = 0; i < explanation.advice.size(); ++i) {
    const Advice& advice = explanation.advice[i];
    if (advice.after_taking) continue;
    if (exact ? exact->margins[i] == exact->value : advice.best) return &advice;
  }
  return nullptr;
}

Line what_to_do(const Explanation& explanation, const std::optional<ExactMoves>& exact) {
  Line line;
  std::vector<int> edges;
  if (const Advice* const advice = best_advice(explanation, exact)) {
    const bool certain = exact || advice->margin || advice->cost || advice->action == Action::take;
    line.sentence = text("{}{}", certain ? "" : kRuleOfThumb, action(explanation, *advice));
    edges = advice->action == Action::nimstring ? advice->edges.members() : advice->moves;
  } else if (exact && !exact->best.empty()) {
    line.sentence = text("draw {}", one_of(explanation, exact->best));
    edges = exact->best;
  }
  if (edges.size() > kNamed) line.edges = std::move(edges);  // shorter lists are in the sentence
  return line;
}

// When to leave boxes (identity A), if the theory does not know which answer is better.
Sentence when_to_leave(const Explanation& explanation) {
  for (const Advice& advice : explanation.advice) {
    if (advice.action != Action::keep_control || advice.margin) continue;
    return text(
        "leave the last {} boxes if the player who moves first in the rest loses it by more than "
        "{}; "
        "otherwise take all",
        std::to_string(advice.handed_back), std::to_string(advice.handed_back));
  }
  return {};
}

Sentence boxes_of_best_play(int left, int margin) {
  const int taken = (left + margin) / 2;
  return text("under best play the player to move takes {} of the {}",
              taken == 0      ? "none"
              : taken == left ? "all"
                              : std::to_string(taken),
              left == 1 ? "1 box left" : fmt::format("{} boxes left", left));
}

// Makes words a whole sentence, from the capital to the full stop.
void complete(Sentence& sentence) {
  std::string& first = sentence.front().words;
  first.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(first.front())));
  add(sentence, ".");
}

}  // namespace

Paragraph in_short(const Explanation& explanation, const std::optional<ExactMoves>& exact) {
  Paragraph result{.title = "in short, for the player to move", .lines = {}, .brief = true};
  const int left = explanation.chain_formula.boxes;
  if (left == 0) return result;
  const auto say = [&](Sentence sentence) {
    if (!sentence.empty()) result.lines.push_back({.sentence = std::move(sentence)});
  };
  if (!explanation.components.empty()) result.lines.push_back(chains(explanation));
  say(control(explanation));
  Line advised = what_to_do(explanation, exact);
  if (!advised.sentence.empty()) result.lines.push_back(std::move(advised));
  if (!exact) say(when_to_leave(explanation));
  if (exact) {
    say(boxes_of_best_play(left, exact->value));
  } else if (explanation.margin) {
    say(boxes_of_best_play(left, explanation.margin->value));
  }
  for (Line& line : result.lines) complete(line.sentence);
  return result;
}

}  // namespace pipo::theory
