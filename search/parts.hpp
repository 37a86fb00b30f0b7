// The shapes of regions, each stored once however often and wherever it occurs, with its moves. A
// map finds the numbers of the shapes of sets of strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "search/region.hpp"

namespace pipo::graph {

// The number of a shape among the known ones.
using PartId = std::uint32_t;

// Stands for a number that is not known yet.
constexpr PartId kNoPart = std::numeric_limits<PartId>::max();

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

// A hash map from sets of strings, a bit each, to numbers.
class PieceMap {
 public:
  PieceMap() { clear(); }

  void clear() {
    places_.assign(1024, {});
    used_ = 0;
  }

  std::size_t bytes() const { return places_.size() * sizeof(Place); }

  // Returns the number for these strings, of which there is at least one; kNoPart if there is none.
  PartId find(std::uint64_t strings) const {
    const Place& place = places_[place_of(strings)];
    return place.strings == 0 ? kNoPart : place.part;
  }

  // Returns the number for these strings, of which there is at least one. It is kNoPart at first.
  // The reference is valid until the next call.
  PartId& operator[](std::uint64_t strings) {
    if (2 * used_ >= places_.size()) grow();
    Place& place = places_[place_of(strings)];
    used_ += place.strings == 0;
    place.strings = strings;
    return place.part;
  }

 private:
  struct Place {
    std::uint64_t strings = 0;  // 0: empty
    PartId part = kNoPart;
  };

  std::size_t place_of(std::uint64_t strings) const {
    const std::uint64_t mixed = (strings ^ strings >> 29) * 0x9e3779b97f4a7c15U;
    std::size_t i = mixed >> 32 & (places_.size() - 1);
    while (places_[i].strings != 0 && places_[i].strings != strings) {
      i = (i + 1) & (places_.size() - 1);
    }
    return i;
  }

  void grow() {
    std::vector<Place> before(2 * places_.size());
    before.swap(places_);
    for (const Place& place : before) {
      if (place.strings != 0) places_[place_of(place.strings)] = place;
    }
  }

  std::vector<Place> places_;
  std::size_t used_ = 0;
};

}  // namespace pipo::graph
