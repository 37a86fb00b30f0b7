// Strings-and-coins on any graph, the game of which Dots-and-Boxes is the case of a board: coins
// are boxes, strings are open edges, and the ground is the outside.
//
//   const pipo::Graph graph = pipo::Graph::parse("a b\nb c\nc a\na ground\n");
//   const pipo::GraphSolution solution = pipo::solve_graph(graph, {.seconds = 60});
//   // solution.value, solution.moves, solution.nim_value, solution.line
//
// Players take turns to cut a string. A player who cuts the last string of a coin, or of two, takes
// them and moves again. When all strings are cut, the player with more coins wins.
//
// It is part of the library Pipopipette::solver. Errors are the types in pipopipette/error.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/export.h"
#include "pipopipette/solver.hpp"
#include "pipopipette/tables.hpp"

namespace pipo {

// Strings between coins that have names, and between coins and the ground. Several strings may join
// the same two coins.
class PIPOPIPETTE_API Graph {
 public:
  static constexpr int kGround = -1;

  // The most coins and strings of a graph, and the most bytes of a name.
  static constexpr int kMostCoins = 1'000;
  static constexpr int kMostStrings = 1'000;
  static constexpr int kLongestName = 64;

  Graph();
  ~Graph();
  Graph(const Graph&);
  Graph& operator=(const Graph&);

  // Reads an edge list: on each line the two ends of a string, separated by spaces or tabs. Coins
  // have any names; "ground" is the ground. '#' begins a comment, and empty lines are skipped. The
  // same line twice is two strings. Throws BadInput, which names the line.
  static Graph parse(std::string_view text);

  // Adds a string between two coins, or a coin and "ground", and returns its number. Coins that are
  // new are added. Throws BadInput if both ends are the same, for a name that is empty, too long,
  // or has a space or a character that cannot be printed, and beyond the limits above.
  int add(std::string_view one, std::string_view other);

  // Coins are numbered from 0 in the order in which they were added, and so are strings.
  int coins() const { return static_cast<int>(names_.size()); }
  int strings() const { return static_cast<int>(ends_.size()); }

  // Returns the name of a coin; "ground" for kGround. Throws BadInput if there is no such coin.
  std::string coin(int number) const;

  // Returns the two ends of a string, as given: coins or kGround. Throws BadInput if there is no
  // such string.
  const std::array<int, 2>& ends(int string) const;

  // Returns the name of a string: its ends, "a-b"; the second string with the same ends is "a-b#2".
  std::string name(int string) const;

 private:
  int number_of(std::string_view coin);

  std::vector<std::string> names_;
  std::map<std::string, int, std::less<>> numbers_;
  std::vector<std::array<int, 2>> ends_;
  std::shared_ptr<const void> reserved_;  // for members of later versions
};

struct GraphSolution {
  int value = 0;                 // the margin for the player to move, in coins
  std::vector<MoveValue> moves;  // every string, in order: MoveValue::edge is its number
  std::vector<int> best;         // the strings whose value is that of the graph

  // The value of the graph in Nimstring: the same moves, but the first player unable to complete a
  // turn loses. The player to move wins if it is not 0, and if the graph is loony: then coins are
  // on offer that may be taken or handed back, and nim_value is 0.
  int nim_value = 0;
  bool loony = false;

  // A line of best play to the end. Of the best moves it takes one that captures the most coins,
  // and the first of these. MoveValue::player is 0 for the player to move.
  std::vector<MoveValue> line;

  std::uint64_t looked_at = 0;  // positions searched
  double seconds = 0;
  std::array<std::uint64_t, 4> reserved = {};  // for members of later versions; leave it zero
};

// Returns the value of a graph and of each of its moves. Of the options, `memory`, `seconds` and
// `stopped` count. Throws
//
// - BadInput if a limit is negative or not a number;
// - OutOfTime if the time is over, or if the graph is too large: a part of it that hangs together
//   through coins, once all coins are taken that can be taken, needs more than 64 strings, not
//   counting strings that continue each other through a coin with two;
// - OutOfMemory if too little memory is allowed;
// - Stopped.
PIPOPIPETTE_API GraphSolution solve_graph(const Graph& graph, const SolverOptions& options = {});

}  // namespace pipo
