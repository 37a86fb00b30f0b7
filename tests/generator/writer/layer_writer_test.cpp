// Writes tables with the oracle's values and reads them back entry by entry.
#include "generator/writer/layer_writer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <thread>

#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/file/file_names.hpp"
#include "probe/table/section_reader.hpp"
#include "probe/table/table_sections.hpp"
#include "tests/generator/writer/held_renames.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/process_limit.hpp"
#include "verify/checks.hpp"

namespace pipo::layer_writer_test {

// Cuts a section into parts with this many rows and all columns.
std::vector<SectionRows> rows_of_parts(const StateSpace& space, const SectionKey& key,
                                       const std::int8_t* dense, std::uint32_t size) {
  const SectionPart all = whole(space, key);
  std::vector<SectionRows> rows;
  for (std::uint32_t row = 0; row < all.rows; row += size) {
    SectionPart part = all;
    part.first_row = row;
    part.rows = std::min(size, all.rows - row);
    rows.emplace_back(part, kBlockColumns, std::vector{dense + std::size_t{row} * all.columns});
  }
  return rows;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_reads_back(const Board& board) {
  const TemporaryFolder folder;
  const TableIdentity identity = table_identity(board);
  SCOPED_TRACE(folder_name(identity));
  const Values values = oracle_values(identity.board);
  const Table table(write_table(folder.path(), identity, values));
  const TableSections sections(table);
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    for (const StoredSection& section : table.layout(layer).sections()) {
      const auto expected = dense_section(table.space().states(), identity, section.key, values);
      EXPECT_EQ(sections.section(section.key), expected);
    }
    const std::uint64_t entries = table.layout(layer).entries();
    for (std::uint64_t number = 0; number < entries; number += 1 + entries / 50) {
      const auto [position, value] = sections.entry(layer, number);
      EXPECT_EQ(position.layer(), layer);
      EXPECT_EQ(position, sections.position(layer, number));
      EXPECT_EQ(value, values(position.drawn));
    }
  }
  const BytesReport report = verify_bytes(table);
  EXPECT_EQ(report.bytes, table.manifest().bytes());
  EXPECT_EQ(report.values, table.manifest().stored());
}

TEST(LayerWriter, TablesReadBack) {
  for (const Board& board : {Board(1, 1), Board(1, 2), Board(1, 6), Board(2, 2), Board(2, 3),
                             Board(3, 3), Board(2, 4)}) {
    expect_reads_back(board);
  }
}

TEST(LayerWriter, BytesDoNotDependOnThreads) {
  const TemporaryFolder one;
  const TemporaryFolder many;
  const TableIdentity identity{Board(3, 3), 0};
  const Values values = oracle_values(identity.board);
  const auto write_with = [&](int threads, const std::filesystem::path& folder) {
    return with_threads(threads, [&] { return write_table(folder, identity, values); });
  };
  const auto first = write_with(1, one.path());
  const auto second = write_with(8, many.path());
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(first)) {
    EXPECT_EQ(contents(entry.path()), contents(second / entry.path().filename()));
    ++files;
  }
  EXPECT_EQ(files, 26);
}

TEST(LayerWriter, NamesTheFileThatCannotBeWritten) {
  const TableSpace space({Board(1, 1), 0});
  const std::int8_t value = 0;
  const auto zero = [&](const SectionKey&) { return &value; };
  LayerWriter nowhere(space, "/nonexistent/1x1");
  try {
    write_layer(nowhere, space.states(), 4, zero);
    FAIL() << "wrote into a folder that does not exist";
  } catch (const CannotWrite& error) {
    EXPECT_NE(std::string(error.what()).find("/nonexistent/1x1/layer-04.pipo"), std::string::npos);
  }
}

std::vector<int> numbers_of(const SectionKey& key) {
  return {static_cast<int>(key.seam), key.lower, key.upper};
}

std::vector<std::int8_t> read_section(const LayerFile& file, const TableSpace& space,
                                      const SectionKey& key) {
  const SectionPart part = whole(space.states(), key);
  std::vector<std::int8_t> read(part.values());
  SectionReader(space, file.layout(), part).read(file, read.data());
  return read;
}

// Adds the sections in reverse order, and reads them while their layer is being written. With
// `most_blocks_in_memory` 0, the block indexes are read from files.
void add_in_reverse(std::uint64_t most_blocks_in_memory) {
  const TemporaryFolder folder;
  const TableIdentity identity{Board(2, 3), 0};
  const Values values = oracle_values(identity.board);
  const std::filesystem::path table = write_table(folder.path(), identity, values);
  const TableSpace space(identity);
  const TemporaryFolder other;
  LayerWriter writer(space, other.path(), most_blocks_in_memory);
  for (const int layer : {6, 9}) {
    std::vector<SectionKey> keys = space.states().sections(layer);
    std::reverse(keys.begin(), keys.end());
    std::map<std::vector<int>, std::vector<std::int8_t>> made;
    const auto values_of = [&](const SectionKey& key) -> const std::int8_t* {
      auto& dense = made[numbers_of(key)];
      if (dense.empty()) dense = dense_section(space.states(), identity, key, values);
      return dense.data();
    };
    for (const SectionKey& key : keys) values_of(key);
    const LayerLayout layout(space.states(), layer);
    std::optional<ManifestLayer> written;
    EXPECT_FALSE(writer.growing(layer));
    for (const SectionKey& key : keys) {
      EXPECT_FALSE(written);
      written = writer.add(layer, std::vector{SectionRows(space.states(), key, values_of(key))});
      const auto file = writer.growing(layer);
      EXPECT_EQ(file.has_value(), !written);
      if (!file) continue;
      const LayerFile growing(file->file, file->header, layout, file->index);
      EXPECT_EQ(read_section(growing, space, key), made.at(numbers_of(key)));
    }
    ASSERT_TRUE(written);
    writer.finish();
    const LayerFile canonical(table / layer_file_name(layer), identity, layout);
    const LayerFile reversed(other / layer_file_name(layer), identity, layout, KeepOpen::yes,
                             IndexReading{.most_in_memory = most_blocks_in_memory});
    for (const SectionKey& key : keys)
      EXPECT_EQ(read_section(reversed, space, key), made.at(numbers_of(key)));
    EXPECT_EQ(written->content_hash, canonical.header().content_hash);
    EXPECT_EQ(reversed.header().values, canonical.header().values);
    EXPECT_EQ(written->bytes, canonical.header().file_bytes);
    EXPECT_NE(contents(other / layer_file_name(layer)), contents(table / layer_file_name(layer)));
  }
}

// The first rows of a layer may complete no block.
TEST(LayerWriter, AppendsNoBlocks) {
  const TemporaryFolder folder;
  const TableSpace space({Board(2, 3), 0});
  LayerWriter writer(space, folder.path());
  writer.append(6, {}, {});
  writer.append(6, {}, {});
  EXPECT_EQ(std::filesystem::file_size(writer.growing(6)->file.path()), kHeaderBytes);
}

TEST(LayerWriter, SectionsMayComeInAnyOrder) {
  add_in_reverse(kMostBlocksInMemory);
}

TEST(LayerWriter, LargeIndexesAreNotInMemory) {
  add_in_reverse(0);
}

// Rows of blocks begin in one part of a section and end in another.
TEST(LayerWriter, SectionsMayComeInParts) {
  for (const Board& board : {Board(3, 3), Board(2, 4)}) {
    const TemporaryFolder folder;
    const TableIdentity identity{board, 0};
    const Values values = oracle_values(board);
    const std::filesystem::path table = write_table(folder.path(), identity, values);
    const TableSpace space(identity);
    const TemporaryFolder other;
    LayerWriter writer(space, other.path());
    for (int layer = 0; layer <= board.edges(); ++layer) {
      const std::uint32_t size = 1 + static_cast<std::uint32_t>(layer) % 9;
      std::deque<std::vector<std::int8_t>> sections;
      std::vector<SectionRows> rows;
      for (const SectionKey& key : space.states().sections(layer)) {
        sections.push_back(dense_section(space.states(), identity, key, values));
        for (SectionRows& part : rows_of_parts(space.states(), key, sections.back().data(), size))
          rows.push_back(std::move(part));
      }
      std::optional<ManifestLayer> written;
      for (std::size_t next = 0; next < rows.size();) {
        const std::size_t count = std::min(rows.size() - next, 1 + next % 3);
        written = writer.add(layer, std::span(rows).subspan(next, count));
        next += count;
        EXPECT_EQ(written.has_value(), next == rows.size());
      }
      if (rows.empty()) continue;
      writer.finish();
      EXPECT_EQ(contents(other / layer_file_name(layer)), contents(table / layer_file_name(layer)))
          << board.name() << ", layer " << layer;
    }
  }
}

// Each file that is being published takes a thread and an open file.
TEST(LayerWriter, WaitsWhileEightFilesAreBeingPublished) {
  const TemporaryFolder folder;
  const TableIdentity identity{Board(2, 2), 0};
  const Values values = oracle_values(identity.board);
  const TableSpace space(identity);
  test::HeldRenames held;
  LayerWriter writer(space, folder.path());
  const auto write = [&](int layer) {
    std::map<SectionKey, std::vector<std::int8_t>> sections;
    for (const SectionKey& key : space.states().sections(layer))
      sections[key] = dense_section(space.states(), identity, key, values);
    write_layer(writer, space.states(), layer,
                [&](const SectionKey& key) { return sections.at(key).data(); });
  };
  for (int layer = 0; layer < 8; ++layer) write(layer);
  EXPECT_EQ(held.done(), 0);
  // The ninth write waits for the others. A writer that did not wait would return before they are
  // renamed.
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    held.let_go();
  });
  write(8);
  EXPECT_GE(held.done(), 8);  // nothing holds the ninth, so it may be renamed by now
  later.join();
  writer.finish();
  EXPECT_EQ(held.done(), 9);
}

// The ninth write takes the list of files and waits; a thread that reads sections back must wait
// for the same files.
TEST(LayerWriter, EveryCallOfFinishWaitsForTheFiles) {
  const TemporaryFolder folder;
  const TableIdentity identity{Board(2, 2), 0};
  const Values values = oracle_values(identity.board);
  const TableSpace space(identity);
  test::HeldRenames held;
  LayerWriter writer(space, folder.path());
  const auto write = [&](int layer) {
    std::map<SectionKey, std::vector<std::int8_t>> sections;
    for (const SectionKey& key : space.states().sections(layer))
      sections[key] = dense_section(space.states(), identity, key, values);
    write_layer(writer, space.states(), layer,
                [&](const SectionKey& key) { return sections.at(key).data(); });
  };
  for (int layer = 0; layer < 8; ++layer) write(layer);
  std::thread ninth([&] { write(8); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    held.let_go();
  });
  writer.finish();
  EXPECT_GE(held.done(), 8);
  ninth.join();
  later.join();
}

// Threads that read sections back wait for files, and ask whether a layer is still being written.
// ThreadSanitizer finds unguarded data.
TEST(LayerWriter, OtherThreadsMayCallGrowingAndFinish) {
  const TemporaryFolder folder;
  const TableIdentity identity{Board(2, 2), 0};
  const Values values = oracle_values(identity.board);
  const TableSpace space(identity);
  LayerWriter writer(space, folder.path());
  std::atomic<bool> ended = false;
  std::thread other([&] {
    for (int layer = 0; !ended; layer = (layer + 1) % 13) {
      if (!writer.growing(layer)) writer.finish();
    }
  });
  std::vector<std::int8_t> dense;
  for (int layer = 0; layer <= 12; ++layer) {
    for (const SectionKey& key : space.states().sections(layer)) {
      dense = dense_section(space.states(), identity, key, values);
      writer.add(layer, std::vector{SectionRows(space.states(), key, dense.data())});
    }
  }
  ended = true;
  other.join();
  writer.finish();
  for (int layer = 0; layer <= 12; ++layer)
    EXPECT_EQ(std::filesystem::exists(folder / layer_file_name(layer)),
              !space.states().sections(layer).empty());
}

// A limit on the size of files simulates a full disk.
TEST(LayerWriter, ReportsAFullDiskAndLeavesNothing) {
  const TemporaryFolder folder;
  const TableIdentity identity{Board(2, 3), 0};
  const Values values = oracle_values(identity.board);
  std::string message;
  {
    const test::ProcessLimit limit(RLIMIT_FSIZE, 700);
    try {
      write_table(folder.path(), identity, values);
    } catch (const DiskFull& error) {
      message = error.what();
    }
  }
  EXPECT_NE(message.find("2x3/layer-"), std::string::npos) << message;
  EXPECT_NE(message.find("ulimit -f"), std::string::npos) << message;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "2x3")) {
    EXPECT_EQ(entry.path().extension(), ".pipo");
  }
}

TEST(LayerWriter, RefusesValuesOfTheWrongParity) {
  const TemporaryFolder folder;
  const TableSpace space({Board(1, 1), 0});
  const std::int8_t value = 1;  // no box is left on the full board
  LayerWriter writer(space, folder.path());
  EXPECT_THROW(write_layer(writer, space.states(), 4, [&](const SectionKey&) { return &value; }),
               std::logic_error);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace pipo::layer_writer_test
