// Reads whole tables: the report's counts, and manifests that contradict their layers.
#include <gtest/gtest.h>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/manifest.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/verify/generated.hpp"
#include "verify/checks.hpp"

namespace pipo::test::verify_bytes_test {

// 4x4 without the edges of its lower two rows: sections of up to a few thousand rows, with several
// blocks, and one column.
EdgeSet all_but_the_lower_half() {
  return parse_position(
             "4x4:11111111111100000000"
             "11111111110000000000")
      .drawn;
}

TEST(VerifyBytes, ReportsTheCountsOfTheHeaders) {
  const TemporaryFolder folder;
  const Table table(generated(
      folder.path(), {.board = Board(4, 4), .start = all_but_the_lower_half(), .tables = {}}));
  std::uint64_t files = 0, bytes = 0, blocks = 0, sections = 0;
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    ++files;
    bytes += std::filesystem::file_size(table.folder() / layer_file_name(layer));
    blocks += table.layout(layer).blocks();
    sections += table.layout(layer).sections().size();
  }
  ASSERT_GT(blocks, sections);
  const BytesReport report = verify_bytes(table);
  EXPECT_EQ(report.files, files);
  EXPECT_EQ(report.bytes, bytes);
  EXPECT_EQ(report.blocks, blocks);
  EXPECT_EQ(report.values, table.manifest().stored());
}

TEST(VerifyBytes, RefusesAManifestThatContradictsItsLayers) {
  const TemporaryFolder folder;
  const auto path = generated(folder.path(), {.board = Board(2, 2), .tables = {}});
  const Manifest right = read_manifest(path);
  const auto refused = [&](const Manifest& manifest) {
    overwrite(path / kManifestName, manifest_text(manifest));
    try {
      verify_bytes(Table(path));
    } catch (const DamagedTable& error) {
      EXPECT_EQ(error.file(), path / kManifestName) << error.what();
      return true;
    }
    return false;
  };
  EXPECT_FALSE(refused(right));
  for (const std::uint64_t positions : {right.positions - 1, right.positions + 1}) {
    Manifest wrong = right;
    wrong.positions = positions;
    EXPECT_TRUE(refused(wrong)) << positions;
  }
  for (const int value : {right.value - 2, right.value + 2, -right.value}) {
    Manifest wrong = right;
    wrong.value = value;
    EXPECT_TRUE(refused(wrong)) << value;
  }
}

}  // namespace pipo::test::verify_bytes_test
