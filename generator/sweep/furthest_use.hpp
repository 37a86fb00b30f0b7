// Tiles ordered by their next use, to evict the one needed latest (Belady's rule).
//
// An entry is not removed when its tile is used, freed, or needed at another time: the owner
// says which entries still count.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "generator/sweep/loaded_tiles.hpp"

namespace pipo {

class FurthestUse {
 public:
  struct Entry {
    std::uint32_t use = 0;  // step
    TileNumber tile = 0;
    std::uint64_t mark = 0;  // for the owner
  };

  // For uses in steps 0 .. steps - 1. The order of entries within 2^shift steps is that of add().
  explicit FurthestUse(std::size_t steps, unsigned shift = 0)
      : shift_(shift), lists_((steps >> shift) + 1) {}

  void add(const Entry& entry) {
    const std::size_t at = entry.use >> shift_;
    lists_[at].push_back(entry);
    first_ = std::min(first_, at);
    end_ = std::max(end_, at + 1);
  }

  // Returns the latest entry for which `counts` returns true; nothing if there is none. Removes
  // those behind it. `counts` may add other entries.
  template <typename Counts>
  std::optional<Entry> furthest(Counts counts) {
    while (end_ > first_) {
      std::vector<Entry>& here = lists_[end_ - 1];
      if (here.empty()) {
        free(here);
        --end_;
        continue;
      }
      const Entry entry = here.back();
      here.pop_back();
      if (!counts(entry)) continue;
      here.push_back(entry);
      return entry;
    }
    return std::nullopt;
  }

  // Removes the entry that furthest() has returned.
  void pop() { lists_[end_ - 1].pop_back(); }

  // Removes all entries of steps before `step`, a multiple of 2^shift.
  void pass(std::uint32_t step) {
    for (; first_ < step >> shift_; ++first_) free(lists_[first_]);
    end_ = std::max(end_, first_);
  }

  // Looks at entries in the order of their uses, at `most` of them and the rest of a list. Removes
  // those for which `outdated` returns true, and passes them to `renew`, which may add others.
  template <typename Outdated, typename Renew>
  void review(std::size_t most, Outdated outdated, Renew renew) {
    std::size_t seen = 0;
    for (std::size_t at = first_; at < end_ && seen < most; ++at) {
      std::vector<Entry>& here = lists_[at];
      for (std::size_t i = 0; i < here.size(); ++seen) {
        const Entry entry = here[i];
        if (!outdated(entry)) {
          ++i;
          continue;
        }
        here[i] = here.back();
        here.pop_back();
        renew(entry);
      }
      if (!here.empty()) continue;
      free(here);
      if (at == first_) ++first_;
    }
  }

 private:
  // Assigning {} or clear() would keep the memory.
  static void free(std::vector<Entry>& list) { std::vector<Entry>().swap(list); }

  unsigned shift_;
  std::vector<std::vector<Entry>> lists_;  // [2^shift_ consecutive steps]
  std::size_t first_ = 0;                  // lists before it are empty
  std::size_t end_ = 0;                    // lists from it on are empty
};

}  // namespace pipo
