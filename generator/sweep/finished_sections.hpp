// The one way in which the sweep reads sections of later layers: in memory it is an array,
// elsewhere it may be a cache over files or another machine; nothing above this interface knows
// which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

#include "generator/seam/seam_plan.hpp"
#include "probe/table/state_space.hpp"

namespace pipo {

// Part of a section seen as rows: entry (row, column) stands at data[row * stride + column], the
// column counted from the strip's first one. 64 bytes past the last entry may be read.
struct Strip {
  const std::int8_t* data = nullptr;
  std::size_t stride = 0;
};

// Memory for strips that are not stored the way they are wanted. Reused from task to task; one a
// thread.
class StripScratch {
 public:
  // Uninitialised room for `bytes` that stays valid until clear().
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

class FinishedSections {
 public:
  virtual ~FinishedSections() = default;

  // Columns first_column .. first_column + columns - 1 of a canonical section, in the orientation
  // given: rows are then the configurations of row_side(orientation). What is not stored that way
  // is made in scratch.
  virtual Strip strip(const SectionKey& key, Orientation orientation, std::uint32_t first_column,
                      std::uint32_t columns, StripScratch& scratch) const = 0;

  // A whole section as stored: lower configurations are rows.
  virtual Strip rows(const SectionKey& key) const = 0;
};

}  // namespace pipo
