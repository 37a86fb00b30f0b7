// A depth-first search for the exact values of sums of regions (null_window.hpp), by identity B of
// probe/board/settle.hpp and the theorems of docs/theory.md on sums and on loony endgames.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "pipopipette/bounds.hpp"
#include "search/decomposition.hpp"
#include "search/null_window.hpp"
#include "search/sum_table.hpp"

namespace pipo::graph {

class SumSearch {
 public:
  // Creates a search in sums of this decomposition, which must outlive it.
  // `memory_bytes` limits the transposition table.
  explicit SumSearch(Decomposition& decomposition,
                     std::size_t memory_bytes = std::size_t{256} << 20);

  // Returns the margin for the player to move. The search is fastest if `guess` is near it. Polls
  // `stopped` now and then; throws SearchStopped when it returns true.
  int value(const Sum& sum, int guess = 0, const std::function<bool()>& stopped = {});

  // Finds out whether the margin is at least this. Returns the bounds of it that follow. `at_least`
  // must have the parity of the boxes that are left. Polls and throws as above.
  Bounds ask(const Sum& sum, int at_least, const std::function<bool()>& stopped = {});

  // Returns bounds of the value without searching: the remembered ones, and those of theorems.
  Bounds remembered(const Sum& sum);

  // Returns the number of positions searched so far.
  std::uint64_t nodes() const { return nodes_; }

 private:
  // The parts of positions on the path from the root are in one array. A list is a range of it.
  struct List {
    std::uint32_t begin = 0, end = 0;
  };
  struct State {
    Strings strings = 0;
    List parts;
    int left = 0;  // boxes
  };
  struct Child {
    State state;
    std::uint64_t hash = 0;
    int captured = 0;
    Handout handout = Handout::none;
    std::uint32_t code = 0;  // of the move
    std::int64_t rank = 0;   // higher ranks are tried first

    Settlement offer() const { return {.captured = captured, .handout = handout}; }
  };
  struct Kinds;

  SumTable::Key key(const State& state) const;
  Kinds kinds(const State& state) const;
  State root(const Sum& sum);
  void add_part(State& state, PartId part);
  State without(const State& state, PartId part);

  Bounds ask(const State& state, std::uint64_t hash, int at_least);
  Bounds known(const State& state);
  int bound(const State& state, std::uint64_t hash, int at_least);
  int bound_of_children(const State& state, std::uint64_t hash, int at_least,
                        const SumTable::Entry& known);
  Bounds known_bounds(const Child& child) const;
  std::optional<int> bound_without_search(const State& state, const Kinds& kinds, int at_least);
  State behind_short_chains(const State& state);
  int endgame_value(const State& state, const Kinds& kinds);
  int most_of_loony(const State& state, const Kinds& kinds);
  int simple_value(const State& state, const Kinds& kinds);
  int controlled_value(const State& state, const Kinds& kinds);

  void find_children(const State& state, std::uint32_t best_before);
  void find_moves_of_parts(const State& state, std::uint32_t best_before);
  void find_moves_of_piece(const State& state, const Piece& piece, std::uint32_t best_before);
  void add_child(State after, int captured, Handout handout, std::uint32_t code, std::int64_t rank,
                 std::uint32_t best_before);

  Decomposition& decomposition_;
  Parts& parts_;
  SumTable table_;
  int network_ = 0;  // Decomposition::replaced() when the table was last cleared
  std::vector<PartId> lists_;
  std::vector<Child> children_;  // of all positions on the path from the root
  std::uint64_t nodes_ = 0;
  const std::function<bool()>* stopped_ = nullptr;
  // The cutoffs that each string of the network caused, each weighted by the number of moves.
  std::array<std::uint32_t, Network::kMostStrings> history_{};
};

}  // namespace pipo::graph
