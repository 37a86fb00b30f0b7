#include "generator/cluster/generate_on_ranks.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "generator/cluster/coordinator.hpp"
#include "generator/cluster/rank_worker.hpp"
#include "generator/plan/machine.hpp"
#include "generator/plan/memory_budget.hpp"
#include "generator/run/table_in_progress.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks(100);

// Timeout for rank 0's reply after a stop. The launcher asks all ranks to stop, and rank 0 then
// says how the run ends.
constexpr double kSecondsToHear = 20;

class RankZeroIsSilent : public Stopped {
 public:
  using Stopped::Stopped;
};

std::string machine_name() {
  std::array<char, 65> host{};
  return ::gethostname(host.data(), host.size() - 1) == 0 ? host.data() : "an unknown machine";
}

Hello hello_of(const GenerateOptions& options, const std::string& version) {
  return {.version = version,
          .table = folder_name(options.identity()),
          .machine = machine_name(),
          .memory = memory_to_use(options.memory)};
}

std::string name_of(int rank, const std::string& machine) {
  return fmt::format("rank {} on {}", rank, machine);
}

void require_same(const Hello& first, const Hello& other, const std::string& who) {
  for (const auto& [what, a, b] : {std::tuple("version", first.version, other.version),
                                   {"the table", first.table, other.table}}) {
    if (a == b) continue;
    throw BadInput(
        fmt::format("{} has {} {}, and rank 0 has {}: start all ranks with the same "
                    "program and the same command",
                    who, what, b, a));
  }
}

// Returns the names of all ranks, once each has reported that it was started for the same table.
// Sets `least_memory` to the memory of the rank with the least.
std::vector<std::string> greet(Ranks& ranks, const Hello& own, const GenerateOptions& options,
                               std::uint64_t& least_memory) {
  std::vector<std::string> names(static_cast<std::size_t>(ranks.count()));
  if (ranks.count() > 1) names[0] = name_of(0, own.machine);
  least_memory = own.memory;
  for (int there = 1; there < ranks.count();) {
    if (options.stopped && options.stopped()) throw Stopped("stopped before anything was made");
    const auto message = ranks.receive(kBetweenLooks);
    if (!message) continue;
    if (head_of(message->bytes).kind == MessageKind::failed)
      throw_failure(read_failure(message->bytes, fmt::format("rank {}", message->from)));
    const Hello hello = content_of<Hello>(message->bytes);
    auto& name = names[static_cast<std::size_t>(message->from)];
    name = name_of(message->from, hello.machine);
    require_same(own, hello, name);
    least_memory = std::min(least_memory, hello.memory);
    ++there;
  }
  return names;
}

RankedResult lead(Ranks& ranks, const GenerateOptions& options, const std::string& version) {
  std::uint64_t least_memory = 0;
  RankLinks links{.ranks = ranks,
                  .tell = {},
                  .tables = {},
                  .names = greet(ranks, hello_of(options, version), options, least_memory)};
  RankedResult result;
  RankWorker own(ranks, options);
  links.tell = [&](int rank, const MessageBytes& message) {
    if (rank == 0) return own.handle(message);
    ranks.send(rank, message);
  };
  links.tables = [&own] { return own.tables(); };
  std::uint32_t attempt = 0;
  GenerateOptions leading = options;
  leading.make_layers = [&](TableInProgress& table) {
    if (!table.found().keep.keeps_all()) {
      throw BadInput(
          "several processes cannot make a table that omits layers: make all layers, then copy "
          "some with 'pipo thin'; or make it with 'pipo generate'");
    }
    const MemoryBudget of_least(table.space(), least_memory, options.section_budget);
    Coordinator coordinator(links, ++attempt, table,
                            options.part_size > 0 ? options.part_size : of_least.part_size());
    const std::uint64_t read_back = coordinator.run();
    result.times = coordinator.times();
    return read_back;
  };
  result.made = generate(leading);
  return result;
}

void let_go(Ranks& ranks) {
  for (int rank = 1; rank < ranks.count(); ++rank)
    ranks.send(rank, bare_message({MessageKind::bye, 0}));
}

void follow(Ranks& ranks, const GenerateOptions& options, const std::string& version) {
  ranks.send(0, to_message({MessageKind::hello, kNoAttempt}, hello_of(options, version)));
  RankWorker worker(ranks, options);
  double last_word = steady_seconds();
  bool told = false;
  while (true) {
    const auto message = ranks.receive(kBetweenLooks);
    if (message && head_of(message->bytes).kind == MessageKind::bye) return;
    if (message) worker.handle(message->bytes);
    const bool asked = options.stopped && options.stopped();
    if (asked && !std::exchange(told, true))
      ranks.send(
          0, to_message({MessageKind::failed, kNoAttempt}, Failure{ErrorCode::stopped, "stopped"}));
    if (message || !asked) last_word = steady_seconds();
    if (steady_seconds() - last_word > kSecondsToHear)
      throw RankZeroIsSilent("stopped; rank 0 is silent");
  }
}

}  // namespace

std::optional<RankedResult> generate_on_ranks(Ranks& ranks, const GenerateOptions& options,
                                              const std::string& version) {
  if (ranks.rank() > 0) {
    try {
      follow(ranks, options, version);
    } catch (const RankZeroIsSilent&) {
      throw;
    } catch (...) {
      give_up(ranks, current_failure(kOutOfMemory));
    }
    return std::nullopt;
  }
  try {
    RankedResult result = lead(ranks, options, version);
    let_go(ranks);
    return result;
  } catch (...) {
    let_go(ranks);
    throw;
  }
}

void give_up(Ranks& ranks, const Failure& failure) {
  if (ranks.rank() == 0) return let_go(ranks);
  ranks.send(0, to_message({MessageKind::failed, kNoAttempt}, failure));
  while (true) {
    const auto message = ranks.receive(kBetweenLooks);
    if (message && head_of(message->bytes).kind == MessageKind::bye) return;
  }
}

}  // namespace pipo
