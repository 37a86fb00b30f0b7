// The sizes of layer files, and the rows that an encoder carries.
#include "generator/writer/layer_encoder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <vector>

#include "generator/run/generate.hpp"
#include "probe/file/file_names.hpp"
#include "probe/space/table_space.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::layer_encoder_test {

struct Sizes {
  const char* table;
  std::vector<std::uintmax_t> bytes;  // of the files, by layer
};

// Recorded with zstd 1.5.4. An encoder that chooses worse still writes files with the right values,
// only larger ones. After an intended change of the codec, take the sizes from the messages.
const Sizes kSizes[] = {
    {"2x3",
     {682, 760, 1026, 1495, 2106, 2709, 3203, 3271, 2938, 2461, 1863, 1321, 998, 814, 734, 682, 656,
      682}},
    {"3x3", {682,   786,   1291, 2456, 5223, 8915, 14405, 19864, 27006, 29295, 28443, 24134, 19358,
             14180, 10103, 6538, 4105, 2387, 1562, 973,   866,   708,   682,   656,   682}},
    {"3x3-swedish", {682, 708, 760, 708, 734, 708, 708, 656, 682, 656, 656, 656, 682}},
};

TEST(LayerEncoder, FilesHaveTheRecordedSizes) {
  const TemporaryFolder folder;
  for (const Sizes& recorded : kSizes) {
    const TableIdentity table = table_of_folder(recorded.table).value();
    const auto made =
        generate({.board = table.board, .start = table.start, .tables = folder.path()}).folder;
    std::vector<std::uintmax_t> bytes;
    const StateSpace space(table.board, table.start);
    for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
      bytes.push_back(std::filesystem::file_size(made / layer_file_name(layer)));
    }
    EXPECT_EQ(bytes, recorded.bytes) << recorded.table << ": " << fmt::format("{}", bytes);
  }
}

// Rows are carried only if the section continues. The last row of blocks of a finished section
// may have fewer rows than the others.
TEST(LayerEncoder, CarriesNoRowsOfAFinishedSection) {
  const TableSpace space({Board(2, 4), 0});
  int unfinished_sections = 0;
  for (const SectionKey& key : space.states().sections(10)) {
    const LayerEncoder encoder(space, key.layer());
    const SectionPart all = whole(space.states(), key);
    const std::vector<std::int8_t> values(all.values());
    const auto carried = [&](std::uint32_t rows) {
      SectionPart part = all;
      part.rows = rows;
      const std::vector<SectionRows> some{{part, all.columns, {values.data()}}};
      UnfinishedSection before;
      encoder.hashes(some, before);
      return encoder.carry(some, before).carried;
    };
    EXPECT_TRUE(carried(all.rows).empty());
    if (all.rows == 1) continue;
    ++unfinished_sections;
    EXPECT_FALSE(carried(1).empty());
  }
  EXPECT_GT(unfinished_sections, 0);
}

}  // namespace pipo::layer_encoder_test
