#include "pipo/words/explained.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include "graph/explain.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/picture.hpp"
#include "pipopipette/rules.hpp"

namespace pipo {
namespace {

using ValueOf = std::function<int(const Position&)>;

// Returns the margin for the player to move if they draw these edges in order and play best
// afterwards. Only the last edge may capture nothing.
int margin_of(const ValueOf& value_of, Position position, const std::vector<int>& moves) {
  int captured = 0;
  bool moves_again = true;
  for (const int edge : moves) {
    const int boxes = completed_by(position, edge).size();
    moves_again = boxes > 0;
    captured += boxes;
    position.drawn.insert(edge);
  }
  const int rest = value_of(position);
  return captured + (moves_again ? rest : -rest);
}

struct Valued {
  theory::Advice advice;
  std::optional<int> margin;
};

// Adds an advice with the margin for a player who follows it. An advice for one of several moves
// with different margins becomes one advice per margin.
void add_valued(const theory::Explanation& theory, const ValueOf& value_of,
                const theory::Advice& advice, std::vector<Valued>& valued) {
  Position from = theory.position;
  if (advice.after_taking) from.drawn = theory.settled.quiet;
  const int taken = advice.after_taking ? theory.settled.captured : 0;
  if (advice.moves.size() != 1 || advice.edges.empty()) {
    valued.push_back({advice, taken + margin_of(value_of, from, advice.moves)});
    return;
  }
  std::map<int, IndexSet, std::greater<>> by_margin;
  for (const int edge : advice.edges.members()) {
    by_margin[taken + margin_of(value_of, from, {edge})].insert(edge);
  }
  for (const auto& [margin, edges] : by_margin) {
    Valued one{advice, margin};
    one.advice.edges = edges;
    if (!edges.contains(advice.moves.front())) one.advice.moves = {edges.least()};
    valued.push_back(std::move(one));
  }
}

// Ranks the theory's advice by margin; advice for after taking everything comes last.
Exact exact_values(theory::Explanation& theory, Solution solution, const ValueOf& value_of) {
  Exact exact{std::move(solution.answer), solution.way, {}};
  std::vector<Valued> valued;
  for (const theory::Advice& advice : theory.advice) {
    try {
      add_valued(theory, value_of, advice, valued);
    } catch (
        const OutOfResources&) {  // the value of the position itself is known, and worth showing
      valued.push_back({advice, {}});
    }
  }
  std::ranges::stable_sort(valued, [](const Valued& a, const Valued& b) {
    const auto order = [](const Valued& one) {
      return std::tuple(one.advice.after_taking, !one.margin, -one.margin.value_or(0));
    };
    return order(a) < order(b);
  });
  theory.advice.clear();
  for (Valued& one : valued) {
    one.advice.best = one.margin == exact.answer.value;
    theory.advice.push_back(std::move(one.advice));
    exact.margins.push_back(one.margin);
  }
  return exact;
}

void mark(Labels& labels, const IndexSet& boxes, const std::string& with) {
  for (const int box : boxes.members()) labels.boxes[static_cast<std::size_t>(box)] = with;
}

}  // namespace

std::optional<int> Explained::value() const {
  if (exact) return exact->answer.value;
  return theory.margin ? std::optional(theory.margin->value) : std::nullopt;
}

std::optional<Outcomes> Explained::outcome() const {
  const std::optional<int> margin = value();
  if (!margin || theory.chain_formula.boxes == 0) return std::nullopt;
  const auto& score = standing.score;
  const int lead = score ? (*score)[0] - (*score)[1] : 0;
  return Outcomes{lead + *margin, lead - *margin, score.has_value()};
}

Explained explained(const Position& position, SharedTime time, const Standing& standing) {
  Explained result{.theory = graph::explain(position), .exact = {}, .standing = standing};
  try {
    result.exact = exact_values(result.theory, time.solve(position), [&](const Position& later) {
      return time.solve(later).answer.value;
    });
  } catch (const DamagedTable& error) {
    result.damaged = true;
    result.why_not = error.what();
  } catch (const MissingTable& error) {
    result.why_not = error.what();
  } catch (const OutOfResources& error) {
    result.why_not = error.what();
  }
  return result;
}

std::string marked_picture(const theory::Explanation& explanation) {
  const Position& position = explanation.position;
  Labels labels;
  labels.boxes.resize(static_cast<std::size_t>(position.board.boxes()));
  for (const theory::Marked& one : explanation.components) {
    mark(labels, one.component.boxes, one.mark);
  }
  for (const CapturedComponent& one : explanation.on_offer) mark(labels, one.boxes, "*");
  return picture(position, labels);
}

}  // namespace pipo
