// A hash map from pieces of a network, by their strings, to numbers.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "graph/network.hpp"

namespace pipo::graph {

// Stands for a number that is not known yet.
constexpr PartId kNoPart = std::numeric_limits<PartId>::max();

class PieceMap {
 public:
  PieceMap() { clear(); }

  void clear() {
    places_.assign(1024, {});
    used_ = 0;
  }

  std::size_t bytes() const { return places_.size() * sizeof(Place); }

  // Returns the number for these strings, of which there is at least one; kNoPart if there is none.
  PartId find(Strings strings) const {
    const Place& place = places_[place_of(strings)];
    return place.strings == 0 ? kNoPart : place.part;
  }

  // Returns the number for these strings, of which there is at least one. It is kNoPart at first.
  // The reference is valid until the next call.
  PartId& operator[](Strings strings) {
    if (2 * used_ >= places_.size()) grow();
    Place& place = places_[place_of(strings)];
    used_ += place.strings == 0;
    place.strings = strings;
    return place.part;
  }

 private:
  struct Place {
    Strings strings = 0;  // 0: empty
    PartId part = kNoPart;
  };

  std::size_t place_of(Strings strings) const {
    const Strings mixed = (strings ^ strings >> 29) * 0x9e3779b97f4a7c15U;
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
