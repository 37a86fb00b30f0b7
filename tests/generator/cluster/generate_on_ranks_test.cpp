// Several ranks, here threads, make the same bytes as one process, for every number of ranks, any
// memory and any existing layers. A problem of one rank is reported once.
#include "generator/cluster/generate_on_ranks.hpp"

#include <gtest/gtest.h>

#include <future>
#include <regex>
#include <thread>

#include "generator/half/half_table.hpp"
#include "pipopipette/error.hpp"
#include "probe/board/start.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/manifest.hpp"
#include "tests/support/files.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/thread_ranks.hpp"

namespace pipo::generate_on_ranks_test {

namespace fs = std::filesystem;

// The settings of a rank that differ from those of the others.
struct Differing {
  std::function<void(int rank, GenerateOptions&)> options = [](int, GenerateOptions&) {};
  std::function<std::string(int rank)> version = [](int) { return "1"; };
};

// Rank 0's connection. Tests derive from it to observe or change what rank 0 receives.
class Rank0Link : public Ranks {
 public:
  void set(Ranks& link) { link_ = &link; }
  int rank() const override { return link_->rank(); }
  int count() const override { return link_->count(); }
  void send(int to, MessageBytes message) override { link_->send(to, std::move(message)); }
  std::optional<Incoming> receive(std::chrono::milliseconds wait) override {
    return link_->receive(wait);
  }
  void fetch(int holder, const Fetch& fetch, std::int8_t* to, Arrived arrived) override {
    link_->fetch(holder, fetch, to, std::move(arrived));
  }
  void set_lend(Lend lend) override { link_->set_lend(std::move(lend)); }

 private:
  Ranks* link_ = nullptr;
};

RankedResult run_ranks(int count, const GenerateOptions& options, const Differing& differing,
                       Rank0Link& rank_0) {
  test::ThreadRanks ranks(count);
  const auto own_options = [&](int rank) {
    GenerateOptions own = options;
    differing.options(rank, own);
    return own;
  };
  std::vector<std::future<void>> others;  // last: if rank 0 throws, they still use the rest
  for (int rank = 1; rank < count; ++rank) {
    others.push_back(std::async(std::launch::async, [&, rank] {
      const auto link = ranks.rank(rank);
      EXPECT_FALSE(generate_on_ranks(*link, own_options(rank), differing.version(rank)));
    }));
  }
  const auto link = ranks.rank(0);
  rank_0.set(*link);
  return generate_on_ranks(rank_0, own_options(0), differing.version(0)).value();
}

RankedResult run_ranks(int count, const GenerateOptions& options, const Differing& differing = {}) {
  Rank0Link rank_0;
  return run_ranks(count, options, differing, rank_0);
}

class Cluster : public testing::Test {
 protected:
  GenerateOptions options(const Board& board, const std::string& folder, EdgeSet start = 0) const {
    return {.board = board, .start = start, .tables = folder_ / folder, .threads = 1};
  }

  static void expect_same(const fs::path& made, const fs::path& wanted, const std::string& what) {
    EXPECT_TRUE(test::layer_files(made) == test::layer_files(wanted)) << what;
    EXPECT_EQ(test::left_over(made), "") << what;
    EXPECT_EQ(read_manifest(made).content_hash, read_manifest(wanted).content_hash) << what;
    EXPECT_EQ(read_manifest(made).value, read_manifest(wanted).value) << what;
  }

  static constexpr auto kManyCounts = {1, 2, 3, 5};

  // `counts`: numbers of ranks.
  void expect_same_bytes(const Board& board, EdgeSet start, std::uint64_t budget,
                         std::initializer_list<int> counts = {2, 5}) {
    const GenerateResult alone = generate(options(board, "alone", start));
    for (const int count : counts) {
      GenerateOptions of_ranks = options(board, "ranks" + std::to_string(count), start);
      of_ranks.section_budget = budget;
      const RankedResult made = run_ranks(count, of_ranks);
      expect_same(made.made.folder, alone.folder,
                  std::to_string(count) + " ranks, " + std::to_string(budget));
      EXPECT_EQ(made.times.size(), static_cast<std::size_t>(count));
      fs::remove_all(of_ranks.tables);
    }
    fs::remove_all(folder_ / "alone");
  }

  void expect_same_bytes_of_small_tiles(std::initializer_list<int> counts);

  // Expects an error with this text, and that no files remain.
  template <typename Problem>
  void expect_refused(int count, const GenerateOptions& wanted, const Differing& differing,
                      const std::string& message) {
    try {
      run_ranks(count, wanted, differing);
      ADD_FAILURE() << "not refused: " << message;
    } catch (const Problem& problem) {
      EXPECT_NE(std::string(problem.what()).find(message), std::string::npos) << problem.what();
      EXPECT_EQ(std::string(problem.what()).find("are kept"), std::string::npos) << problem.what();
    }
    EXPECT_FALSE(fs::exists(wanted.tables / wanted.board.name()));
  }

  TemporaryFolder folder_;
};

TEST_F(Cluster, BytesOfNimValuesDoNotDependOnTheNumberOfRanks) {
  GenerateOptions wanted = options(Board(2, 4), "alone");
  wanted.game = TableGame::nimstring;
  const GenerateResult alone = generate(wanted);
  wanted.tables = folder_ / "ranks";
  wanted.section_budget = 50'000;  // sections are made in parts
  expect_same(run_ranks(3, wanted).made.folder, alone.folder, "nim-values");
}

TEST_F(Cluster, BytesDoNotDependOnTheNumberOfRanks) {
  expect_same_bytes(Board(3, 3), 0, 0);
  expect_same_bytes(Board(2, 3), 0, 0, kManyCounts);
  expect_same_bytes(Board(1, 5), 0, 0);
  expect_same_bytes(Board(1, 1), 0, 0, kManyCounts);
}

TEST_F(Cluster, BytesOfStartsDoNotDependOnTheNumberOfRanks) {
  expect_same_bytes(Board(3, 3), swedish_start(Board(3, 3)), 0, {3});
  expect_same_bytes(Board(2, 4), 0x1003, 0, {3});
}

TEST_F(Cluster, BytesDoNotDependOnTheBudget) {
  expect_same_bytes(Board(3, 3), 0, 30'000);
}

// The rows of most sections of 2x6 are kept rows, and those of some need carrying from one rank to
// another.
TEST_F(Cluster, BytesDoNotDependOnTheSizeOfTiles) {
  if (test::kSanitized) GTEST_SKIP() << "too slow under the sanitizers";
  expect_same_bytes_of_small_tiles({3});
}

TEST_F(Cluster, LongRunBytesDoNotDependOnTheSizeOfTilesOfAnyNumberOfRanks) {
  expect_same_bytes_of_small_tiles(kManyCounts);
}

void Cluster::expect_same_bytes_of_small_tiles(std::initializer_list<int> counts) {
  const GenerateResult alone = generate(options(Board(2, 6), "alone"));
  for (const int count : counts) {
    GenerateOptions of_ranks = options(Board(2, 6), "ranks");
    of_ranks.part_size = kLeastPart;
    of_ranks.section_budget = 4'000'000;
    expect_same(run_ranks(count, of_ranks).made.folder, alone.folder, std::to_string(count));
    fs::remove_all(of_ranks.tables);
  }
}

TEST_F(Cluster, LongRunBytesOfLargerBoardsDoNotDependOnTheNumberOfRanks) {
  expect_same_bytes(Board(2, 4), 0, 0, kManyCounts);
  expect_same_bytes(Board(2, 5), 0, 200'000, kManyCounts);
  expect_same_bytes(Board(2, 6), 0, 0, kManyCounts);
  expect_same_bytes(Board(3, 3), 0, 0, kManyCounts);
  expect_same_bytes(Board(3, 3), 0, 30'000, kManyCounts);
  expect_same_bytes(Board(3, 3), 0x1003, 0, kManyCounts);
  expect_same_bytes(Board(3, 4), 0, 0, kManyCounts);
  expect_same_bytes(Board(3, 4), 0, 2'000'000, kManyCounts);
  for (const std::uint64_t budget : {0, 100'000}) {
    expect_same_bytes(Board(3, 4), icelandic_start(Board(3, 4)), budget, kManyCounts);
  }
}

TEST_F(Cluster, ExistingLayersAreKept) {
  const GenerateResult alone = generate(options(Board(3, 3), "alone"));
  const GenerateOptions wanted = options(Board(3, 3), "ranks");
  run_ranks(2, wanted);
  const fs::path table = wanted.tables / "3x3";
  for (const int layer : {0, 7, 8, 20}) fs::remove(table / layer_file_name(layer));
  fs::remove(table / kManifestName);
  const RankedResult made = run_ranks(3, wanted);
  EXPECT_EQ(made.made.kept_layers, 21);
  expect_same(table, alone.folder, "some layers removed");
  EXPECT_TRUE(run_ranks(2, wanted).made.already_there);
}

class Attempts : public Rank0Link {
 public:
  std::optional<Incoming> receive(std::chrono::milliseconds wait) override {
    auto message = Rank0Link::receive(wait);
    if (message) last = std::max(last, head_of(message->bytes).attempt);
    return message;
  }
  std::uint32_t last = 0;
};

TEST_F(Cluster, ADamagedBlockIsFoundWhenReadAndRepaired) {
  const GenerateResult alone = generate(options(Board(3, 3), "alone"));
  const GenerateOptions wanted = options(Board(3, 3), "ranks");
  run_ranks(2, wanted);
  const fs::path table = wanted.tables / "3x3";
  test::flip(table / layer_file_name(12), 800);
  fs::remove(table / layer_file_name(11));
  Attempts attempts;
  EXPECT_EQ(run_ranks(2, wanted, {}, attempts).made.kept_layers, 23);
  EXPECT_EQ(attempts.last, 2U);
  expect_same(table, alone.folder, "a damaged block that is needed");
}

// Which rank gets which task depends on the machine: rank 0 may get none that matters to a test.
// Then the run is repeated.
constexpr int kRuns = 50;

class Disturbing : public Rank0Link {
 public:
  std::atomic<int> disturbed = 0;
};

// Three ranks, until rank 0 has disturbed a run, which has to end with this message.
void expect_disturbed_run_ends(const GenerateOptions& wanted, Disturbing& rank_0,
                               const std::regex& message) {
  for (int run = 0; run < kRuns; ++run) {
    try {
      run_ranks(3, wanted, {}, rank_0);
    } catch (const InternalError& failure) {
      EXPECT_TRUE(std::regex_search(failure.what(), message)) << failure.what();
      EXPECT_GT(rank_0.disturbed, 0);
      return;
    }
    ASSERT_EQ(rank_0.disturbed, 0) << "not noticed";
    fs::remove_all(wanted.tables);
  }
  ADD_FAILURE() << "rank 0 took no part in any run";
}

// Changes a value of the first tile that arrives.
class DamagedValues : public Disturbing {
 public:
  void fetch(int holder, const Fetch& fetch, std::int8_t* to, Arrived arrived) override {
    Rank0Link::fetch(holder, fetch, to, [=, this](std::optional<std::uint64_t> hash) {
      if (hash && disturbed++ == 0) to[fetch.bytes - 1] ^= 1;
      arrived(hash);
    });
  }
};

TEST_F(Cluster, ValuesThatArriveDamagedEndTheRun) {
  DamagedValues damaged;
  expect_disturbed_run_ends(options(Board(3, 3), "ranks"), damaged, std::regex(" arrived damaged"));
}

// Lends nothing, or something else than it should, after some tiles.
class Disagreeing : public Disturbing {
 public:
  using Change = std::function<void(Fetch&)>;
  Disagreeing(int first, Change change) : first_(first), change_(std::move(change)) {}
  void set_lend(Lend lend) override {
    if (!lend) return Rank0Link::set_lend({});
    Rank0Link::set_lend([lend, this](Fetch fetch, const Reply& reply) {
      if (asked_++ >= first_) {
        ++disturbed;
        change_(fetch);
      }
      lend(fetch, reply);
    });
  }

 private:
  std::atomic<int> asked_ = 0;
  const int first_;
  const Change change_;
};

TEST_F(Cluster, AHolderThatLendsNothingEndsTheRun) {
  const GenerateOptions wanted = options(Board(3, 3), "ranks");
  const std::vector<Disagreeing::Change> changes = {[](Fetch& fetch) { fetch.attempt = 77; },
                                                    [](Fetch& fetch) { fetch.tile = 1U << 30; },
                                                    [](Fetch& fetch) { ++fetch.bytes; }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Disagreeing other(static_cast<int>(i), changes[i]);
    expect_disturbed_run_ends(wanted, other,
                              std::regex("rank [12].*: rank 0 has not lent tile [0-9]+"));
  }
  // The files that were finished are good, and the next run continues.
  expect_same(run_ranks(3, wanted).made.folder, generate(options(Board(3, 3), "alone")).folder,
              "after disagreements");
}

// A reply may be late, since the holder reads the tile first.
class LateReplies : public Rank0Link {
 public:
  void set_lend(Lend lend) override {
    if (!lend) return Rank0Link::set_lend({});
    Rank0Link::set_lend([lend, this](const Fetch& fetch, const Reply& reply) {
      lend(fetch, [this, reply, asker = std::this_thread::get_id()](const LentTile& lent) {
        elsewhere += std::this_thread::get_id() != asker;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        reply(lent);
      });
    });
  }
  std::atomic<int> elsewhere = 0;
};

TEST_F(Cluster, TilesAreReadAndLentBesideTheMessages) {
  const GenerateResult alone = generate(options(Board(3, 3), "alone"));
  const GenerateOptions wanted = options(Board(3, 3), "ranks");
  LateReplies late;
  for (int run = 0; run < kRuns && late.elsewhere == 0; ++run) {
    fs::remove_all(wanted.tables);
    expect_same(run_ranks(3, wanted, {}, late).made.folder, alone.folder, "late replies");
  }
  EXPECT_GT(late.elsewhere, 0);
}

// Delivers the failure that ended the first attempt once more, during the second one.
class LateFailure : public Rank0Link {
 public:
  std::optional<Incoming> receive(std::chrono::milliseconds wait) override {
    if (auto message = std::exchange(next_, {})) return message;
    auto message = Rank0Link::receive(wait);
    if (!message) return message;
    const MessageHead head = head_of(message->bytes);
    if (head.kind == MessageKind::failed && head.attempt == 1) failure_ = message;
    if (head.kind != MessageKind::encoded || head.attempt != 2 || !failure_) return message;
    ++delivered;
    next_ = std::move(message);
    return std::exchange(failure_, {});
  }
  int delivered = 0;

 private:
  std::optional<Incoming> failure_;
  std::optional<Incoming> next_;
};

TEST_F(Cluster, ALateMessageOfAnEarlierAttemptIsIgnored) {
  const GenerateResult alone = generate(options(Board(3, 3), "alone"));
  const GenerateOptions wanted = options(Board(3, 3), "ranks");
  run_ranks(2, wanted);
  const fs::path table = wanted.tables / "3x3";
  test::flip(table / layer_file_name(12), 800);
  fs::remove(table / layer_file_name(11));
  LateFailure late;
  run_ranks(2, wanted, {}, late);
  EXPECT_EQ(late.delivered, 1);
  expect_same(table, alone.folder, "a late failure");
}

TEST_F(Cluster, AStopKeepsFinishedLayers) {
  const GenerateResult alone = generate(options(Board(3, 3), "alone"));
  GenerateOptions wanted = options(Board(3, 3), "ranks");
  std::atomic<bool> stopped = false;
  wanted.stopped = [&] { return stopped.load(); };
  Differing differing;
  differing.options = [&](int rank, GenerateOptions& own) {
    if (rank > 0) return;
    own.progress = [&](const GenerateProgress& state) { stopped = state.layer < 12; };
  };
  EXPECT_THROW(run_ranks(3, wanted, differing), Stopped);
  EXPECT_EQ(test::left_over(wanted.tables / "3x3"), "");
  stopped = false;
  const RankedResult made = run_ranks(2, wanted);
  EXPECT_GT(made.made.kept_layers, 0);
  expect_same(made.made.folder, alone.folder, "stopped and continued");
}

TEST_F(Cluster, RanksWithDifferentSettingsAreRefused) {
  Differing differing;
  differing.version = [](int rank) { return rank == 2 ? "2" : "1"; };
  expect_refused<BadInput>(3, options(Board(3, 3), "ranks"), differing, "rank 2 on ");
  expect_refused<BadInput>(3, options(Board(3, 3), "ranks"), differing,
                           "has version 2, and rank 0 has 1");
  Differing board;
  board.options = [](int rank, GenerateOptions& own) {
    if (rank == 1) own.board = Board(3, 4);
  };
  expect_refused<BadInput>(2, options(Board(3, 3), "ranks"), board, "has the table 3x4");
}

// The failure is in the loop that receives messages. A failure of a computing thread is reported in
// another way.
TEST_F(Cluster, AFailureInTheMessageLoopEndsAllRanks) {
  Differing differing;
  differing.options = [](int rank, GenerateOptions& own) {
    if (rank == 2) own.stopped = []() -> bool { throw std::runtime_error("out of threads"); };
  };
  const GenerateOptions wanted = options(Board(3, 4), "ranks");
  try {
    run_ranks(3, wanted, differing);
    ADD_FAILURE() << "did not fail";
  } catch (const InternalError& failure) {
    EXPECT_TRUE(std::string(failure.what()).starts_with("rank 2 on ")) << failure.what();
    EXPECT_NE(std::string(failure.what()).find(": out of threads"), std::string::npos)
        << failure.what();
  }
  EXPECT_EQ(run_ranks(2, wanted).made.already_there, false);
}

TEST_F(Cluster, AFolderThatIsNotSharedIsRefused) {
  Differing differing;
  differing.options = [this](int rank, GenerateOptions& own) {
    if (rank == 1) own.tables = folder_ / "elsewhere";
  };
  expect_refused<CannotWrite>(2, options(Board(3, 3), "ranks"), differing,
                              "not the folder that rank 0");
  EXPECT_FALSE(fs::exists(folder_ / "elsewhere"));
}

TEST_F(Cluster, ARankWithTooLittleMemoryIsNamed) {
  Differing differing;
  differing.options = [](int rank, GenerateOptions& own) {
    if (rank == 1) own.memory = 1'000'000;
  };
  expect_refused<OutOfMemory>(2, options(Board(3, 3), "ranks"), differing, "rank 1 on ");
}

}  // namespace pipo::generate_on_ranks_test
