// Quiet positions of one graph as sums of regions. Small regions are parts, of which only the
// shapes count (parts.hpp). Large regions are sets of at most 64 strings of one network: those of
// one position, the first. All later positions consist of some of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "probe/base/count_bits.hpp"
#include "search/parts.hpp"

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
    Handout handout = Handout::none;
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

// A search of sums polls once per 64 positions. On 20x20 these take up to 5 ms.
constexpr std::uint64_t kPollMask = (1U << 6) - 1;

// A quiet position.
struct Sum {
  Strings strings = 0;        // of the network: the large regions
  std::vector<PartId> parts;  // the others, in ascending order

  friend bool operator==(const Sum&, const Sum&) = default;
};

class Decomposition {
 public:
  // Regions with at most this number of strings are small.
  static constexpr int kMostStringsOfAPart = 4;

  explicit Decomposition(int most_strings_of_a_part = kMostStringsOfAPart)
      : most_strings_(most_strings_of_a_part) {}

  // Returns the quiet position in which these edges are open, or nothing if its large regions have
  // more strings than a network can hold. In a loony endgame more regions count as small.
  std::optional<Sum> sum_of(const Graph& graph, const EdgeFlags& quiet);

  // Returns how often the network has been replaced, because a position was not part of it. Strings
  // of an earlier network then have no meaning any more.
  int replaced() const { return replaced_; }

  Parts& parts() { return parts_; }
  const Parts& parts() const { return parts_; }
  // Returns the network of the last position that has strings. There must have been one.
  const Network& network() const { return *network_; }
  int boxes(Strings set) const { return set == 0 ? 0 : network_->boxes(set); }

  // Calls f(string, run, large, small) for each move of a piece of the network: a string that
  // offers the boxes, the captures that follow, and the rest of the piece, as strings and as parts.
  template <typename F>
  void each_move(const Piece& piece, F f);

 private:
  bool is_large(const Piece& piece, std::uint64_t true_joints) const {
    return count_bits(piece.strings) - count_bits(piece.joints & ~true_joints) > most_strings_;
  }
  PartId part_of(const Piece& piece);
  std::optional<Strings> strings_of(const Graph& graph, const Trace& trace,
                                    const std::vector<bool>& large);

  int most_strings_;
  Parts parts_;
  std::optional<Network> network_;
  PieceMap part_of_piece_;
  std::vector<PartId> small_;
  int replaced_ = 0;
};

template <typename F>
void Decomposition::each_move(const Piece& piece, F f) {
  const std::uint64_t joints = network_->true_joints(piece);
  for (Strings untried = network_->distinct(piece.strings); untried != 0;) {
    const int string = std::countr_zero(untried);
    const Network::Run run = network_->run(piece, joints, string);
    untried &= ~run.same;
    Strings large = 0, rest = piece.strings & ~run.removed;
    const std::uint64_t kept = network_->kept_joints(rest, joints, run);
    small_.clear();
    for (Piece next = network_->left_by(piece, run); rest != 0;
         next = network_->first_piece(rest)) {
      rest &= ~next.strings;
      if (is_large(next, kept)) {
        large |= network_->merged(next.strings);
      } else {
        small_.push_back(part_of(next));
      }
    }
    f(string, run, large, std::span<const PartId>(small_));
  }
}

}  // namespace pipo::graph
