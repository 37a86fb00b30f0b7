// Copies of files, and tables that keep only some layers of a complete one.
#include "generator/run/thin_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "generator/run/generate.hpp"
#include "generator/writer/new_file.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/tables.hpp"
#include "probe/table/table_sections.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::file_copy_test {

void publish(const std::filesystem::path& path, const std::string& text) {
  NewFile file(path);
  file.append(std::as_bytes(std::span(text)));
  file.publish();
}

TEST(FileCopy, SurvivesTheReplacementOfTheOriginal) {
  const TemporaryFolder folder;
  const auto from = folder.path() / "from", to = folder.path() / "to";
  publish(from, "original");
  publish(to, "something else");
  copy_file(from, to, 8);
  EXPECT_EQ(test::contents(to), "original");
  publish(from, "replaced");
  EXPECT_EQ(test::contents(to), "original");
  std::filesystem::remove(from);
  EXPECT_EQ(test::contents(to), "original");
  EXPECT_FALSE(std::filesystem::exists(part_of(to)));
}

// /dev/shm is another file system than the folder, so neither kind of link is possible.
TEST(FileCopy, CopiesBetweenFileSystems) {
  const TemporaryFolder folder;
  const std::filesystem::path other = "/dev/shm";
  if (!std::filesystem::is_directory(other)) GTEST_SKIP() << "there is no " << other;
  const auto from = folder.path() / "from";
  const auto to = other / ("pipo-file-copy-" + folder.path().filename().string());
  const std::string text(40'000'000, 'x');
  publish(from, text);
  int polls = 0;
  const Shared shared = copy_file(from, to, text.size(), [&] { ++polls; });
  EXPECT_TRUE(test::contents(to) == text);
  std::filesystem::remove(to);
  EXPECT_TRUE(shared != Shared::no || polls == 3) << polls;
}

TEST(FileCopy, OfAMissingFileLeavesNothing) {
  const TemporaryFolder folder;
  EXPECT_THROW(copy_file(folder.path() / "from", folder.path() / "to", 8), MissingTable);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace pipo::file_copy_test

namespace pipo::thin_table_test {

// A board's complete table.
class Complete {
 public:
  explicit Complete(const char* board)
      : folder_(generate({.board = Board::parse(board), .tables = tables_.path()}).folder),
        table_(folder_) {}

  const std::filesystem::path& folder() const { return folder_; }
  const TableIdentity& identity() const { return table_.identity(); }

  // Every `step`-th stored position of each layer, and its value.
  struct Stored {
    std::vector<EdgeSet> drawn;
    std::vector<std::int8_t> values;
  };
  Stored stored(std::size_t step) const {
    const TableSections sections(table_);
    Stored some;
    for (int layer = table_.first_layer(); layer <= table_.last_layer(); ++layer) {
      Stored all;
      for (std::uint64_t block = 0; block < table_.layout(layer).blocks(); ++block) {
        sections.read_block(layer, block, all.drawn, all.values);
      }
      for (std::size_t i = static_cast<std::size_t>(layer) % step; i < all.drawn.size();
           i += step) {
        some.drawn.push_back(all.drawn[i]);
        some.values.push_back(all.values[i]);
      }
    }
    return some;
  }

 private:
  TemporaryFolder tables_;
  std::filesystem::path folder_;
  Table table_;
};

class Thinned {
 public:
  Thinned(const Complete& complete, const char* which) {
    thin_table({.source = complete.folder(),
                .tables = tables_.path(),
                .keep = KeptLayers::parse(which, complete.identity())});
  }
  Tables tables(std::size_t cache_bytes = TablesOptions{}.cache_bytes) const {
    return Tables({tables_.path()}, {.cache_bytes = cache_bytes});
  }

 private:
  TemporaryFolder tables_;
};

void expect_stored_values(const char* board, std::size_t step) {
  const Complete complete(board);
  const Complete::Stored stored = complete.stored(step);
  std::vector<std::int8_t> values(stored.drawn.size());
  for (const char* which : {"even", "odd", "every 3"}) {
    SCOPED_TRACE(std::string(board) + " " + which);
    Thinned(complete, which).tables().values(complete.identity().board, stored.drawn, values, 2);
    ASSERT_EQ(values, stored.values);
  }
}

TEST(ThinTable, AnswersStoredPositionsOf3x3) {
  expect_stored_values("3x3", 23);
}

TEST(ThinTable, LongRunAnswersManyStoredPositions) {
  expect_stored_values("3x3", 1);
  expect_stored_values("3x4", 37);
}

// A million positions without every second layer, and a quarter of them without two of three, which
// takes ten times as long for each. Any number of edges drawn is equally frequent. In a batch and,
// some of them, one by one: with an empty cache, and with all moves.
TEST(ThinTable, LongRunAnswersAMillionRandomPositionsOf4x4) {
  constexpr std::size_t kPositions = 1'000'000;
  const Complete complete("4x4");
  const Board board(4, 4);
  const Tables whole = Tables::only(complete.folder());
  std::mt19937_64 random(29);
  std::vector<EdgeSet> drawn;
  while (drawn.size() < kPositions) {
    EdgeSet edges = 0;
    for (auto left = random() % 41; left > 0;) {
      const EdgeSet edge = EdgeSet{1} << random() % 40;
      left -= (edges & edge) == 0;
      edges |= edge;
    }
    drawn.push_back(edges);
  }
  std::vector<std::int8_t> expected(kPositions), values(kPositions);
  whole.values(board, drawn, expected, 2);
  for (const auto& [which, count] :
       {std::pair("every 3", kPositions / 4), std::pair("even", kPositions)}) {
    SCOPED_TRACE(which);
    const Thinned thinned(complete, which);
    thinned.tables().values(board, std::span(drawn).first(count), std::span(values).first(count),
                            2);
    ASSERT_TRUE(std::equal(values.begin(), values.begin() + count, expected.begin()));
    const Tables cold = thinned.tables(0), warm = thinned.tables();
    for (std::size_t i = 0; i < 3000; ++i) {
      const Position position{board, drawn[i]};
      ASSERT_EQ(cold.value(position), expected[i]);
      const Answer answer = warm.answer(position), right = whole.answer(position);
      ASSERT_EQ(answer.value, right.value);
      ASSERT_EQ(answer.best, right.best);
      for (std::size_t move = 0; move < right.moves.size(); ++move) {
        ASSERT_EQ(answer.moves[move].value, right.moves[move].value);
      }
    }
  }
}

}  // namespace pipo::thin_table_test
