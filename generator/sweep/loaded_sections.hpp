// The sections in memory: the only interface through which the sweep reads values of later layers.
//
// Before a layer is computed, its caller loads the sections that it reads: all of them, or in
// groups if memory does not hold them all. Nothing below this interface knows where they come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "generator/seam/seam_plan.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

// Kernels work on multiples of 64 and may read that much past a section's end.
constexpr std::size_t kSectionSlack = 64;

// Returns the number of values of the largest section.
std::size_t largest_section(const StateSpace& space);

// Part of a section seen as rows: entry (row, column) is data[row * stride + column], with columns
// counted from the strip's first one. `data` is nullptr if the section is not loaded.
struct Strip {
  const std::int8_t* data = nullptr;
  std::size_t stride = 0;
};

// Returns the stride of a strip that is not stored: kernels write whole multiples of 64.
constexpr std::size_t strip_stride(std::size_t columns) {
  return (columns + 63) / 64 * 64;
}

// Memory for strips that are not stored in the requested orientation. Reused from task to task; one
// object per thread.
class StripScratch {
 public:
  // Returns uninitialised memory for `bytes` bytes, valid until clear().
  std::int8_t* take(std::size_t bytes) {
    if (used_ == blocks_.size()) blocks_.emplace_back();
    Block& block = blocks_[used_++];
    if (block.size < bytes) {
      block.memory = std::make_unique_for_overwrite<std::int8_t[]>(bytes);
      block.size = bytes;
    }
    return block.memory.get();
  }
  void clear() { used_ = 0; }

 private:
  struct Block {
    std::unique_ptr<std::int8_t[]> memory;
    std::size_t size = 0;
  };
  std::deque<Block> blocks_;
  std::size_t used_ = 0;
};

// Identifies a canonical section; see LoadedSections::number.
using SectionNumber = std::uint32_t;

class LoadedSections {
 public:
  explicit LoadedSections(const StateSpace& space);

  const StateSpace& space() const { return space_; }

  // Registers the values of a canonical section: `data` has rows x columns values and kSectionSlack
  // more bytes. nullptr unloads the section.
  void set(const SectionKey& key, std::int8_t* data) { places_[number(key)] = data; }

  // The values of a loaded section.
  std::int8_t* data(const SectionKey& key) { return places_[number(key)]; }
  const std::int8_t* data(const SectionKey& key) const { return places_[number(key)]; }

  // A section as stored: lower configurations are rows.
  Strip rows(const SectionKey& key) const {
    const SectionNumber at = number(key);
    return {places_[at], columns_[at]};
  }

  // Returns columns first_column .. first_column + columns - 1 of a section in the given
  // orientation, whose rows are the configurations of row_side(orientation). Of a section stored
  // the other way, the rows in `required` are transposed into scratch; the others are undefined.
  Strip strip(const SectionKey& key, Orientation orientation, std::uint32_t first_column,
              std::uint32_t columns, std::span<const ConfigurationRange> required,
              StripScratch& scratch) const;

  // Bytes of a canonical section, including kSectionSlack, and its number, which is below count().
  std::size_t bytes(SectionNumber number) const { return bytes_[number]; }
  std::size_t bytes(const SectionKey& key) const { return bytes_[number(key)]; }
  SectionNumber number(const SectionKey& key) const {
    return static_cast<SectionNumber>(
        (seam_number_[key.seam] * lower_counts_ + key.lower) * upper_counts_ + key.upper);
  }
  SectionKey key(SectionNumber number) const {
    return {space_.representatives()[number / (lower_counts_ * upper_counts_)],
            static_cast<int>(number / upper_counts_ % lower_counts_),
            static_cast<int>(number % upper_counts_)};
  }
  std::size_t count() const { return places_.size(); }

 private:
  const StateSpace& space_;
  std::vector<std::size_t> seam_number_;  // by seam, of representatives
  std::size_t lower_counts_;
  std::size_t upper_counts_;
  std::vector<std::int8_t*> places_;    // by number()
  std::vector<std::uint32_t> columns_;  // by number()
  std::vector<std::size_t> bytes_;      // by number()
};

}  // namespace pipo
