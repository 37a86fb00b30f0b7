#include "theory/advice.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_set>
#include <utility>

namespace pipo::theory {
namespace {

constexpr Source kRecursion{"Sierra", "proposition 75"};
constexpr Source kExchange{"Sierra", "proposition 39"};
constexpr Source kOpenerRule{"Allcock", "theorem 1.1"};
constexpr Source kControllerRule{"Allcock", "theorem 1.3"};
constexpr Source kGreedyRule{"Sierra", "proposition 56"};

EdgeSet edge_set(const std::vector<int>& edges) {
  EdgeSet result = 0;
  for (const int edge : edges) result |= EdgeSet{1} << edge;
  return result;
}

// Marks the advice with the greatest margin as best and puts it first.
void rank(std::vector<Advice>& advice) {
  std::ranges::stable_sort(advice, std::greater(), &Advice::margin);
  for (Advice& one : advice) one.best = one.margin && one.margin == advice.front().margin;
  std::stable_partition(advice.begin(), advice.end(),
                        [](const Advice& one) { return one.best && one.source == kOpenerRule; });
}

// Merges the advice to open any of several alike independent chains or loops.
void merge_alike(std::vector<Advice>& advice, const Structure& structure) {
  std::vector<Advice> merged;
  std::map<Simple, std::size_t> first;
  for (Advice& one : advice) {
    const Kind kind = structure.components[one.components.front()].kind;
    if (kind == Kind::chain || kind == Kind::loop) {
      const auto [found, fresh] = first.try_emplace({one.shape, one.boxes}, merged.size());
      if (!fresh) {
        Advice& earlier = merged[found->second];
        earlier.components.push_back(one.components.front());
        earlier.edges |= one.edges;
        continue;
      }
    }
    merged.push_back(std::move(one));
  }
  advice = std::move(merged);
}

int component_with(const Structure& structure, int edge) {
  const auto found = std::ranges::find_if(
      structure.components, [edge](const Component& one) { return one.edges.contains(edge); });
  return static_cast<int>(found - structure.components.begin());
}

// Returns all edges of the string or loop that contains `edge`; for a string of two boxes, only the
// middle edge.
EdgeSet as_good_as(const Structure& structure, int edge) {
  for (const String& string : structure.strings) {
    const EdgeSet edges = edge_set(string.edges);
    if ((edges >> edge & 1) != 0) return string.length() == 2 ? EdgeSet{1} << edge : edges;
  }
  for (const Loop& loop : structure.loops) {
    const EdgeSet edges = edge_set(loop.edges);
    if ((edges >> edge & 1) != 0) return edges;
  }
  return EdgeSet{1} << edge;
}

// Searches for moves on the boxes on offer that end the turn with the handout and leave nothing
// else to take.
class HandoutSearch {
 public:
  HandoutSearch(const Board& board, EdgeSet drawn)
      : board_(board), drawn_(drawn), goal_(settle(board, drawn)) {}

  std::vector<int> find() {
    if (goal_.handout == Handout::none) return {};
    extend(drawn_);
    return moves_;
  }

 private:
  bool captures(EdgeSet drawn, int edge) const {
    for (const int box : board_.neighbours(edge)) {
      if (box < 0) continue;
      if ((board_.sides(box) & ~drawn) == EdgeSet{1} << edge) return true;
    }
    return false;
  }

  // Returns whether half of the handout's cost is handed back, as pairs that leave the opponent no
  // choice. `drawn` is between the first position and goal_.quiet. It also settles to goal_.quiet,
  // because settling draws the least superset in which no box is capturable.
  bool is_handout(EdgeSet drawn) const {
    const Settlement left = settle(board_, drawn);
    return left.handout == Handout::none && left.captured == static_cast<int>(goal_.handout) / 2;
  }

  bool extend(EdgeSet drawn) {
    if (!seen_.insert(drawn).second) return false;
    for (const bool capture : {false, true}) {
      for (EdgeSet rest = goal_.quiet & ~drawn; rest != 0; rest &= rest - 1) {
        const int edge = std::countr_zero(rest);
        const EdgeSet after = drawn | EdgeSet{1} << edge;
        if (captures(drawn, edge) != capture) continue;
        moves_.push_back(edge);
        if (capture ? extend(after) : is_handout(after)) return true;
        moves_.pop_back();
      }
    }
    return false;
  }

  Board board_;
  EdgeSet drawn_;
  Settlement goal_;
  std::vector<int> moves_;
  std::unordered_set<EdgeSet> seen_;
};

std::vector<int> take_all(const Board& board, EdgeSet drawn) {
  std::vector<int> moves;
  for (BoxSet boxes = capturable_boxes(board, drawn); boxes != 0;
       boxes = capturable_boxes(board, drawn)) {
    const EdgeSet last = board.sides(std::countr_zero(boxes)) & ~drawn;
    moves.push_back(std::countr_zero(last));
    drawn |= last;
  }
  return moves;
}

}  // namespace

ChainFormula chain_formula(const Position& position) {
  ChainFormula result;
  result.open_edges = position.open().size();
  result.boxes = boxes_left(position);
  result.wanted = (result.open_edges + result.boxes + 1) % 2;
  if (is_quiet(position)) {
    const Structure structure = structure_of(position);
    if (structure.is_loony_endgame()) result.d = strings_to_offer(structure);
  }
  return result;
}

Replies replies(const Board& board, EdgeSet drawn) {
  return {take_all(board, drawn), HandoutSearch(board, drawn).find()};
}

Adviser::Adviser(const Board& board, NimValueOf nim_value)
    : board_(board), stage_test_(board), loony_(board), nim_value_(std::move(nim_value)) {}

std::optional<Derived> Adviser::margin(EdgeSet quiet) {
  if (stage(quiet) == Stage::before) return std::nullopt;
  if (stage(quiet) == Stage::short_chains) {
    const Exchange exchange = exchange_of({board_, quiet});
    return Derived{value_before_exchange(exchange, loony_.value(exchange.endgame)), kExchange};
  }
  const Structure structure = structure_of({board_, quiet});
  if (!structure.is_simple()) return Derived{-loony_.value(quiet), kRecursion};
  const Derived v = allcock::explicit_value(structure.multiset());
  return Derived{-v.value, v.source};
}

std::vector<Advice> Adviser::moves(EdgeSet quiet) {
  if (stage(quiet) != Stage::before) return openings(quiet);
  return nimstring_moves({board_, quiet}, nim_value_);
}

Advice Adviser::opening(EdgeSet quiet, const Structure& structure, const Offer& offer) {
  Advice advice;
  advice.action = offer.length >= kLongChain ? Action::open : Action::offer;
  advice.shape = offer.shape;
  advice.boxes = offer.length;
  advice.components = {component_with(structure, offer.edge)};
  advice.moves = {offer.edge};
  advice.edges = as_good_as(structure, offer.edge);
  advice.source = stage(quiet) == Stage::short_chains ? kExchange : kRecursion;
  const Settlement answered = draw_and_settle(board_, quiet, offer.edge);
  advice.margin = -settled_value(answered, margin(offer.rest)->value);
  if (stage(quiet) == Stage::loony_endgame) advice.cost = -*advice.margin;
  return advice;
}

std::vector<Advice> Adviser::openings(EdgeSet quiet) {
  const Structure structure = structure_of({board_, quiet});
  std::vector<Advice> result;
  for (const Offer& offer : offers(board_, quiet, structure)) {
    result.push_back(opening(quiet, structure, offer));
  }
  merge_alike(result, structure);
  if (!result.empty() && structure.is_simple_loony_endgame()) {
    const Simple named = allcock::opening(structure.multiset());
    for (Advice& one : result) {
      if (Simple{one.shape, one.boxes} == named) one.source = kOpenerRule;
    }
  }
  rank(result);
  return result;
}

std::vector<Advice> nimstring_moves(const Position& quiet, const NimValueOf& nim_value) {
  const std::optional<NimValue> value = nim_value(quiet);
  if (!value || !value->next_player_wins()) return {};
  std::map<int, Advice> by_sacrifice;
  for (const int edge : quiet.open().members()) {
    Position next = quiet;
    next.drawn.insert(edge);
    const WideSettlement after = settle(next);
    if (after.handout != Handout::none) continue;
    const std::optional<NimValue> left = nim_value({quiet.board, after.quiet});
    if (!left || left->number != 0) continue;
    Advice& advice = by_sacrifice[after.captured];
    if (advice.moves.empty()) advice.moves = {edge};
    advice.edges.insert(edge);
  }
  std::vector<Advice> result;
  for (auto& [sacrifice, advice] : by_sacrifice) {
    advice.action = Action::nimstring;
    advice.best = true;
    advice.boxes = sacrifice;
    advice.source = kNimstringRule;
    result.push_back(std::move(advice));
  }
  return result;
}

// Chooses for the player with boxes on offer. If the remaining position has nim-value 0, the
// opponent should move first in it; otherwise this player should.
void Adviser::choose_by_nimstring(EdgeSet quiet, Advice& take, Advice& keep) const {
  take.source = keep.source = kLoonyRule;
  const std::optional<NimValue> rest = nim_value_({board_, quiet});
  if (rest) (rest->number == 0 ? keep : take).best = true;
}

std::vector<Advice> Adviser::answers(EdgeSet drawn) {
  const Settlement on_offer = settle(board_, drawn);
  if (on_offer.captured == 0) return {};
  const Replies drawing = replies(board_, drawn);
  // After the last boxes, control is useless.
  const bool choice = on_offer.handout != Handout::none && on_offer.quiet != board_.all();
  const std::optional<Derived> rest = margin(on_offer.quiet);

  Advice take;
  take.action = choice ? Action::give_up_control : Action::take;
  take.shape = on_offer.handout == Handout::four_boxes ? Shape::loop : Shape::chain;
  take.boxes = on_offer.captured;
  take.moves = drawing.take_all;
  take.best = !choice;
  take.source = kGreedyRule;
  if (rest) take.margin = on_offer.captured + rest->value;
  if (!choice) return {take};

  Advice keep = take;
  keep.action = Action::keep_control;
  keep.handed_back = static_cast<int>(on_offer.handout) / 2;
  keep.moves = drawing.keep_control;
  std::vector<Advice> result;
  if (rest) {
    keep.margin = on_offer.captured - static_cast<int>(on_offer.handout) - rest->value;
    const bool simple = structure_of({board_, on_offer.quiet}).is_simple_loony_endgame();
    take.source = keep.source = simple ? kControllerRule : kRecursion;
    result = {take, keep};
    rank(result);
  } else {
    choose_by_nimstring(on_offer.quiet, take, keep);
    result = {take, keep};
    std::stable_partition(result.begin(), result.end(), [](const Advice& one) { return one.best; });
  }
  return result;
}

}  // namespace pipo::theory
