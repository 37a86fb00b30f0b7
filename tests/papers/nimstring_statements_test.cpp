// Checks Sierra's statements about play in Nimstring (chapter 4), and that Dots-and-Boxes differs,
// on quiet positions of small boards; the long tests, on more of them.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "probe/board/settle.hpp"
#include "search/graph.hpp"
#include "search/graph_solver.hpp"
#include "tests/theory/quiet_positions.hpp"
#include "theory/stage.hpp"
#include "theory/structure.hpp"

namespace pipo::theory::nimstring_statements_test {

// The components of a quiet position as sets of open edges.
std::vector<EdgeSet> components_of(const Board& board, EdgeSet quiet) {
  std::vector<EdgeSet> result;
  for (const Component& one : structure_of({board, quiet}).components) {
    result.push_back(one.edges);
  }
  return result;
}

// Nim-values, each found once.
class NimValues {
 public:
  explicit NimValues(const Board& board) : board_(board), solver_(graph::graph_of(board)) {}

  NimValue value(EdgeSet drawn) {
    const auto [found, is_new] = known_.try_emplace(drawn);
    if (is_new) found->second = solver_.nim_value(graph::open_edges({board_, drawn})).value();
    return found->second;
  }

 private:
  Board board_;
  graph::Solver solver_;
  std::unordered_map<EdgeSet, NimValue> known_;
};

class SierraNimstring : public testing::Test {
 protected:
  // Test the statement on every step-th quiet position.
  void expect_lowering_moves(int step);
  void expect_resolved_components(int step);

  int nim_value(EdgeSet open) { return solver_.value(board_.all() & ~open).number; }

  // Calls visit(edge, rest) for the moves that are not loony.
  template <class Visit>
  void for_every_move(EdgeSet quiet, const Visit& visit) const {
    for (EdgeSet open = board_.all() & ~quiet; open != 0; open &= open - 1) {
      const int edge = std::countr_zero(open);
      const Settlement taken = draw_and_settle(board_, quiet, edge);
      if (taken.handout == Handout::none) visit(edge, taken.quiet);
    }
  }

  static inline const Board board_{2, 4};
  static inline NimValues solver_{board_};
};

// Proposition 52 and corollary 53.
void SierraNimstring::expect_lowering_moves(int step) {
  int seen = 0, visited = 0;
  for_every_quiet_position(board_, [&](EdgeSet quiet) {
    if (++visited % step != 0) return;
    const std::vector<EdgeSet> components = components_of(board_, quiet);
    if (components.size() < 2 || !solver_.value(quiet).next_player_wins()) return;
    ++seen;
    bool lowers = false;
    for_every_move(quiet, [&](int edge, EdgeSet rest) {
      for (const EdgeSet one : components) {
        if ((one >> edge & 1) == 0) continue;
        const bool wins = !solver_.value(rest).next_player_wins();
        lowers |= wins && nim_value(one & ~rest) < nim_value(one);
      }
    });
    EXPECT_TRUE(lowers) << quiet;
  });
  EXPECT_GT(seen, 10'000 / step);
}

TEST_F(SierraNimstring, TheWinnerCanLowerTheNimValueOfAComponent) {
  expect_lowering_moves(64);
}

TEST_F(SierraNimstring, LongRunTheWinnerCanLowerTheNimValueOfAComponent) {
  expect_lowering_moves(8);
}

// Whether the winner of Nimstring can reach a loony endgame, the loser to move, so that the number
// of turns played in each of some components has a given parity. By corollary 50, that is the
// parity of d(H*) + b(H) + e(H) for a component H. Neither player plays loony moves.
class ParityGame {
 public:
  ParityGame(const Board& board, std::vector<EdgeSet> components)
      : board_(board), stage_(board), components_(std::move(components)) {}

  bool winner_forces(EdgeSet quiet, bool winner_moves, unsigned parities) {
    if (stage_.stage(quiet) == Stage::loony_endgame) return !winner_moves && parities == 0;
    const auto key = std::tuple(quiet, winner_moves, parities);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    bool forces = !winner_moves;
    for (EdgeSet open = board_.all() & ~quiet; open != 0; open &= open - 1) {
      const int edge = std::countr_zero(open);
      const Settlement taken = draw_and_settle(board_, quiet, edge);
      if (taken.handout != Handout::none) continue;
      const bool then = winner_forces(taken.quiet, !winner_moves, parities ^ played_in(edge));
      if (then == winner_moves) {
        forces = winner_moves;
        break;
      }
    }
    return known_[key] = forces;
  }

 private:
  unsigned played_in(int edge) const {
    unsigned result = 0;
    for (std::size_t i = 0; i < components_.size(); ++i) {
      result |= static_cast<unsigned>(components_[i] >> edge & 1) << i;
    }
    return result;
  }

  Board board_;
  StageTest stage_;
  std::vector<EdgeSet> components_;
  std::map<std::tuple<EdgeSet, bool, unsigned>, bool> known_;
};

// Theorem 61, and with it propositions 59 and 63 and corollary 60: the winner can give d(H*) the
// parity of b(H) + e(H) + nim-value in all components of nim-value 0 or 1 at once.
void SierraNimstring::expect_resolved_components(int step) {
  int seen = 0, ones = 0, with_big = 0, visited = 0;
  for_every_quiet_position(board_, [&](EdgeSet quiet) {
    const EdgeSet open = board_.all() & ~quiet;
    if (std::popcount(open) > 14 || ++visited % step != 0) return;
    const std::vector<EdgeSet> all = components_of(board_, quiet);
    if (all.size() < 2) return;
    std::vector<EdgeSet> resolved;
    unsigned parities = 0;
    for (const EdgeSet one : all) {
      if (const int value = nim_value(one); value < 2) {
        parities |= static_cast<unsigned>(value) << resolved.size();
        resolved.push_back(one);
        ones += value;
      } else {
        ++with_big;
      }
    }
    if (resolved.empty()) return;
    ++seen;
    const bool winner_moves = solver_.value(quiet).next_player_wins();
    ParityGame game(board_, resolved);
    EXPECT_TRUE(game.winner_forces(quiet, winner_moves, parities)) << quiet;
  });
  EXPECT_GT(seen, 4'000 / step);
  EXPECT_GT(ones, 4'000 / step);
  EXPECT_GT(with_big, 400 / step);
}

TEST_F(SierraNimstring, ComponentsOfNimValueZeroAndOneAreResolved) {
  expect_resolved_components(32);
}

TEST_F(SierraNimstring, LongRunComponentsOfNimValueZeroAndOneAreResolved) {
  expect_resolved_components(4);
}

// Whether the loser of Nimstring can give the number of turns in one component a parity, whatever
// winning moves the winner plays.
class LoserGame {
 public:
  LoserGame(NimValues& solver, const Board& board, EdgeSet component)
      : solver_(solver), board_(board), stage_(board), component_(component) {}

  bool loser_forces(EdgeSet quiet, bool loser_moves, int parity) {
    if (stage_.stage(quiet) == Stage::loony_endgame) return parity == 0;
    const auto key = std::tuple(quiet, loser_moves, parity);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    bool forces = !loser_moves;
    for (EdgeSet open = board_.all() & ~quiet; open != 0; open &= open - 1) {
      const int edge = std::countr_zero(open);
      const Settlement taken = draw_and_settle(board_, quiet, edge);
      if (taken.handout != Handout::none) continue;
      if (!loser_moves && solver_.value(taken.quiet).next_player_wins()) continue;
      const int left = parity ^ static_cast<int>(component_ >> edge & 1);
      if (loser_forces(taken.quiet, !loser_moves, left) == loser_moves) {
        forces = loser_moves;
        break;
      }
    }
    return known_[key] = forces;
  }

 private:
  NimValues& solver_;
  Board board_;
  StageTest stage_;
  EdgeSet component_;
  std::map<std::tuple<EdgeSet, bool, int>, bool> known_;
};

// Proposition 62: if both components have a nim-value of 2 or more, the loser chooses the parity of
// d(H*).
TEST_F(SierraNimstring, TwoBigComponentsAreNotResolved) {
  const Board board(4, 4);
  NimValues solver(board);
  RandomPositions positions(board);
  std::set<EdgeSet> seen;
  for (int i = 0; i < 400'000 && seen.size() < 40; ++i) {
    const EdgeSet quiet = positions.next();
    const int open = std::popcount(board.all() & ~quiet);
    if (open < 8 || open > 18) continue;
    const std::vector<EdgeSet> components = components_of(board, quiet);
    const auto is_big = [&](EdgeSet one) { return solver.value(board.all() & ~one).number >= 2; };
    if (components.size() != 2 || !is_big(components[0]) || !is_big(components[1])) continue;
    if (!seen.insert(quiet).second) continue;
    const bool loser_moves = !solver.value(quiet).next_player_wins();
    LoserGame game(solver, board, components[0]);
    EXPECT_TRUE(game.loser_forces(quiet, loser_moves, 0)) << quiet;
    EXPECT_TRUE(game.loser_forces(quiet, loser_moves, 1)) << quiet;
  }
  EXPECT_GE(seen.size(), 10u);
  RecordProperty("positions", static_cast<int>(seen.size()));
}

// Proposition 54: before the loony endgame, sometimes only a loony move is best in Dots-and-Boxes.
void expect_only_loony_moves(std::span<const Board> boards, int expected) {
  int positions = 0, only_loony = 0;
  for (const Board& board : boards) {
    const StageTest stage(board);
    for_every_quiet_position(board, [&](EdgeSet quiet) {
      if (stage.stage(quiet) == Stage::loony_endgame) return;
      ++positions;
      bool safe = false;
      for (EdgeSet open = board.all() & ~quiet; open != 0; open &= open - 1) {
        const Settlement taken = draw_and_settle(board, quiet, std::countr_zero(open));
        if (taken.handout != Handout::none) continue;
        const EdgeSet drawn = quiet | (open & -open);
        safe |= -flat_table(board).value(drawn) == flat_table(board).value(quiet);
      }
      only_loony += !safe;
    });
  }
  EXPECT_GT(positions, 10'000);
  EXPECT_EQ(only_loony, expected);
}

// Without 3x3, whose oracle takes most of the time.
const std::span kSmallestBoards(kSmallBoards, 2);

TEST_F(SierraNimstring, OnlyALoonyMoveMayBeBest) {
  expect_only_loony_moves(kSmallestBoards, 1'812);
}

TEST_F(SierraNimstring, LongRunOnlyALoonyMoveMayBeBestOn3x3) {
  expect_only_loony_moves(kSmallBoards, 9'216);
}

// Proposition 55: offering a 2-chain by its middle edge is no worse than by another edge. Finding
// the strings of all positions takes long, so only some are checked.
void expect_half_hearted_handouts_no_better(std::span<const Board> boards, unsigned step) {
  int seen = 0;
  for (const Board& board : boards) {
    for_every_quiet_position(board, [&](EdgeSet quiet) {
      if (quiet % step != 0) return;
      for (const String& one : structure_of({board, quiet}).strings) {
        if (one.length() != 2) continue;
        const auto value = [&](int edge) {
          return -flat_table(board).value(quiet | EdgeSet{1} << edge);
        };
        ++seen;
        EXPECT_GE(value(one.edges[1]), value(one.edges[0])) << board.name() << " " << quiet;
        EXPECT_GE(value(one.edges[1]), value(one.edges[2])) << board.name() << " " << quiet;
      }
    });
  }
  EXPECT_GT(seen, 1'000);
}

TEST_F(SierraNimstring, HalfHeartedHandoutsAreNoBetter) {
  expect_half_hearted_handouts_no_better(kSmallestBoards, 25);
}

TEST_F(SierraNimstring, LongRunHalfHeartedHandoutsAreNoBetterOn3x3) {
  expect_half_hearted_handouts_no_better(kSmallBoards, 5);
}

}  // namespace pipo::theory::nimstring_statements_test
