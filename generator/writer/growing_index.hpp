// The block index of a file that is being written: in memory, or in a separate file if it is large.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "probe/base/descriptor.hpp"
#include "probe/file/block_index.hpp"

namespace pipo {

class GrowingIndex {
 public:
  // Creates an index for this many blocks; a large one is in a file in this folder. Throws
  // OutOfResources, CannotWrite.
  GrowingIndex(std::filesystem::path folder, std::uint64_t blocks,
               std::uint64_t most_blocks_in_memory = kMostBlocksInMemory);

  // Sets entries that follow each other. Throws OutOfResources, CannotWrite.
  void set(std::uint64_t first, std::span<const IndexEntry> entries);

  // Returns the index for reading, with the entries set so far and later. Its copies stay readable
  // when this object is gone.
  const BlockIndex& reading() const { return *reading_; }

 private:
  std::filesystem::path folder_;
  std::shared_ptr<std::vector<IndexEntry>> listed_;  // null if there is a file
  std::shared_ptr<const Descriptor> file_;
  std::optional<BlockIndex> reading_;
};

}  // namespace pipo
