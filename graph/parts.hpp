// The shapes of regions, each stored once however often and wherever it occurs, with its moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "graph/region.hpp"

namespace pipo::graph {

// The number of a shape among the known ones.
using PartId = std::uint32_t;

enum class PartKind : std::uint8_t {
  short_chain,  // of one or two boxes
  long_chain,
  loop,   // with an even number of boxes, at least four
  loony,  // any other region in which each move offers a long string or a loop
  other,
};

struct PartMove {
  int captured = 0;
  Handout handout = Handout::none;
  std::vector<PartId> rest;  // in ascending order

  friend auto operator<=>(const PartMove&, const PartMove&) = default;
};

// The results of a loony region if the controller never gives up control (Sierra, chapter 5).
struct Control {
  int fully = 0;            // fcv
  bool ends_chain = false;  // an order of offers attains fcv whose last one is a chain of 4 or more
};

class Parts {
 public:
  struct Part {
    Region region;  // in canonical form
    int boxes = 0;
    PartKind kind = PartKind::other;
  };

  // Returns the number of a region's shape.
  PartId number(const Region& region);

  // Returns the numbers of the regions' shapes, in ascending order.
  std::vector<PartId> numbers(const std::vector<Region>& regions);

  const Part& operator[](PartId id) const { return parts_[id].part; }
  std::size_t size() const { return parts_.size(); }

  // Returns the different moves of a shape.
  const std::vector<PartMove>& moves(PartId id);

  // Returns the results under control of a shape whose kind is neither short_chain nor other.
  Control control(PartId id);

 private:
  struct Known {
    Part part;
    bool has_moves = false;
    std::vector<PartMove> moves;
    std::optional<Control> control;
  };
  std::deque<Known> parts_;  // references stay valid while it grows
  std::unordered_map<Region, PartId, RegionHash> ids_;
};

}  // namespace pipo::graph
