// Damaged tables are refused with an error that names the file. They never give a wrong value and
// never crash the program.
#include <gtest/gtest.h>
#include <xxhash.h>

#include <optional>

#include "generator/writer/layer_writer.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/tables.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/file/file_names.hpp"
#include "probe/table/table.hpp"
#include "tests/support/files.hpp"
#include "tests/support/oracle_table.hpp"
#include "verify/checks.hpp"

namespace pipo::corruption_test {

namespace fs = std::filesystem;

using test::contents;
using test::overwrite;

// A table of 2x2 to damage.
class Corruption : public testing::Test {
 protected:
  Corruption() {
    write_table(folder_.path(), {Board(2, 2), 0}, oracle_values(Board(2, 2)));
    write_table(folder_.path(), {Board(1, 2), 0}, oracle_values(Board(1, 2)));
  }

  fs::path layer(int number) const { return table() / layer_file_name(number); }
  fs::path table() const { return folder_.path() / "2x2"; }

  // Opens the table and asks for all values. Returns the error, or nothing if all values are right.
  std::optional<DamagedTable> go_through() const {
    try {
      const Table opened(table());
      verify_bytes(opened);
      const Tables tables = Tables::only(table());
      const oracle::FlatTable& oracle = oracle_of(Board(2, 2));
      for (EdgeSet drawn = 0; drawn < 1U << 12; ++drawn) {
        EXPECT_EQ(tables.value({Board(2, 2), drawn}), oracle.value(drawn));
      }
    } catch (const DamagedTable& error) {
      return error;
    }
    return {};
  }

  // Checks that the table is refused with an error that names the file, in a message of one line.
  void expect_refused(const fs::path& file) const {
    const auto error = go_through();
    ASSERT_TRUE(error);
    EXPECT_EQ(error->file(), file) << error->what();
    EXPECT_EQ(std::string(error->what()).find('\n'), std::string::npos) << error->what();
  }

  TemporaryFolder folder_;
};

TEST_F(Corruption, AnIntactTableIsAccepted) {
  EXPECT_FALSE(go_through());
}

TEST_F(Corruption, DetectsAChangeOfAnyByteOfALayer) {
  const fs::path file = layer(6);
  const std::string intact = contents(file);
  ASSERT_GT(intact.size(), 700U);
  for (std::size_t i = 0; i < intact.size(); ++i) {
    std::string damaged = intact;
    damaged[i] = static_cast<char>(damaged[i] ^ (i % 2 == 0 ? 0xff : 1 << i % 8));
    overwrite(file, damaged);
    SCOPED_TRACE(i);
    expect_refused(file);
  }
}

TEST_F(Corruption, TruncatedAnywhere) {
  const fs::path file = layer(6);
  const std::string intact = contents(file);
  for (std::size_t length = 0; length < intact.size(); length += 1 + length % 7) {
    overwrite(file, intact.substr(0, length));
    SCOPED_TRACE(length);
    expect_refused(file);
  }
  overwrite(file, intact + '\0');
  expect_refused(file);
}

TEST_F(Corruption, UnfinishedFiles) {
  std::string text = contents(layer(6));
  text.replace(96, 8, 8, '\0');
  overwrite(layer(6), text);
  expect_refused(layer(6));
  EXPECT_NE(std::string(go_through()->what()).find("never finished"), std::string::npos);
}

TEST_F(Corruption, ForeignFiles) {
  const fs::path file = layer(6);
  const std::string intact = contents(file);
  overwrite(file, "");
  expect_refused(file);
  overwrite(file, std::string(4096, 'x'));
  expect_refused(file);
  overwrite(file, contents(table() / kManifestName));
  expect_refused(file);
  overwrite(file, contents(layer(7)));  // another layer
  expect_refused(file);
  overwrite(file, contents(folder_.path() / "1x2" / layer_file_name(6)));  // another board
  expect_refused(file);
  std::string version = intact;
  version[8] = 9;
  overwrite(file, version);
  expect_refused(file);
  EXPECT_THROW(verify_bytes(Table(table())), NewerTable);
  fs::remove(file);
  expect_refused(file);
  fs::create_directory(file);
  expect_refused(file);
}

TEST_F(Corruption, AFileThatChangesAfterOpening) {
  const Tables tables = Tables::only(table());
  const std::string intact = contents(layer(6));
  std::string damaged = intact;
  damaged.replace(656, 300, 300, 'x');
  overwrite(layer(6), damaged);
  const auto first_of_layer = [](EdgeSet drawn) { return std::popcount(drawn) == 6; };
  EdgeSet drawn = 0;
  int refused = 0;
  for (; drawn < 1U << 12; ++drawn) {
    if (!first_of_layer(drawn)) continue;
    try {
      EXPECT_EQ(tables.value({Board(2, 2), drawn}), oracle_of(Board(2, 2)).value(drawn));
    } catch (const DamagedTable& error) {
      EXPECT_EQ(error.file(), layer(6));
      EXPECT_TRUE(error.offset());
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
  fs::resize_file(layer(6), 700);
  EXPECT_THROW(
      {
        for (drawn = 0; drawn < 1U << 12; ++drawn) tables.value({Board(2, 2), drawn});
      },
      DamagedTable);
}

TEST_F(Corruption, DetectsAnyChangeOfTheManifest) {
  const fs::path file = table() / kManifestName;
  const std::string intact = contents(file);
  const Manifest manifest = read_manifest(table());
  for (std::size_t i = 0; i < intact.size(); i += 2) {
    std::string damaged = intact;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << i / 2 % 8));
    overwrite(file, damaged);
    SCOPED_TRACE(damaged.substr(i - std::min<std::size_t>(i, 20), 40));
    // The manifest is refused, or says the same, as after a change of white space.
    try {
      EXPECT_EQ(Table(table()).manifest(), manifest);
    } catch (const DamagedTable& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
}

TEST_F(Corruption, TruncatedManifest) {
  const fs::path file = table() / kManifestName;
  const std::string intact = contents(file);
  for (std::size_t length = 0; length + 2 < intact.size(); length += 5) {
    overwrite(file, intact.substr(0, length));
    EXPECT_THROW(read_manifest(table()), DamagedTable) << length;
  }
  for (const std::string text : {"null", "[]", "{}", "3", "\"x\"", "{\"format\": 2}", "\xff\xfe"}) {
    overwrite(file, text);
    EXPECT_THROW(read_manifest(table()), DamagedTable) << text;
  }
  fs::remove(file);
  EXPECT_THROW(read_manifest(table()), MissingTable);
}

// Headers of other versions, and that leave out more values, with right checksums.
TEST_F(Corruption, HeadersOfOtherVersions) {
  for (int number = 0; number <= 12; ++number) {
    const std::string before = contents(layer(number));
    for (const int version : {0, 1, 2, 3}) {
      for (const int left_out : {0, 1, 2, 3, 255}) {
        if (version == 3 && left_out == 0) continue;  // unchanged
        std::string changed = before;
        changed[8] = static_cast<char>(version);
        changed[21] = static_cast<char>(left_out);
        const XXH64_hash_t checksum = XXH3_64bits(changed.data(), 648);
        for (int i = 0; i < 8; ++i) changed[648 + i] = static_cast<char>(checksum >> (8 * i));
        overwrite(layer(number), changed);
        expect_refused(layer(number));
      }
    }
    overwrite(layer(number), before);
  }
  EXPECT_FALSE(go_through());
}

TEST_F(Corruption, BytesBetweenBlocksAndIndex) {
  LayerHeader header = read_layer_header(layer(6));
  std::string text = contents(layer(6));
  text.insert(header.index_offset, 8, 'x');
  header.index_offset += 8;
  header.file_bytes += 8;
  const HeaderBytes bytes = write_header(header, Finished::yes);
  std::ranges::transform(bytes, text.begin(),
                         [](std::byte byte) { return std::to_integer<char>(byte); });
  overwrite(layer(6), text);
  Manifest manifest = read_manifest(table());
  manifest.layers[6].bytes += 8;
  write_manifest(table(), manifest);
  expect_refused(layer(6));
}

}  // namespace pipo::corruption_test
