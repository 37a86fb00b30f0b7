// Positions of one graph as sums of regions: small regions are parts, of which only the shapes
// count; large regions are strings of one network.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graph/graph.hpp"
#include "graph/network.hpp"
#include "graph/parts.hpp"
#include "graph/piece_map.hpp"
#include "graph/trace.hpp"
#include "probe/base/count_bits.hpp"

namespace pipo::graph {

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
