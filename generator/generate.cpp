#include "generator/generate.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <ctime>
#include <optional>

#include "generator/machine.hpp"
#include "generator/sweep/sweep.hpp"
#include "generator/writer/layer_writer.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/error.hpp"
#include "probe/table/content_hash.hpp"

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

std::string gigabytes(std::uint64_t bytes) {
  const std::uint64_t hundredths =
      (bytes + 9'999'999) / 10'000'000;  // rounded up: never too little
  const std::string fraction = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + "." + (fraction.size() < 2 ? "0" : "") + fraction +
         " GB";
}

void check_memory(const TableIdentity& table, const StateSpace& space, std::uint64_t memory) {
  // Buffers of the writer, code, and what the allocator keeps to itself.
  constexpr std::uint64_t kBesides = 32'000'000;
  const std::uint64_t need = Sweep::expected_bytes(space) + kBesides;
  const std::uint64_t have = memory > 0 ? memory : available_memory();
  if (have == 0 || need <= have) return;
  throw NoSpace(folder_name(table) + " needs " + gigabytes(need) + " of memory to generate, and " +
                (memory > 0 ? "--memory allows " : "this machine has ") + gigabytes(have) + "; " +
                (memory > 0 && need <= available_memory()
                     ? "allow more, or take a smaller board"
                     : "take a smaller board or another machine"));
}

// Makes the folder of the table. Throws NoSpace if it cannot.
void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw NoSpace(folder.string() + ": cannot make this folder: " + error.message() +
                  "; choose another with --tables");
  }
}

// The sweep of one table, its files written along the way.
class Generation {
 public:
  Generation(const TableIdentity& table, const StateSpace& space, const GenerateOptions& options,
             const std::filesystem::path& folder)
      : table_(table),
        space_(space),
        options_(options),
        folder_(folder),
        writer_(space, table, folder) {
    for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
      progress_.values_total += space.section_values(layer);
    }
    const EdgeSet quiet = settled_start_.quiet;
    const Cut& cut = space.cut();
    start_location_ = space.locate(
        merge_outer(cut.turned(), cut.turn(table.board, quiet), cut.start()));
    start_layer_ = std::popcount(quiet);
    progress_.first_layer = space.first_layer();
    progress_.last_layer = space.last_layer();
  }

  // Sweeps all layers. What it has written is removed again if something goes wrong.
  Manifest run() {
    try {
      sweep();
    } catch (...) {
      finish_quietly();  // files may still be on their way to their names
      remove_files();
      throw;
    }
    return manifest();
  }

 private:
  void sweep() {
    sweep_.emplace(space_);
    tbb::task_group writing;
    try {
      for (int layer = space_.last_layer(); layer >= space_.first_layer(); --layer) {
        report(layer);
        sweep_->compute(layer);
        if (layer == start_layer_) read_start_value();
        progress_.values_done += space_.section_values(layer);
        writing.wait();  // for the layer before: one is written while one is computed
        const int unreachable = layer + Sweep::reach(space_);
        if (unreachable <= space_.last_layer()) sweep_->drop(unreachable);
        writing.run([this, layer] { write(layer); });
      }
      writing.wait();
      writer_.finish();
    } catch (...) {
      writing.cancel();
      try {
        writing.wait();
      } catch (...) {
        // The first failure is the one to report.
      }
      throw;
    }
    report(space_.first_layer());
  }

  void read_start_value() {
    const Strip rows = sweep_->sections().rows(start_location_.key);
    const std::size_t place = start_location_.row * rows.stride + start_location_.column;
    value_ = settled_value(settled_start_, rows.data[place]);
  }

  void write(int layer) {
    layers_.push_back(writer_.write(
        layer, [this](const SectionKey& key) { return sweep_->sections().rows(key).data; }));
  }

  void report(int layer) {
    progress_.layer = layer;
    progress_.memory_bytes = resident_memory();
    progress_.seconds = seconds_since(start_);
    if (options_.progress) options_.progress(progress_);
  }

  void finish_quietly() {
    try {
      writer_.finish();
    } catch (...) {
      // The failure that is under way is the one to report.
    }
  }

  void remove_files() const {
    std::error_code ignored;
    for (const LayerReport& layer : layers_) std::filesystem::remove(folder_ / layer.file, ignored);
    std::filesystem::remove(folder_, ignored);  // only if nothing else is in it
  }

  Manifest manifest() {
    std::reverse(layers_.begin(), layers_.end());
    Manifest manifest;
    manifest.table = table_;
    manifest.value = value_;
    std::vector<std::uint64_t> hashes;
    for (const LayerReport& layer : layers_) {
      manifest.positions += space_.quiet_positions(layer.layer);
      hashes.push_back(layer.content_hash);
    }
    manifest.layers = layers_;
    manifest.content_hash = combined_hash(hashes);
    manifest.seconds = seconds_since(start_);
    manifest.threads = tbb::this_task_arena::max_concurrency();
    manifest.date = utc_now();
    return manifest;
  }

  TableIdentity table_;
  const StateSpace& space_;
  const GenerateOptions& options_;
  std::filesystem::path folder_;
  LayerWriter writer_;
  std::optional<Sweep> sweep_;
  std::vector<LayerReport> layers_;  // in the order they were written: from the full board back
  GenerateProgress progress_;
  // A start need not be quiet; its value follows from that of what it settles to.
  Settlement settled_start_ = settle(table_.board, table_.start);
  Location start_location_;
  int start_layer_ = 0;
  int value_ = 0;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

GenerateResult generate(const GenerateOptions& options) {
  const Clock::time_point start = Clock::now();
  const TableIdentity table = table_identity(options.board, options.start);
  GenerateResult result;
  result.folder = options.tables / folder_name(table);
  if (std::filesystem::exists(result.folder / kManifestName)) {
    result.manifest = read_manifest(result.folder);
    result.already_there = true;
    result.seconds = seconds_since(start);
    return result;
  }
  const StateSpace space(table.board, table.start);
  check_memory(table, space, options.memory);
  make_folder(result.folder);

  const int threads = options.threads > 0 ? options.threads : tbb::info::default_concurrency();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute([&] { result.manifest = Generation(table, space, options, result.folder).run(); });
  write_manifest(result.folder, result.manifest);
  result.seconds = seconds_since(start);
  result.peak_memory = peak_memory();
  return result;
}

}  // namespace pipo
