// Layer files whose block index is wrong but has the right checksum.
#include "probe/file/layer_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <functional>

#include "pipopipette/error.hpp"
#include "probe/file/file_names.hpp"
#include "tests/support/files.hpp"
#include "tests/support/oracle_table.hpp"

namespace pipo::layer_file_test {

using test::contents;

class BlockIndexOfFile : public testing::TestWithParam<IndexReading> {
 protected:
  static constexpr int kLayer = 6;

  BlockIndexOfFile()
      : path_(write_table(folder_.path(), identity_, oracle_values(identity_.board)) /
              layer_file_name(kLayer)),
        bytes_(contents(path_)) {}

  // Writes the file with another index.
  void change(const std::function<void(std::vector<IndexEntry>&)>& by) const {
    std::string bytes = bytes_;
    const auto view = std::as_writable_bytes(std::span(bytes));
    LayerHeader header = read_header(view, path_.string());
    std::vector<IndexEntry> entries = read_index(view.subspan(header.index_offset));
    by(entries);
    const std::vector<std::byte> index = write_index(entries);
    std::ranges::copy(index, view.begin() + static_cast<std::ptrdiff_t>(header.index_offset));
    StreamedHash checksum = index_checksum(file_identity(header));
    checksum.add(index);
    header.index_checksum = checksum.value();
    std::ranges::copy(write_header(header, Finished::yes), view.begin());
    put(bytes);
  }

  void put(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  }

  LayerFile open() const { return {path_, identity_, layout_, KeepOpen::yes, GetParam()}; }

  void read_all() const {
    const LayerFile file = open();
    PackedBlock block;
    for (std::uint64_t number = 0; number < layout_.blocks(); ++number)
      file.read_block(number, block);
  }

  // A file whose index is not read when it is opened shows the damage when its blocks are read.
  void expect_refused() const {
    EXPECT_THROW(read_all(), DamagedTable);
    if (GetParam().most_checked > 0) {
      EXPECT_THROW(open(), DamagedTable);
    }
  }

  TemporaryFolder folder_;
  TableIdentity identity_{Board(2, 3), 0};
  StateSpace states_{identity_.board};
  LayerLayout layout_{states_, kLayer};
  std::filesystem::path path_;
  std::string bytes_;
};

TEST_P(BlockIndexOfFile, AsItWasWrittenIsRead) {
  change([](std::vector<IndexEntry>& entries) { ASSERT_GT(entries.size(), 2U); });
  EXPECT_EQ(contents(path_), bytes_);
  EXPECT_NO_THROW(read_all());
  std::uint64_t bytes = 0;
  change([&](std::vector<IndexEntry>& entries) {
    for (const IndexEntry& entry : entries) bytes += entry.bytes;
  });
  EXPECT_EQ(open().bytes_of_blocks(0, layout_.blocks()), bytes);
  EXPECT_NO_THROW(open().prefetch_blocks(0, layout_.blocks()));
}

TEST_P(BlockIndexOfFile, WithAWrongByteIsRefused) {
  std::string bytes = bytes_;
  bytes[bytes.size() - 30] ^= 1;
  put(bytes);
  expect_refused();
}

TEST_P(BlockIndexOfFile, WithAGapIsRefused) {
  change([](std::vector<IndexEntry>& entries) { --entries[1].bytes; });
  expect_refused();
}

TEST_P(BlockIndexOfFile, OutsideThePlaceOfBlocksIsRefused) {
  change([](std::vector<IndexEntry>& entries) { entries[1].offset = ~std::uint64_t{0} - 5; });
  expect_refused();
  change([](std::vector<IndexEntry>& entries) { entries[1].offset = 0; });
  expect_refused();
  change([](std::vector<IndexEntry>& entries) {
    const auto last = std::ranges::max_element(entries, {}, &IndexEntry::offset);
    last->offset += 1;
  });
  expect_refused();
}

TEST_P(BlockIndexOfFile, WithABlockThatIsMuchTooLargeIsRefused) {
  change([](std::vector<IndexEntry>& entries) { entries[1].bytes = ~std::uint32_t{0}; });
  expect_refused();
}

// Only an index in memory is checked for overlaps when the file is opened.
TEST_P(BlockIndexOfFile, WithABlockInTheWrongPlaceIsFoundInTheEnd) {
  change([](std::vector<IndexEntry>& entries) {
    std::swap(entries[0], entries[1]);
    std::swap(entries[0].values, entries[1].values);
  });
  EXPECT_THROW(read_all(), DamagedTable);
}

INSTANTIATE_TEST_SUITE_P(IndexReadings, BlockIndexOfFile,
                         testing::Values(IndexReading{}, IndexReading{.most_in_memory = 0},
                                         IndexReading{.most_in_memory = 0, .most_checked = 0}));

}  // namespace pipo::layer_file_test
