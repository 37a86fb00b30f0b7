#include "probe/table/atlas.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/tables.hpp"
#include "tests/support/atlas.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/small_tables.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/thinned_table.hpp"

namespace pipo::test::atlas_test {

namespace fs = std::filesystem;

constexpr const char* kEmpty = "3x3:000000000000000000000000";
constexpr const char* kOneEdge = "3x3:000000000000000000000001";
constexpr const char* kLater = "3x3:111100000000000000000000";

// Layers 0 to 2 of 3x3, and all of 2x3.
class AtlasTest : public testing::Test {
 protected:
  AtlasTest() {
    KeptLayers::Layers first;
    for (const std::size_t layer : {0, 1, 2}) first.set(layer);
    write_thinned(small_tables() / "3x3", folder_.path(), KeptLayers(0, 24, first));
    const TableIdentity whole{Board(2, 3), 0};
    write_thinned(small_tables() / "2x3", folder_.path(), KeptLayers::all(whole));
  }

  TemporaryFolder folder_;
  const WithAtlas atlas_{folder_.path().string()};
};

TEST_F(AtlasTest, AnswersWhereNoOtherTableDoes) {
  const Tables tables(std::vector<fs::path>{});
  ASSERT_EQ(tables.found().size(), 2U);
  EXPECT_EQ(tables.found()[1].folder, folder_.path() / "3x3");
  EXPECT_TRUE(tables.found()[1].atlas);
  const Position empty = parse_position(kEmpty);
  EXPECT_EQ(tables.value(empty), -3);
  EXPECT_TRUE(tables.in_atlas(empty));
  const Answer answer = tables.answer(empty);
  EXPECT_TRUE(answer.atlas);
  EXPECT_EQ(answer.moves, Tables({small_tables()}).answer(empty).moves);
  // The layer is omitted, and too early to be computed.
  const Position later = parse_position(kLater);
  EXPECT_FALSE(tables.covers(later));
  EXPECT_FALSE(tables.in_atlas(later));
  try {
    tables.value(later);
    FAIL() << "a value of an omitted layer";
  } catch (const MissingTable& error) {
    EXPECT_EQ(error.omitted_layer(), 4);
  }
}

TEST_F(AtlasTest, IsLeftOutOnRequest) {
  const Tables tables(std::vector<fs::path>{}, {.no_atlas = true});
  EXPECT_TRUE(tables.found().empty());
  EXPECT_FALSE(tables.covers(parse_position(kEmpty)));
  EXPECT_FALSE(Tables::only(small_tables() / "2x2").covers(parse_position(kEmpty)));
}

TEST_F(AtlasTest, IsTheFolderOfTheVariable) {
  EXPECT_EQ(atlas_folder(), folder_.path());
  const WithAtlas none("");
  EXPECT_EQ(atlas_folder(), fs::path());
  EXPECT_TRUE(Tables(std::vector<fs::path>{}).found().empty());
}

// In a build folder, a link to the sources.
TEST(AtlasOfTheProgram, IsAroundIt) {
  const WithAtlas installed(std::nullopt);
  const fs::path folder = atlas_folder();
  ASSERT_FALSE(folder.empty());
  EXPECT_EQ(folder.filename(), "atlas");
  EXPECT_EQ(folder.parent_path().filename(), "pipopipette");
  EXPECT_TRUE(fs::exists(folder / "CMakeLists.txt"));
}

// Even if the start of the table of the atlas has more edges.
TEST_F(AtlasTest, TablesOfTheUserComeFirst) {
  const Position swedish = parse_position("2x3:11100011110011001");
  write_table(folder_.path(), table_identity(swedish.board, swedish.drawn),
              oracle_values(swedish.board));
  Tables tables(std::vector<fs::path>{});
  EXPECT_TRUE(tables.answer(swedish).atlas);
  EXPECT_NE(tables.answer(swedish).table.start, 0U);
  const TemporaryFolder own;
  write_table(own.path(), {Board(2, 3), 0}, oracle_values(Board(2, 3)));
  tables.add(own.path());
  EXPECT_FALSE(tables.answer(swedish).atlas);
  EXPECT_EQ(tables.answer(swedish).table.start, 0U);
  EXPECT_FALSE(tables.in_atlas(swedish));
  const std::vector<FoundTable> found = tables.found();
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found.front().folder, own.path() / "2x3");
  EXPECT_FALSE(found.front().atlas);
  EXPECT_TRUE(found.back().atlas);
}

TEST_F(AtlasTest, AllMovesOfAWholeTableOfTheUserAreCovered) {
  const Tables tables({small_tables()});
  EXPECT_TRUE(tables.covers_moves(parse_position(kEmpty)));
  EXPECT_TRUE(tables.covers_moves(parse_position(kLater)));
  const Tables alone(std::vector<fs::path>{});
  EXPECT_TRUE(alone.covers_moves(parse_position(kEmpty)));
  EXPECT_TRUE(alone.covers_moves(parse_position(kOneEdge)));
  EXPECT_FALSE(alone.covers_moves(parse_position("3x3:110000000000000000000000")));
}

TEST_F(AtlasTest, ADamagedFileIsNamedAndOtherTablesAnswer) {
  const fs::path file = folder_.path() / "3x3" / "layer-01.pipo";
  fs::remove(file);  // it is a link to the original
  std::ofstream(file) << "not a layer";
  const Tables tables(std::vector<fs::path>{});
  try {
    tables.value(parse_position(kEmpty));
    FAIL() << "a value of a damaged table";
  } catch (const DamagedTable& error) {
    EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << error.what();
  }
  EXPECT_EQ(tables.problems().size(), 1U);
  EXPECT_EQ(tables.value(parse_position("2x3:00000000000000000")), -2);
  EXPECT_EQ(Tables({small_tables()}).value(parse_position(kEmpty)), -3);
}

TEST_F(AtlasTest, OtherFilesInItsFolderAreNoTables) {
  std::ofstream(folder_.path() / "README.md") << "text";
  fs::create_directory(folder_.path() / "notes");
  EXPECT_EQ(tables_of_atlas(folder_.path()).size(), 2U);
  EXPECT_TRUE(tables_of_atlas("/nonexistent").empty());
  EXPECT_TRUE(Tables(std::vector<fs::path>{}).problems().empty());
}

}  // namespace pipo::test::atlas_test
