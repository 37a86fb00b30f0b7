#include "search/sum_search.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "probe/base/narrow.hpp"
#include "theory/simple_loony.hpp"

namespace pipo::graph {
namespace {

// The first code of the moves of parts; those of strings of the network are below.
constexpr std::uint32_t kFirstPartMove = 64;

std::uint32_t code_of(PartId part, std::size_t move) {
  return kFirstPartMove + (part << 6 | (static_cast<std::uint32_t>(move) & 63));
}

}  // namespace

// The parts of a position by kind.
struct SumSearch::Kinds {
  int short_chains = 0, cost = 0;  // of short chains: the exchange (theory/short_chains.hpp)
  int long_chains = 0, loops = 0, loony = 0, others = 0;
  int very_long_chains = 0;
  int size = 0;  // the boxes of long chains and loops
  PartId shortest_short = 0, shortest_long = 0, shortest_loop = 0;
  int shortest_short_size = 0, shortest_long_size = 0, shortest_loop_size = 0;
};

SumSearch::SumSearch(Decomposition& decomposition, std::size_t memory_bytes)
    : decomposition_(decomposition), parts_(decomposition.parts()), table_(memory_bytes) {}

SumTable::Key SumSearch::key(const State& state) const {
  return {state.strings, {lists_.data() + state.parts.begin, lists_.data() + state.parts.end}};
}

SumSearch::Kinds SumSearch::kinds(const State& state) const {
  Kinds result;
  const auto note = [](int& count, PartId& shortest, int& size, PartId id, int boxes) {
    if (count++ == 0 || boxes < size) {
      shortest = id;
      size = boxes;
    }
  };
  for (std::uint32_t i = state.parts.begin; i < state.parts.end; ++i) {
    const PartId id = lists_[i];
    const Parts::Part& part = parts_[id];
    switch (part.kind) {
      case PartKind::short_chain:
        note(result.short_chains, result.shortest_short, result.shortest_short_size, id,
             part.boxes);
        result.cost = part.boxes - result.cost;
        break;
      case PartKind::long_chain:
        note(result.long_chains, result.shortest_long, result.shortest_long_size, id, part.boxes);
        result.size += part.boxes;
        result.very_long_chains += part.boxes > 3;
        break;
      case PartKind::loop:
        note(result.loops, result.shortest_loop, result.shortest_loop_size, id, part.boxes);
        result.size += part.boxes;
        break;
      case PartKind::loony:
        ++result.loony;
        break;
      case PartKind::other:
        ++result.others;
        break;
    }
  }
  // At most one 1-chain and one 2-chain are left.
  if (result.cost < 0) result.cost = -result.cost;
  return result;
}

// Adds a part at the end of the array's last list. Two equal short chains cancel each other.
void SumSearch::add_part(State& state, PartId part) {
  const auto begin = lists_.begin() + state.parts.begin;
  const auto place = std::lower_bound(begin, lists_.end(), part);
  if (place != lists_.end() && *place == part && parts_[part].kind == PartKind::short_chain) {
    lists_.erase(place);
    --state.parts.end;
    state.left -= parts_[part].boxes;
    return;
  }
  lists_.insert(place, part);
  ++state.parts.end;
  state.left += parts_[part].boxes;
}

// Copies a position without one part to the end of the array.
SumSearch::State SumSearch::without(const State& state, PartId part) {
  State result = state;
  result.parts.begin = narrow<std::uint32_t>(lists_.size());
  bool removed = false;
  for (std::uint32_t i = state.parts.begin; i < state.parts.end; ++i) {
    const PartId here = lists_[i];
    if (!removed && here == part) {
      removed = true;
      result.left -= parts_[part].boxes;
    } else {
      lists_.push_back(here);
    }
  }
  result.parts.end = narrow<std::uint32_t>(lists_.size());
  return result;
}

// Returns the position in the form of the search.
SumSearch::State SumSearch::root(const Sum& sum) {
  if (network_ != decomposition_.replaced()) {
    network_ = decomposition_.replaced();
    table_.clear();
  }
  lists_.clear();
  children_.clear();
  State state{sum.strings, {0, 0}, decomposition_.boxes(sum.strings)};
  for (const PartId part : sum.parts) add_part(state, part);
  return state;
}

Bounds SumSearch::known_bounds(const Child& child) const {
  const int left = child.state.left;
  Bounds w{-left, left};
  if (const auto found = table_.find(key(child.state), child.hash)) {
    w = {found->lower, found->upper};
  }
  return for_opponent(bounds_before(child.offer(), w));
}

// Returns c of a loony endgame: fcv and the terminal bonus.
int SumSearch::controlled_value(const State& state, const Kinds& kinds) {
  int fully = kinds.size - 4 * kinds.long_chains - 8 * kinds.loops;
  bool ends_chain = kinds.very_long_chains > 0;
  if (kinds.loony > 0) {
    for (std::uint32_t i = state.parts.begin; i < state.parts.end; ++i) {
      if (parts_[lists_[i]].kind != PartKind::loony) continue;
      const Control control = parts_.control(lists_[i]);
      fully += control.fully;
      ends_chain |= control.ends_chain;
    }
  }
  return fully +
         theory::terminal_bonus(kinds.long_chains > 0, kinds.loops + kinds.loony > 0, ends_chain);
}

// Returns v of the simple loony endgame that remains without the short chains.
int SumSearch::simple_value(const State& state, const Kinds& kinds) {
  if (kinds.long_chains + kinds.loops == 0) return 0;
  const int controlled = controlled_value(state, kinds);
  if (controlled >= 2) return controlled;
  std::vector<int> chains, loops;
  for (std::uint32_t i = state.parts.begin; i < state.parts.end; ++i) {
    const Parts::Part& part = parts_[lists_[i]];
    if (part.kind == PartKind::long_chain) chains.push_back(part.boxes);
    if (part.kind == PartKind::loop) loops.push_back(part.boxes);
  }
  return theory::buzzard_ciere::value({std::move(chains), std::move(loops)}).value;
}

// Returns the value of a sum of short chains, long chains and loops.
int SumSearch::endgame_value(const State& state, const Kinds& kinds) {
  const int margin = simple_value(state, kinds) - kinds.cost;
  return kinds.short_chains % 2 != 0 ? margin : -margin;
}

// Returns an upper bound of the value of a loony endgame.
int SumSearch::most_of_loony(const State& state, const Kinds& kinds) {
  return -std::max(controlled_value(state, kinds), state.left & 1);
}

// Copies a position without its short chains to the end of the array.
SumSearch::State SumSearch::behind_short_chains(const State& state) {
  State rest = state;
  rest.parts.begin = static_cast<std::uint32_t>(lists_.size());
  for (std::uint32_t i = state.parts.begin; i < state.parts.end; ++i) {
    const PartId part = lists_[i];
    if (parts_[part].kind == PartKind::short_chain) {
      rest.left -= parts_[part].boxes;
    } else {
      lists_.push_back(part);
    }
  }
  rest.parts.end = narrow<std::uint32_t>(lists_.size());
  return rest;
}

// Returns what theorems say about a position without large regions and regions of the kind `other`.
std::optional<int> SumSearch::bound_without_search(const State& state, const Kinds& kinds,
                                                   int at_least) {
  if (state.strings != 0 || kinds.others > 0) return {};
  if (kinds.loony == 0) return endgame_value(state, kinds);
  if (kinds.short_chains == 0) {
    const int most = most_of_loony(state, kinds);
    return most < at_least ? std::optional(most) : std::nullopt;
  }
  const std::size_t mark = lists_.size();
  const State rest = behind_short_chains(state);
  const std::uint64_t hash = key(rest).hash();
  // With V the value of the rest, which is -v: the margin is -V - cost or V + cost.
  const int result = kinds.short_chains % 2 != 0
                         ? -bound(rest, hash, 2 - at_least - kinds.cost) - kinds.cost
                         : bound(rest, hash, at_least - kinds.cost) + kinds.cost;
  lists_.resize(mark);
  return result;
}

void SumSearch::add_child(State after, int captured, Handout handout, std::uint32_t code,
                          std::int64_t rank, std::uint32_t best_before) {
  const std::uint64_t hash = key(after).hash();
  table_.expect(hash);
  if (code == best_before) rank = std::numeric_limits<std::int64_t>::max();
  children_.push_back({after, hash, captured, handout, code, rank});
}

// Adds the moves of the parts. Among long chains, loops and short chains only the shortest is worth
// opening (docs/theory.md, lemma 3).
void SumSearch::find_moves_of_parts(const State& state, std::uint32_t best_before) {
  const Kinds found = kinds(state);
  for (std::uint32_t i = state.parts.begin; i < state.parts.end; ++i) {
    const PartId part = lists_[i];
    if (i > state.parts.begin && lists_[i - 1] == part) continue;
    const PartKind kind = parts_[part].kind;
    if (kind == PartKind::short_chain && part != found.shortest_short) continue;
    if (kind == PartKind::long_chain && part != found.shortest_long) continue;
    if (kind == PartKind::loop && part != found.shortest_loop) continue;
    const std::vector<PartMove>& moves = parts_.moves(part);
    for (std::size_t j = 0; j < moves.size(); ++j) {
      State after = without(state, part);
      for (const PartId rest : moves[j].rest) add_part(after, rest);
      add_child(after, moves[j].captured, moves[j].handout, code_of(part, j), -moves[j].captured,
                best_before);
    }
  }
}

void SumSearch::find_moves_of_piece(const State& state, const Piece& piece,
                                    std::uint32_t best_before) {
  decomposition_.each_move(piece, [&](int string, const Network::Run& run, Strings large,
                                      std::span<const PartId> small) {
    State after = without(state, kNoPart);
    after.strings = (after.strings & ~piece.strings) | large;
    after.left -= run.captured;
    // add_part() counts the boxes of the parts again.
    for (const PartId part : small) after.left -= parts_[part].boxes;
    for (const PartId part : small) add_part(after, part);
    const std::int64_t middle = decomposition_.network().depth(string);
    const std::int64_t rank = run.captured > 0 ? -run.captured : (middle << 32) + history_[string];
    add_child(after, run.captured, run.handout, static_cast<std::uint32_t>(string), rank,
              best_before);
  });
}

// Collects the moves of a position and ranks them, the most promising highest:
//
// 1. the best move of an earlier search;
// 2. moves in large regions that give nothing away, from the middle of the board outwards (Barker
//    and Korf), and at equal distance those with the larger history;
// 3. other moves that give nothing away;
// 4. moves that give boxes away, fewest boxes first.
void SumSearch::find_children(const State& state, std::uint32_t best_before) {
  find_moves_of_parts(state, best_before);
  for (Strings rest = state.strings; rest != 0;) {
    const Piece piece = decomposition_.network().first_piece(rest);
    rest &= ~piece.strings;
    find_moves_of_piece(state, piece, best_before);
  }
}

int SumSearch::bound(const State& state, std::uint64_t hash, int at_least) {
  const int left = state.left;
  if (at_least > left) return left;
  if (at_least <= -left) return -left;
  SumTable::Entry known{-left, left, std::numeric_limits<std::uint32_t>::max()};
  if (const auto found = table_.find(key(state), hash)) known = *found;
  if (known.lower >= at_least) return known.lower;
  if (known.upper < at_least) return known.upper;
  if (state.strings == 0) {
    if (const auto found = bound_without_search(state, kinds(state), at_least)) return *found;
  }
  if ((++nodes_ & kPollMask) == 0 && *stopped_ && (*stopped_)()) throw SearchStopped();
  const std::size_t lists = lists_.size(), children = children_.size();
  const int result = bound_of_children(state, hash, at_least, known);
  lists_.resize(lists);
  children_.resize(children);
  return result;
}

int SumSearch::bound_of_children(const State& state, std::uint64_t hash, int at_least,
                                 const SumTable::Entry& before) {
  SumTable::Entry known = before;
  const std::size_t first = children_.size();
  find_children(state, known.best);
  for (std::size_t i = first; i < children_.size(); ++i) table_.expect_entry(children_[i].hash);
  auto [count, best] =
      sift(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end(), state.left,
           at_least, [this](const Child& child) { return known_bounds(child); });
  children_.resize(first + count);
  for (std::size_t i = first; i < first + count; ++i) {
    const Child child = children_[i];  // the search of the next positions moves the array
    const int margin = bound_of_offer(child.offer(), child.state.left, at_least, [&](int enough) {
      return bound(child.state, child.hash, enough);
    });
    if (margin > best || i == first) known.best = child.code;
    best = std::max(best, margin);
    if (best < at_least) continue;
    if (child.code < kFirstPartMove) history_[child.code] += static_cast<std::uint32_t>(count);
    break;
  }
  (best >= at_least ? known.lower : known.upper) = best;
  table_.keep(key(state), hash, known);
  return best;
}

Bounds SumSearch::ask(const State& state, std::uint64_t hash, int at_least) {
  const int found = bound(state, hash, at_least);
  return found >= at_least ? Bounds{found, state.left} : Bounds{-state.left, found};
}

Bounds SumSearch::ask(const Sum& sum, int at_least, const std::function<bool()>& stopped) {
  stopped_ = &stopped;
  const State state = root(sum);
  return ask(state, key(state).hash(), at_least);
}

int SumSearch::value(const Sum& sum, int guess, const std::function<bool()>& stopped) {
  stopped_ = &stopped;
  const State state = root(sum);
  const std::uint64_t hash = key(state).hash();
  const Window all{-state.left, state.left};
  return narrowed({-state.left, state.left}, all, guess,
                  [&](int at_least) { return ask(state, hash, at_least); })
      .lower;
}

Bounds SumSearch::remembered(const Sum& sum) {
  return known(root(sum));
}

// Returns what the table and theorems say about a position.
Bounds SumSearch::known(const State& state) {
  Bounds result{-state.left, state.left};
  if (const auto found = table_.find(key(state), key(state).hash())) {
    result = {found->lower, found->upper};
  }
  if (state.strings != 0) return result;
  const Kinds found = kinds(state);
  if (found.others > 0) return result;
  if (found.loony == 0) return Bounds::only(endgame_value(state, found));
  if (found.short_chains == 0) {
    result.upper = std::min(result.upper, most_of_loony(state, found));
    return result;
  }
  const Bounds rest = known(behind_short_chains(state));
  return both(result, found.short_chains % 2 != 0
                          ? Bounds{-rest.upper - found.cost, -rest.lower - found.cost}
                          : Bounds{rest.lower + found.cost, rest.upper + found.cost});
}

}  // namespace pipo::graph
