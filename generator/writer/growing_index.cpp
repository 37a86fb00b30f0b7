#include "generator/writer/growing_index.hpp"

#include <algorithm>
#include <utility>

#include "generator/writer/new_file.hpp"

namespace pipo {

GrowingIndex::GrowingIndex(std::filesystem::path folder, std::uint64_t blocks,
                           std::uint64_t most_blocks_in_memory)
    : folder_(std::move(folder)) {
  if (blocks <= most_blocks_in_memory) {
    listed_ = std::make_shared<std::vector<IndexEntry>>(blocks);
    reading_.emplace(listed_);
  } else {
    file_ = std::make_shared<const Descriptor>(unnamed_file(folder_));
    reading_.emplace(ReadOnlyFile(folder_, file_), 0, blocks);
  }
}

void GrowingIndex::set(std::uint64_t first, std::span<const IndexEntry> entries) {
  if (listed_) {
    std::ranges::copy(entries, listed_->begin() + static_cast<std::ptrdiff_t>(first));
  } else {
    write_at(*file_, folder_, first * kIndexEntryBytes, write_index(entries));
  }
}

}  // namespace pipo
