// The large regions of a position, as sets of at most 64 strings. The strings are those of one
// position, the first; all later positions consist of some of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "graph/parts.hpp"
#include "graph/trace.hpp"
#include "pipopipette/board.hpp"

namespace pipo::graph {

// A set of strings of a network, a bit each.
using Strings = std::uint64_t;

// A connected set of strings. Joints with only two of them are boxes of a longer string.
struct Piece {
  Strings strings = 0;
  std::uint64_t joints = 0;  // those with a string, a bit each
};

class Network {
 public:
  static constexpr int kMostStrings = 64;

  // Creates the network of the chosen strings of a trace, which must need at most 64 strings.
  // `edges` is the number of edges of the graph.
  Network(const Trace& trace, const std::vector<bool>& chosen, int edges);

  // Returns the number of strings that a network needs for a string of a trace: 2 if it leads from
  // a joint to itself, else 1.
  static int strings_needed(const Trace& trace, std::size_t string);

  // Returns the set of strings that have these edges, or nothing if one of them has none.
  std::optional<Strings> strings_of(const std::vector<int>& edges) const;

  int boxes(Strings set) const;

  // Returns the piece that contains the first of these strings.
  Piece first_piece(Strings set) const { return piece_of(set, set & -set, -1); }

  // Returns the joints of a piece that have three or more strings.
  std::uint64_t true_joints(const Piece& piece) const;

  // Returns the set in which strings with the same ends and lengths are replaced by the first ones
  // of their kind.
  Strings merged(Strings set) const;
  // Returns the set with one string of each such kind.
  Strings distinct(Strings set) const;

  // A move: the strings and joints that are captured after drawing an edge of a string.
  struct Run {
    Strings removed = 0;
    Strings same = 0;            // strings with the same effect
    std::uint64_t joints = 0;    // captured
    std::array<int, 2> stops{};  // the joints where the captures ended, -1: the ground
    int captured = 0;
  };
  Run run(const Piece& piece, std::uint64_t true_joints, int string) const;

  // Returns those of `true_joints` that are true joints of the strings that a run leaves.
  std::uint64_t kept_joints(Strings left, std::uint64_t true_joints, const Run& run) const;

  // Returns the piece that a run leaves at its first stop, or the whole if it is connected.
  Piece left_by(const Piece& piece, const Run& run) const;

  // Returns the piece as a region, not in canonical form.
  Region region(const Piece& piece) const;

  // Returns the distance of a string from the ground.
  int depth(int string) const { return depth_[string]; }

 private:
  struct Ends {
    std::int8_t from = -1, to = -1;  // joints from 0 on; -1 is the ground
    std::int16_t length = 0;
  };
  struct Alike {
    Strings all = 0;
    std::vector<Strings> first;  // first[n]: n of them
  };
  void add(int from, int to, int length);
  void find_alike();
  Piece piece_of(Strings set, Strings start, int until) const;
  void find_depths();

  int count_ = 0;
  std::array<Ends, kMostStrings> ends_{};
  std::array<Strings, kMostStrings> around_{};        // the strings that share a joint with each
  std::array<std::uint64_t, kMostStrings> joints_{};  // the joints of each string
  std::array<Strings, kMostStrings> sides_{};         // the strings of each joint
  std::array<int, kMostStrings> depth_{};
  std::vector<Alike> alike_;
  std::vector<std::int8_t> string_of_edge_;  // -1: none
};

}  // namespace pipo::graph
