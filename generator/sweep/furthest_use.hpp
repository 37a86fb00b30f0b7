// Sections ordered by their next use, to evict the one needed latest (Belady).
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace pipo {

class FurthestUse {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  // Handles sections 0 .. sections - 1, used in steps 0 .. steps - 1.
  FurthestUse(std::size_t sections, std::size_t steps) : links_(sections), first_(steps, kNone) {}

  void add(std::uint32_t section, std::uint32_t step) {
    links_[section] = {.next = first_[step], .step = step};
    if (first_[step] != kNone) links_[first_[step]].previous = section;
    first_[step] = section;
    if (step >= end_) end_ = step + 1;
  }

  bool contains(std::uint32_t section) const { return links_[section].step != kNone; }

  void remove(std::uint32_t section) {
    const Link link = links_[section];
    (link.previous == kNone ? first_[link.step] : links_[link.previous].next) = link.next;
    if (link.next != kNone) links_[link.next].previous = link.previous;
    links_[section].step = kNone;
  }

  // Returns a section whose next use is latest; kNone if there are no sections.
  std::uint32_t furthest() {
    while (end_ > 0 && first_[end_ - 1] == kNone) --end_;
    return end_ == 0 ? kNone : first_[end_ - 1];
  }

 private:
  // The sections used next in the same step form a doubly linked list.
  struct Link {
    std::uint32_t previous = kNone;
    std::uint32_t next = kNone;
    std::uint32_t step = kNone;
  };

  std::vector<Link> links_;
  std::vector<std::uint32_t> first_;
  std::uint32_t end_ = 0;  // no section is used in this step or later
};

}  // namespace pipo
