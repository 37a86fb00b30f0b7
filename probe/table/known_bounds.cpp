#include "probe/table/known_bounds.hpp"

#include <algorithm>
#include <utility>

namespace pipo {
namespace {

constexpr std::size_t kFewestEntries = 64;

}  // namespace

// Returns the entry of a position, or the empty one where it belongs.
std::size_t KnownBounds::slot_of(EdgeSet merged) const {
  const std::size_t mask = entries_.size() - 1;
  std::size_t slot = (merged * 0x9e37'79b9'7f4a'7c15 >> 32) & mask;
  while (!entries_[slot].empty() && entries_[slot].merged != merged) slot = (slot + 1) & mask;
  return slot;
}

KnownBounds::Bounds KnownBounds::of(EdgeSet merged) const {
  if (entries_.empty()) return {};
  const Entry& entry = entries_[slot_of(merged)];
  if (entry.empty()) return {};
  return {.low = entry.low, .high = entry.high};
}

void KnownBounds::grow() {
  const std::vector<Entry> before =
      std::exchange(entries_, std::vector<Entry>(std::max(kFewestEntries, 2 * entries_.size())));
  for (const Entry& entry : before) {
    if (!entry.empty()) entries_[slot_of(entry.merged)] = entry;
  }
}

bool KnownBounds::add(EdgeSet merged) {
  const std::size_t before = count_;
  narrow(merged, {});
  return count_ > before;
}

void KnownBounds::narrow(EdgeSet merged, const Bounds& bounds) {
  if (4 * (count_ + 1) > 3 * entries_.size()) grow();
  Entry& entry = entries_[slot_of(merged)];
  if (entry.empty()) {
    entry = {.merged = merged,
             .low = static_cast<std::int8_t>(bounds.low),
             .high = static_cast<std::int8_t>(bounds.high)};
    ++count_;
    return;
  }
  entry.low = static_cast<std::int8_t>(std::max<int>(entry.low, bounds.low));
  entry.high = static_cast<std::int8_t>(std::min<int>(entry.high, bounds.high));
}

}  // namespace pipo
