#include "generator/sweep/nim_values.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <span>

#include "generator/kernels/kernels.hpp"
#include "generator/sweep/tiling.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/narrow.hpp"

namespace pipo {
namespace {

// Entries that one task finishes; a multiple of 64.
constexpr std::size_t kEntriesATask = 1 << 18;

// Bytes of second sets of options. A group of tiles that needs this much takes no further tile.
constexpr std::uint64_t kEnoughMemory = std::uint64_t{4} << 20;

std::span<std::int8_t> entries_of(LoadedTiles& tiles, TileNumber tile) {
  return {tiles.data(tile), narrow<std::size_t>(tiles.tiling().values(tile))};
}

// Turns sets of options into values: a full set into kOptionsASet. Returns the tiles that have one.
std::vector<TileNumber> finish(LoadedTiles& tiles, const std::vector<TileNumber>& targets) {
  struct Part {
    std::span<std::int8_t> entries;
    std::size_t target;
  };
  std::vector<Part> parts;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    std::span<std::int8_t> rest = entries_of(tiles, targets[i]);
    for (; rest.size() > kEntriesATask; rest = rest.subspan(kEntriesATask)) {
      parts.push_back({rest.first(kEntriesATask), i});
    }
    parts.push_back({rest, i});
  }
  std::vector<std::atomic<bool>> full(targets.size());
  parallel_loop(std::size_t{0}, parts.size(), [&](std::size_t i) {
    const auto [entries, target] = parts[i];
    if (kernels().finish_options(entries.data(), entries.size())) full[target] = true;
  });
  std::vector<TileNumber> result;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (full[i]) result.push_back(targets[i]);
  }
  return result;
}

// Gives tiles other memory in place of their own, which the destructor restores.
class BorrowedMemory {
 public:
  // `memory` is made large enough.
  BorrowedMemory(LoadedTiles& tiles, std::span<const TileNumber> borrowers,
                 std::vector<std::int8_t>& memory)
      : tiles_(tiles), borrowers_(borrowers.begin(), borrowers.end()) {
    std::size_t bytes = 0;
    for (const TileNumber tile : borrowers_) {
      own_.push_back(entries_of(tiles, tile));
      bytes += own_.back().size() + kTileSlack;
    }
    memory.resize(bytes);
    std::int8_t* next = memory.data();
    for (std::size_t i = 0; i < borrowers_.size(); ++i) {
      tiles_.set(borrowers_[i], next);
      next += own_[i].size() + kTileSlack;
    }
  }
  ~BorrowedMemory() {
    for (std::size_t i = 0; i < borrowers_.size(); ++i) tiles_.set(borrowers_[i], own_[i].data());
  }
  BorrowedMemory(const BorrowedMemory&) = delete;
  BorrowedMemory& operator=(const BorrowedMemory&) = delete;

  const std::vector<TileNumber>& tiles() const { return borrowers_; }
  std::span<std::int8_t> own(std::size_t i) const { return own_[i]; }
  const std::int8_t* lent(std::size_t i) const { return tiles_.data(borrowers_[i]); }

 private:
  LoadedTiles& tiles_;
  std::vector<TileNumber> borrowers_;
  std::vector<std::span<std::int8_t>> own_;
};

SweepTables with_second_set(SweepTables tables) {
  static_assert(kOptionSets == 2);
  tables.option_set = 1;
  return tables;
}

[[noreturn]] void throw_too_large(const StateSpace& space) {
  throw BadInput(fmt::format(
      "{}: a position has a nim-value of more than {}, which no table can store; choose a start "
      "with more edges or a smaller board",
      space.cut().turned().name(), kMostNimValue));
}

// Adds the least number missing from the second set to entries whose first set is full. Such
// entries are few.
void add_second_set(const StateSpace& space, std::span<std::int8_t> entries,
                    const std::int8_t* second) {
  const std::int8_t* const first = entries.data();
  for (std::size_t at = 0; at < entries.size(); ++at) {
    const void* const found = std::memchr(first + at, kOptionsASet, entries.size() - at);
    if (found == nullptr) return;
    at = static_cast<std::size_t>(static_cast<const std::int8_t*>(found) - first);
    const int more = std::countr_one(static_cast<std::uint8_t>(second[at]));
    if (more == kOptionsASet) throw_too_large(space);
    entries[at] = static_cast<std::int8_t>(kOptionsASet + more);
  }
}

}  // namespace

std::uint64_t second_set_bytes(const StateSpace& space, std::uint32_t part_size) {
  std::uint64_t all = 0;
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    all += space.section_values(layer) + kTileSlack * space.sections(layer).size();
  }
  return std::min(all, kEnoughMemory + tile_sizes(space, part_size).largest + kTileSlack);
}

void finish_tiles(const SweepTables& tables, LoadedTiles& tiles,
                  const std::vector<TileNumber>& targets, const Poll& poll) {
  const std::vector<TileNumber> full = finish(tiles, targets);
  std::vector<std::int8_t> memory;
  for (std::size_t next = 0; next < full.size();) {
    const std::size_t first = next;
    for (std::size_t bytes = 0; next < full.size() && bytes < kEnoughMemory;) {
      bytes += tiles.tiling().values(full[next++]) + kTileSlack;
    }
    const BorrowedMemory lent(tiles, std::span(full).subspan(first, next - first), memory);
    compute_tiles(with_second_set(tables), tiles, lent.tiles(), Targets::fresh, poll);
    parallel_loop(std::size_t{0}, next - first,
                  [&](std::size_t i) { add_second_set(tables.space, lent.own(i), lent.lent(i)); });
  }
}

void TileInSteps::compute(const SweepTables& tables, LoadedTiles& tiles, TileNumber target,
                          Targets state, const Poll& poll) {
  compute_tiles(tables, tiles, {target}, state, poll);
  const BorrowedMemory lent(tiles, std::span(&target, 1), second_);
  compute_tiles(with_second_set(tables), tiles, {target}, state, poll);
}

void TileInSteps::finish(const SweepTables& tables, LoadedTiles& tiles, TileNumber target) {
  if (!pipo::finish(tiles, {target}).empty()) {
    add_second_set(tables.space, entries_of(tiles, target), second_.data());
  }
  second_ = {};
}

}  // namespace pipo
