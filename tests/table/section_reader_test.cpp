// Any part of a section, read by itself, is that part of the whole section.
#include "probe/table/section_reader.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "probe/board/start.hpp"
#include "probe/table/table_sections.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::section_reader_test {

class Parts {
 public:
  Parts(const Board& board, EdgeSet start)
      : identity_(table_identity(board, start)),
        values_(oracle_values(board)),
        table_(write_table(folder_.path(), identity_, values_)) {}

  void expect_every_section() {
    for (int layer = table_.first_layer(); layer <= table_.last_layer(); ++layer) {
      for (const StoredSection& section : table_.layout(layer).sections()) {
        const auto dense = dense_section(table_.space().states(), identity_, section.key, values_);
        for (int i = 0; i < 5; ++i) expect(random_part(section.key), dense);
        expect(whole(table_.space().states(), section.key), dense);
      }
    }
  }

 private:
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }

  SectionPart random_part(const SectionKey& key) {
    SectionPart part = whole(table_.space().states(), key);
    part.first_row = below(part.rows);
    part.rows = 1 + below(part.rows - part.first_row);
    part.first_column = below(part.columns);
    part.columns = 1 + below(part.columns - part.first_column);
    return part;
  }

  void expect(const SectionPart& part, const std::vector<std::int8_t>& dense) {
    const std::size_t columns = table_.space().states().columns(part.key);
    std::vector<std::int8_t> expected;
    for (std::uint32_t row = part.first_row; row < part.end_row(); ++row) {
      const auto from = dense.begin() + static_cast<std::ptrdiff_t>(row * columns);
      expected.insert(expected.end(), from + part.first_column, from + part.end_column());
    }
    const LayerFile& file = table_.file(part.key.layer());
    const SectionReader reader(table_.space(), file.layout(), part);
    constexpr std::int8_t kUnread = 99;
    std::vector<std::int8_t> read(expected.size(), kUnread);
    std::vector<int> times(expected.size());
    for (const std::uint64_t block : reader.blocks()) {
      std::vector<std::int8_t> one(expected.size(), kUnread);
      reader.read(file, block, one.data());
      for (std::size_t i = 0; i < one.size(); ++i) {
        if (one[i] == kUnread) continue;
        read[i] = one[i];
        ++times[i];
      }
    }
    ASSERT_EQ(read, expected);
    ASSERT_EQ(times, std::vector<int>(expected.size(), 1)) << "two threads would write one entry";
  }

  TemporaryFolder folder_;
  TableIdentity identity_;
  Values values_;
  Table table_;
  std::mt19937 random_{3};
};

TEST(SectionReader, ReadsEveryPartOfASection) {
  for (const Board& board : {Board(1, 5), Board(2, 2), Board(2, 3), Board(2, 4), Board(3, 3)})
    Parts(board, 0).expect_every_section();
  Parts(Board(3, 3), swedish_start(Board(3, 3))).expect_every_section();
  Parts(Board(3, 3), 1).expect_every_section();
}

// The stored columns of all rows are as many entries as the blocks have.
TEST(SectionReader, StoredColumnsAreThoseOfTheBlocks) {
  for (const Board& board : {Board(1, 6), Board(1, 10), Board(2, 4), Board(3, 3)}) {
    const TableSpace space({board, 0});
    for (int layer = 0; layer <= board.edges(); ++layer) {
      const LayerLayout layout(space.states(), layer);
      for (const StoredSection& section : layout.sections()) {
        std::uint64_t stored = 0;
        for (std::uint32_t row = 0; row < space.states().rows(section.key); ++row)
          stored += stored_columns(space, section, row);
        EXPECT_EQ(stored, section.entries()) << board.name() << " " << layer;
      }
    }
  }
}

}  // namespace pipo::section_reader_test
