#include "generator/run/generate.hpp"

#include <fmt/core.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "generator/run/machine.hpp"
#include "generator/run/memory_plan.hpp"
#include "generator/run/table_run.hpp"
#include "generator/run/with_threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/sizes.hpp"
#include "probe/file/content_hash.hpp"
#include "probe/file/file_names.hpp"
#include "probe/space/diagonal.hpp"

namespace pipo {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[sizeof "2000-01-01T00:00:00Z"];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// Throws BadInput if a table cannot be thinned to a square.
void require_square(const TableIdentity& table) {
  if (table.board.rows() != table.board.columns()) {
    throw BadInput(
        fmt::format("{} is not square; --square leaves out images in a diagonal of a square board",
                    table.board.name()));
  }
  if (!Diagonal::of(Cut(table.board, table.start))) {
    throw BadInput(fmt::format(
        "the start of {} is not its own image in a diagonal; --square needs one that is",
        folder_name(table)));
  }
}

// Makes the folder of the table. Throws NoSpace if it cannot.
void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw NoSpace(fmt::format("{}: cannot make this folder: {}; choose another with --tables",
                              folder.string(), error.message()));
  }
}

Manifest make_manifest(const TableSpace& space, RunResult result, double seconds) {
  std::reverse(result.layers.begin(), result.layers.end());
  Manifest manifest;
  manifest.table = space.identity();
  manifest.value = result.value;
  manifest.thinning = space.thinning();
  std::vector<std::uint64_t> hashes;
  for (const ManifestLayer& layer : result.layers) {
    manifest.positions += space.states().quiet_positions(layer.layer);
    hashes.push_back(layer.content_hash);
  }
  manifest.layers = std::move(result.layers);
  manifest.content_hash = combined_hash(hashes);
  manifest.seconds = seconds;
  manifest.threads = tbb::this_task_arena::max_concurrency();
  manifest.date = utc_now();
  return manifest;
}

}  // namespace

GenerateResult generate(const GenerateOptions& options) {
  const Clock::time_point begin = Clock::now();
  const TableIdentity table = table_identity(options.board, options.start);
  if (options.square) require_square(table);
  GenerateResult result;
  result.folder = options.tables / folder_name(table);
  if (std::filesystem::exists(result.folder / kManifestName)) {
    result.manifest = read_manifest(result.folder);
    result.already_there = true;
    result.seconds = seconds_since(begin);
    return result;
  }
  const TableSpace space(table, options.square ? Thinning::square : Thinning::triangles);
  MemoryPlan memory = require_memory(table, space.states(), options.memory);
  if (options.section_budget > 0)
    memory = {.all_in_memory = false, .section_budget = options.section_budget};
  if (options.square && !memory.all_in_memory) {
    throw NoSpace(fmt::format(
        "{} with --square needs all values in memory, {}; allow that much, or make the table "
        "without --square",
        folder_name(table), human_bytes_rounded_up(memory.full_bytes)));
  }
  make_folder(result.folder);

  with_threads(options.threads, [&] {
    TableRun run(space, options, result.folder);
    const SweepStart start(space.states());
    RunResult made = memory.all_in_memory ? run_in_memory(run, start)
                                          : run_bounded(run, start, memory.section_budget);
    result.read_back = made.read_back;
    result.manifest = make_manifest(space, std::move(made), seconds_since(begin));
  });
  write_manifest(result.folder, result.manifest);
  result.seconds = seconds_since(begin);
  result.peak_memory = peak_memory();
  return result;
}

}  // namespace pipo
