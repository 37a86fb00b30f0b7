// The layers of which a table has files. The values of the others are computed from these, or by a
// solver.
//
// A quiet position's value is the maximum over its moves of a simple function of quiet positions
// with more edges drawn (settle.hpp). So the value of an omitted layer follows from later layers,
// at the cost of one look-ahead for each omitted layer in a row.
#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <string_view>

#include "pipopipette/board.hpp"
#include "pipopipette/table_identity.hpp"

namespace pipo {

// At most this many layers in a row are bridged by looking ahead. Each further layer takes about
// ten times as long (docs/performance.md).
constexpr int kMostBridged = 2;

class KeptLayers {
 public:
  using Layers = std::bitset<kSmallBoardEdges + 1>;  // by number of drawn edges

  KeptLayers() = default;
  // Keeps those of the layers `first` to `last` that are in `kept`.
  KeptLayers(int first, int last, const Layers& kept);

  // Keeps every layer of a table.
  static KeptLayers all(const TableIdentity& table);

  // Reads a choice of layers, separated by commas: "even", "odd", "every 3", "12" and "0-14". With
  // the first three the small layers are kept in addition: the first sixth and the last third. They
  // are few bytes, and end the look-ahead in endgames. A range alone keeps these layers only, since
  // all later positions are solved anyway. Throws BadInput if the text is malformed or names a
  // layer that the table does not have.
  static KeptLayers parse(std::string_view text, const TableIdentity& table);

  bool keeps(int layer) const { return kept_[static_cast<std::size_t>(layer)]; }
  bool keeps_all() const;
  int omitted() const;  // how many layers

  // Returns whether the values of an omitted layer can be computed from kept layers, however far a
  // move leads: it is not below a run of more than kMostBridged omitted layers.
  bool computes(int layer) const { return !keeps(layer) && layer > beyond_; }

  // Returns whether every layer is kept or computed.
  bool answers_all() const { return beyond_ < first_; }

  // Returns the fewest drawn edges of a position that has to be solved, or nothing if there is
  // none: the layer before the first one that is neither kept nor computed, since its moves lead
  // there.
  std::optional<int> solved_from() const;

  // Returns the kept layers, "0-6,8,10,27-40".
  std::string text() const;

  friend bool operator==(const KeptLayers&, const KeptLayers&) = default;

 private:
  int first_ = 0;
  int last_ = 0;
  Layers kept_;
  int beyond_ = -1;  // the last omitted layer that cannot be computed; first_ - 1 if there is none
};

}  // namespace pipo
