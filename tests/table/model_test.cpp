// Compares the library with a model in random sequences of events. Tables are copied in, damaged,
// repaired, deleted, made unreadable; opened, queried by several threads and closed, with caches of
// any size. A map holds the state of every table on disk. Every returned value is right, a position
// covered by an intact table gets a value, and all errors are documented ones.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/tables.hpp"
#include "probe/board/start.hpp"
#include "probe/file/file_names.hpp"
#include "tests/support/files.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::model_test {

namespace fs = std::filesystem;

enum class State { absent, intact, broken, block_damaged };

// Intact tables, made once per process.
class Originals {
 public:
  Originals() {
    for (const Board& board : {Board(1, 2), Board(2, 2), Board(2, 3)}) {
      for (const EdgeSet start : {american_start(board), swedish_start(board)}) {
        identities_.push_back(table_identity(board, start));
        write_table(folder_.path(), identities_.back(), oracle_values(board));
      }
    }
  }
  const fs::path& folder() const { return folder_.path(); }
  const std::vector<TableIdentity>& identities() const { return identities_; }

 private:
  TemporaryFolder folder_;
  std::vector<TableIdentity> identities_;
};

class Model {
 public:
  Model(const Originals& originals, std::uint64_t seed)
      : originals_(originals.folder()), identities_(originals.identities()), random_(seed) {
    for (const fs::path& folder : folders_) fs::create_directories(folder);
    reopen();
  }

  void step() {
    switch (random_() % 10) {
      case 0:
        return copy_in();
      case 1:
        return damage();
      case 2:
        return lose();
      case 3:
        return reopen();
      default:
        return probe();
    }
  }

  int answered() const { return answered_; }
  int refused() const { return refused_; }

 private:
  struct Place {
    std::size_t folder;
    std::size_t table;
    friend auto operator<=>(const Place&, const Place&) = default;
  };

  Place any_place() { return {random_() % folders_.size(), random_() % identities_.size()}; }
  fs::path path(const Place& place) const {
    return folders_[place.folder] / folder_name(identities_[place.table]);
  }
  fs::path original(const Place& place) const {
    return originals_ / folder_name(identities_[place.table]);
  }

  // Only later openings see changes of open files. For tables that are open already, the model
  // knows only that their values are right.
  void changed(const Place& place, State state) {
    on_disk_[place] = state;
    certain_.erase(place);
  }

  // Also replaces damaged files by new ones. Processes that have the old files open keep them.
  void copy_in() {
    const Place place = any_place();
    fs::remove_all(path(place));
    fs::copy(original(place), path(place), fs::copy_options::recursive);
    changed(place, State::intact);
  }

  void lose() {
    const Place place = any_place();
    fs::remove_all(path(place));
    changed(place, State::absent);
  }

  void damage() {
    const Place place = any_place();
    if (on_disk_[place] == State::absent) return;
    const Board board = identities_[place.table].board;
    const int first = std::popcount(identities_[place.table].start);
    const int layer = first + static_cast<int>(random_() % (board.edges() - first + 1));
    const fs::path file = path(place) / layer_file_name(layer);
    if (!fs::is_regular_file(file)) return;
    const std::size_t size = fs::file_size(file);
    switch (random_() % 12) {
      case 0:
        fs::remove(file);
        break;
      case 1:
        fs::resize_file(file, random_() % size);
        break;
      case 2:
        test::overwrite(path(place) / kManifestName, "{}");
        break;
      case 3:
        fs::remove(file), fs::create_directory(file);
        break;
      case 4:
        test::flip(file, random_() % std::min<std::size_t>(size, kHeaderBytes));
        break;
      default:
        if (size <= kHeaderBytes) return;
        test::flip(file, kHeaderBytes + random_() % (size - kHeaderBytes));
        changed(place, on_disk_[place] == State::broken ? State::broken : State::block_damaged);
        return;
    }
    changed(place, State::broken);
  }

  void reopen() {
    tables_.reset();
    std::vector<fs::path> searched(folders_.begin(), folders_.end());
    if (random_() % 2 == 0) std::swap(searched[0], searched[1]);
    constexpr std::array<std::size_t, 3> kCaches = {0, 4'000, 1 << 20};
    tables_ =
        std::make_unique<Tables>(searched, TablesOptions{.cache_bytes = kCaches[random_() % 3]});
    certain_.clear();
    for (const auto& [place, state] : on_disk_) {
      if (state != State::absent) certain_[place] = state;
    }
  }

  // Returns whether a table was intact when the folders were listed and still is.
  bool must_answer(const Position& position) const {
    for (const auto& [place, state] : certain_) {
      const TableIdentity& table = identities_[place.table];
      const bool same_board = table.board == position.board;
      if (state == State::intact && same_board && (position.drawn & table.start) == table.start)
        return true;
    }
    return false;
  }

  void probe() {
    std::vector<std::thread> threads;
    std::array<std::pair<int, int>, 3> counts{};
    for (std::size_t i = 0; i < counts.size(); ++i) {
      threads.emplace_back([this, seed = random_(), &count = counts[i]] { ask(seed, count); });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& [answered, refused] : counts) answered_ += answered, refused_ += refused;
  }

  void ask(std::uint64_t seed, std::pair<int, int>& count) const {
    std::mt19937_64 random(seed);
    for (int i = 0; i < 8; ++i) {
      const Board& board = identities_[random() % identities_.size()].board;
      EdgeSet drawn = random() & board.all();
      if (random() % 2 == 0) drawn |= board.outer();
      const Position position{board, drawn};
      try {
        const int value =
            random() % 3 == 0 ? tables_->answer(position).value : tables_->value(position);
        EXPECT_EQ(value, oracle_of(board).value(drawn)) << to_string(position);
        ++count.first;
      } catch (const DamagedTable& error) {
        EXPECT_FALSE(must_answer(position)) << to_string(position) << ": " << error.what();
        ++count.second;
      } catch (const MissingTable& error) {
        EXPECT_FALSE(must_answer(position)) << to_string(position) << ": " << error.what();
        ++count.second;
      }
    }
    for (const TableProblem& problem : tables_->problems()) EXPECT_NE(problem.message, "");
  }

  TemporaryFolder folder_;
  fs::path originals_;
  std::array<fs::path, 2> folders_ = {folder_.path() / "one", folder_.path() / "two"};
  std::vector<TableIdentity> identities_;
  std::map<Place, State> on_disk_;
  std::map<Place, State> certain_;  // since the tables were opened
  std::unique_ptr<Tables> tables_;
  std::mt19937_64 random_;
  int answered_ = 0;
  int refused_ = 0;
};

void expect_right_values(std::uint64_t seeds, int steps) {
  int answered = 0;
  int refused = 0;
  const Originals originals;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Model model(originals, seed);
    for (int step = 0; step < steps; ++step) model.step();
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
    answered += model.answered();
    refused += model.refused();
  }
  EXPECT_GT(answered, 2'000);
  EXPECT_GT(refused, 500);
}

TEST(Model, ValuesAreRightAfterAnyEvents) {
  expect_right_values(test::kSanitized ? 2 : 4, 400);
}

TEST(Model, LongRunValuesAreRightAfterManyEvents) {
  expect_right_values(4, 1500);
}

}  // namespace pipo::model_test
