#include "probe/table/look_ahead.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>
#include <utility>

#include "probe/space/game_values.hpp"

namespace pipo {
namespace {

constexpr std::size_t kFewestEntries = 64;

}  // namespace

// Returns the entry of a position, or the empty one where it belongs.
std::size_t KnownBounds::slot_of(EdgeSet merged) const {
  const std::size_t mask = entries_.size() - 1;
  std::size_t slot = (merged * 0x9e37'79b9'7f4a'7c15 >> 32) & mask;
  while (!entries_[slot].empty() && entries_[slot].merged != merged) slot = (slot + 1) & mask;
  return slot;
}

KnownBounds::Bounds KnownBounds::of(EdgeSet merged) const {
  if (entries_.empty()) return {};
  const Entry& entry = entries_[slot_of(merged)];
  if (entry.empty()) return {};
  return {.low = entry.low, .high = entry.high};
}

void KnownBounds::grow() {
  const std::vector<Entry> before =
      std::exchange(entries_, std::vector<Entry>(std::max(kFewestEntries, 2 * entries_.size())));
  for (const Entry& entry : before) {
    if (!entry.empty()) entries_[slot_of(entry.merged)] = entry;
  }
}

bool KnownBounds::add(EdgeSet merged) {
  const std::size_t before = count_;
  narrow(merged, {});
  return count_ > before;
}

void KnownBounds::narrow(EdgeSet merged, const Bounds& bounds) {
  if (4 * (count_ + 1) > 3 * entries_.size()) grow();
  Entry& entry = entries_[slot_of(merged)];
  if (entry.empty()) {
    entry = {.merged = merged,
             .low = static_cast<std::int8_t>(bounds.low),
             .high = static_cast<std::int8_t>(bounds.high)};
    ++count_;
    return;
  }
  entry.low = static_cast<std::int8_t>(std::max<int>(entry.low, bounds.low));
  entry.high = static_cast<std::int8_t>(std::min<int>(entry.high, bounds.high));
}

namespace {

constexpr int kInfinite = kSmallBoardEdges;  // beyond every margin

// The moves whose values are asked for first where one good move may suffice.
constexpr std::size_t kMostPromising = 2;

// At most this many earlier positions are read for a lower bound.
constexpr std::size_t kEarlier = 8;

bool has_handout(const LookAhead::Move& move) {
  return move.settled.handout != Handout::none;
}

// Returns the most that a move can be worth to its player. The opponent's handout limits it: of
// k + w and k - h - w one is at least k - h / 2.
int most_of(const LookAhead::Move& move) {
  return has_handout(move) ? static_cast<int>(move.settled.handout) / 2 - move.settled.captured
                           : kInfinite;
}

}  // namespace

std::optional<int> find_value(const TableSet& set, const Position& position,
                              std::size_t excluded_table) {
  check_edges(position.board, position.drawn);
  if (!position.board.is_small()) return std::nullopt;
  const Settlement settlement = settle(position.board, position.drawn);
  std::optional<int> quiet = set.find_kept_value(position.board, settlement.quiet, excluded_table);
  if (!quiet) quiet = LookAhead(set, position.board, excluded_table).find(settlement.quiet);
  if (!quiet) return std::nullopt;
  return settled_value(set.game(), settlement, *quiet);
}

LookAhead::LookAhead(const TableSet& set, const Board& board, std::size_t excluded_table)
    : set_(set), board_(board), excluded_table_(excluded_table) {}

std::optional<int> LookAhead::find(EdgeSet quiet) {
  const std::optional<int> kept = set_.find_kept_value(board_, quiet, excluded_table_);
  if (kept || !set_.computes(board_, quiet, excluded_table_)) return kept;
  computed_ = true;
  return search_from(quiet);
}

std::optional<int> LookAhead::compute(EdgeSet quiet, KnownBounds& known,
                                      std::vector<Wanted>& wanted) {
  moves_.clear();
  known_ = &known;
  wanted_ = &wanted;
  const std::optional<int> value = search_from(quiet);
  known_ = &own_;
  wanted_ = nullptr;
  return value;
}

// Raises the bound of a position by those from which a move leads to it: the value there is at
// least what this move is worth. Saves reading all replies to the best move if an earlier move was
// good.
void LookAhead::raise_by_earlier(const Node& node) {
  const auto kept = [&](EdgeSet quiet) { return set_.keeps(board_, quiet); };
  if (std::ranges::all_of(moves_of(node), kept,
                          [](const Move& move) { return move.settled.quiet; })) {
    return;  // every move is read in any case
  }
  std::size_t left = kEarlier;
  for (EdgeSet edges = node.quiet; edges != 0 && left > 0; edges &= edges - 1) {
    const EdgeSet before = node.quiet & ~(edges & -edges);
    if (!is_quiet(board_, before) || !kept(before)) continue;
    --left;
    const std::optional<int> value = value_before(before);
    if (value) known_->raise(node.merged, -*value);
  }
}

std::optional<int> LookAhead::value_before(EdgeSet quiet) {
  const EdgeSet key = merged(quiet, groups_);
  const KnownBounds::Bounds bounds = known_->of(key);
  if (bounds.low == bounds.high) return bounds.low;
  if (wanted_ != nullptr) {
    if (known_->add(key)) wanted_->push_back({quiet, key});
    return std::nullopt;
  }
  try {
    const std::optional<int> value = set_.find_kept_value(board_, quiet, excluded_table_);
    if (value) known_->set(key, *value);
    return value;
  } catch (const Error&) {
    return std::nullopt;  // it is not needed
  }
}

// Each search returns the value or lowers the bound.
std::optional<int> LookAhead::search_from(EdgeSet quiet) {
  if (groups_.empty()) groups_ = outer_groups(board_);
  Node node{.quiet = quiet, .merged = merged(quiet, groups_)};
  raise_by_earlier(node);
  std::optional<int> found = boxes_left(board_, quiet) + set_.last_move_cost();
  do {
    node.high = *found;
    node.low = node.high - 1;
    found = search(node);
  } while (found && *found < node.high);
  return found;
}

std::optional<int> LookAhead::search(Node node) {
  if (node.quiet == board_.all()) return -set_.last_move_cost();
  const KnownBounds::Bounds before = known_->of(node.merged);
  if (before.low == before.high || before.low >= node.high) return before.low;
  if (before.high <= node.low) return before.high;
  if (!search_moves(node)) return std::nullopt;
  if (node.best > node.low) known_->raise(node.merged, node.best);
  if (node.best < node.high) known_->lower(node.merged, node.best);
  return node.best;
}

bool LookAhead::search_moves(Node& node) {
  if (scores_.size() == node.depth) {
    scores_.push_back(scores_.empty() ? Scores{} : scores_.back());
  }
  MoveList unknown, omitted;
  for (const Move& move : moves_of(node)) {
    if (pruned(node, move)) continue;
    const std::optional<int> value = known_value(move);
    value ? take(node, move, *value) : unknown.add(move);
    if (node.ended()) return true;
  }
  sort_by_promise(unknown, scores_[node.depth]);
  bool complete = take_kept(node, unknown, omitted);
  if (node.ended()) return true;
  if (!complete && node.may_end()) return false;
  complete &= search_omitted(node, omitted);
  return complete || node.ended();
}

const std::vector<LookAhead::Move>& LookAhead::moves_of(const Node& node) {
  std::vector<Move>& moves = moves_[node.merged];
  if (!moves.empty()) return moves;
  std::vector<Move> handouts;
  for (EdgeSet open = board_.all() & ~node.quiet; open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    const Settlement settled = draw_and_settle(board_, node.quiet, edge);
    const Move move{edge, merged(settled.quiet, groups_), settled};
    std::vector<Move>& alike = has_handout(move) ? handouts : moves;
    if (std::ranges::find(alike, move.merged, &Move::merged) == alike.end()) {
      alike.push_back(move);
    }
  }
  moves.insert(moves.end(), handouts.begin(), handouts.end());
  return moves;
}

// Those without a handout stay first.
void LookAhead::sort_by_promise(MoveList& moves, const Scores& scores) {
  std::ranges::sort(moves, {}, [&](const Move* move) {
    return std::tuple(has_handout(*move), -scores[static_cast<std::size_t>(move->edge)],
                      move->edge);
  });
}

// Prunes a move that cannot be worth more than the bound of the position.
bool LookAhead::pruned(Node& node, const Move& move) {
  const int most = most_of(move);
  if (most > node.bound()) return false;
  node.best = std::max(node.best, most);
  return true;
}

void LookAhead::take(Node& node, const Move& move, int value) {
  const int of_move = -settled_value(move.settled, value);
  scores_[node.depth][static_cast<std::size_t>(move.edge)] = static_cast<std::int8_t>(of_move);
  node.best = std::max(node.best, of_move);
  node.any_taken = true;
}

std::optional<int> LookAhead::known_value(const Move& move) const {
  if (move.settled.quiet == board_.all()) return -set_.last_move_cost();
  const KnownBounds::Bounds bounds = known_->of(move.merged);
  if (bounds.low != bounds.high) return std::nullopt;
  return bounds.low;
}

// Takes the values of moves to kept layers, and lists the moves to omitted ones. Returns false if
// values are missing: at first only the most promising ones, where they may suffice.
bool LookAhead::take_kept(Node& node, MoveList& moves, MoveList& omitted) {
  const std::size_t most_wanted =
      node.may_end() && !node.any_taken ? kMostPromising : kSmallBoardEdges;
  std::size_t wanted = 0;
  for (const Move* const move : moves) {
    if (pruned(node, *move)) continue;
    if (wanted > 0 && (wanted == most_wanted || has_handout(*move))) break;
    const EdgeSet quiet = move->settled.quiet;
    if (wanted_ != nullptr && set_.keeps(board_, quiet)) {
      if (known_->add(move->merged)) wanted_->push_back({quiet, move->merged});
      ++wanted;
      continue;
    }
    const std::optional<int> value =
        wanted_ == nullptr ? set_.find_kept_value(board_, quiet, excluded_table_) : std::nullopt;
    if (value) {
      known_->set(move->merged, *value);
      take(node, *move, *value);
    } else {
      omitted.add(*move);
    }
    if (node.ended()) return true;
  }
  return wanted == 0;
}

// Searches the moves to omitted layers. Returns false if values are missing. Then the other moves
// also report the values that they need, unless one good move may suffice.
bool LookAhead::search_omitted(Node& node, MoveList& moves) {
  bool complete = true;
  for (const Move* const move : moves) {
    if (pruned(node, *move)) continue;
    const std::optional<int> value = search_move(node, *move);
    complete &= value.has_value();
    if (!complete && node.may_end()) return false;
    if (value) node.best = std::max(node.best, *value);
    if (node.ended()) return true;
  }
  return complete;
}

// Returns what a move is worth if that is between the position's bounds; otherwise a bound, as
// search().
std::optional<int> LookAhead::search_move(const Node& node, const Move& move) {
  const int captured = move.settled.captured;
  const int bound = node.bound();
  // With a handout the move is worth more than `bound` if the value is within two bounds.
  const int low = has_handout(move) ? bound + captured - static_cast<int>(move.settled.handout)
                                    : -node.high - captured;
  const std::optional<int> value = search({.quiet = move.settled.quiet,
                                           .merged = move.merged,
                                           .low = low,
                                           .high = -bound - captured,
                                           .depth = node.depth + 1});
  if (!value) return std::nullopt;
  return -settled_value(move.settled, *value);
}

}  // namespace pipo
