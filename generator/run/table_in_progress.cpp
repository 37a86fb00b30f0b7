#include "generator/run/table_in_progress.hpp"

#include <fmt/chrono.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <map>

#include "generator/plan/machine.hpp"
#include "generator/plan/table_counts.hpp"
#include "generator/run/existing_layers.hpp"
#include "generator/writer/new_file.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/board/outer.hpp"
#include "probe/file/content_hash.hpp"
#include "probe/file/file_names.hpp"
#include "probe/space/game_values.hpp"

namespace pipo {
namespace {

MatrixCell location_of(const TableSpace& space, EdgeSet quiet) {
  const Cut& cut = space.states().cut();
  const EdgeSet turned = cut.turn(space.identity().board, quiet);
  return space.states().locate(merge_outer(cut.turned(), turned, cut.start()));
}

GenerateProgress no_progress(const StateSpace& states) {
  GenerateProgress progress;
  progress.first_layer = states.first_layer();
  progress.layer = progress.last_layer = states.last_layer();
  for (int layer = states.first_layer(); layer <= states.last_layer(); ++layer) {
    progress.values_total += states.section_values(layer);
  }
  return progress;
}

// Throws if a file to be made could not get its place, before anything is computed.
void require_places(const ExistingLayers& found, const std::filesystem::path& folder) {
  const auto require = [](const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(std::filesystem::symlink_status(path, error))) {
      throw CannotWrite(path.string() +
                        ": a folder has the name of this file; remove or rename the folder");
    }
  };
  const StateSpace& states = found.space.states();
  for (int layer = states.first_layer(); layer <= states.last_layer(); ++layer) {
    const std::filesystem::path file = folder / layer_file_name(layer);
    if (found.kept(layer)) continue;
    require(file);
    require(part_of(file));
  }
  require(folder / kManifestName);
}

// Also removes the list of SHA-256 sums, so that it never disagrees with the files.
void remove_parts(const StateSpace& states, const std::filesystem::path& folder) {
  ::unlink((folder / kSumsName).c_str());
  for (int layer = states.first_layer(); layer <= states.last_layer(); ++layer) {
    ::unlink(part_of(folder / layer_file_name(layer)).c_str());
  }
  ::unlink(part_of(folder / kManifestName).c_str());
}

}  // namespace

TableInProgress::TableInProgress(ExistingLayers& found, const GenerateOptions& options,
                                 const std::filesystem::path& folder)
    : found_(found),
      options_(options),
      folder_(folder),
      writer_(found.space, folder),
      written_(static_cast<std::size_t>(found.space.states().last_layer()) + 1),
      removed_(written_.size()),
      start_(settle(found.space.identity().board, found.space.identity().start)),
      quiet_(location_of(found.space, start_.quiet)),
      progress_(no_progress(found.space.states())),
      began_(steady_seconds()) {
  require_places(found, folder);
  remove_parts(found.space.states(), folder);
}

void TableInProgress::finish() {
  writer_.finish();
  start_value();  // may have to be read; a failure is one of this run
}

void TableInProgress::write_empty_layers() {
  for (int layer = progress_.first_layer; layer <= progress_.last_layer; ++layer) {
    if (!found_.kept(layer) && space().states().sections(layer).empty())
      written_[static_cast<std::size_t>(layer)] = writer_.add(layer, {});
  }
}

void TableInProgress::write(std::span<const SectionRows> rows) {
  std::map<int, std::vector<SectionRows>> by_layer;
  std::uint64_t count = 0;
  for (const SectionRows& one : rows) {
    by_layer[one.key().layer()].push_back(one);
    if (one.has(quiet_)) note_start_value(*one.at(quiet_.row, quiet_.column));
    count += one.values();
  }
  for (const auto& [layer, of_layer] : by_layer) {
    if (found_.kept(layer)) continue;
    auto& written = written_[static_cast<std::size_t>(layer)];
    written = writer_.add(layer, of_layer);
    if (!written) continue;
    const std::lock_guard lock(mutex_);
    found_.files.close(layer);  // to be opened under its name
  }
  remove_unneeded();
  report(rows.back().key().layer(), count);
}

bool TableInProgress::is_finished(int layer) const {
  return found_.kept(layer) || written_[static_cast<std::size_t>(layer)];
}

// Returns whether a layer is unfinished, or a value that is still to be found may be read from it.
bool TableInProgress::is_needed(int layer) const {
  if (!is_finished(layer) || layer == quiet_.key.layer()) return true;
  for (int below = progress_.first_layer; below < layer; ++below) {
    if (last_source_layer(space().identity().board, below) >= layer && !is_finished(below))
      return true;
  }
  return false;
}

// Removes the files of omitted layers that are not needed any more. First the layers that were made
// from them must be on disk.
void TableInProgress::remove_unneeded() {
  for (int layer = progress_.first_layer; layer <= progress_.last_layer; ++layer) {
    if (!found_.omits(layer) || removed_[static_cast<std::size_t>(layer)] || is_needed(layer)) {
      continue;
    }
    removed_[static_cast<std::size_t>(layer)] = true;
    if (!written_[static_cast<std::size_t>(layer)] && !found_.files.opened(layer)) continue;
    writer_.finish();
    keep_header_only(folder_, layer);
    const std::lock_guard lock(mutex_);
    found_.files.close(layer);
  }
}

void TableInProgress::end(int layer) {
  written_[static_cast<std::size_t>(layer)] = writer_.end(layer);
}

void TableInProgress::read(const SectionPart& part, std::int8_t* values) {
  const int layer = part.key.layer();
  std::unique_lock lock(mutex_);
  if (!found_.files.opened(layer)) {
    if (const auto growing = writer_.growing(layer)) {
      found_.files.open(*growing);
    } else {
      writer_.finish();
      found_.files.open(layer);
    }
  }
  const auto opened = found_.files.opened(layer);
  lock.unlock();
  found_.files.load(*opened, part, values);
}

// Recent writes are still in the page cache, so only finished layers are announced.
void TableInProgress::prefetch(const SectionPart& part) {
  std::unique_lock lock(mutex_);
  if (writer_.writing(part.key.layer())) return;
  const auto opened = found_.files.opened(part.key.layer());
  lock.unlock();
  if (opened) found_.files.prefetch(*opened, part);
}

void TableInProgress::begin(int layer, std::uint64_t values) {
  progress_.values_done = progress_.values_before = progress_.values_total - values;
  report(layer, 0);
}

void TableInProgress::report(int layer, std::uint64_t values, double waiting) {
  progress_.layer = std::min(progress_.layer, layer);
  progress_.values_done += values;
  progress_.memory_bytes = resident_memory();
  progress_.seconds = steady_seconds() - began_;
  progress_.waiting = waiting;
  if (options_.progress) options_.progress(progress_);
}

ManifestLayer TableInProgress::finished(int layer) const {
  const auto& kept = found_.kept(layer);
  return kept ? *kept : written_[static_cast<std::size_t>(layer)].value();
}

// Takes the value of the position that the start settles to.
void TableInProgress::note_start_value(std::int8_t value) {
  start_value_ = settled_value(space().identity().game, start_, value);
}

int TableInProgress::start_value() {
  if (!start_value_) {
    std::int8_t value = 0;
    read({.key = quiet_.key,
          .first_row = quiet_.row,
          .rows = 1,
          .first_column = quiet_.column,
          .columns = 1},
         &value);
    note_start_value(value);
  }
  return *start_value_;
}

Manifest TableInProgress::end(double seconds) {
  Manifest manifest;
  manifest.table = space().identity();
  manifest.value = start_value();
  std::vector<std::uint64_t> hashes;
  for (int layer = progress_.first_layer; layer <= progress_.last_layer; ++layer) {
    const ManifestLayer entry = finished(layer);
    manifest.layers.push_back(found_.omits(layer) ? without_file(entry) : entry);
    manifest.positions += space().states().quiet_positions(layer);
    hashes.push_back(entry.content_hash);
  }
  manifest.content_hash = combined_hash(hashes);
  manifest.seconds = seconds;
  manifest.threads = loop_threads();
  manifest.date = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
  if (found_.manifest) require_same(manifest, *found_.manifest);
  if (!found_.manifest || found_.manifest->layers != manifest.layers) {
    sync_folder(options_.tables);  // makes the name of the table's folder durable
    write_manifest(folder_, manifest);
  }
  remove_omitted_files(folder_, manifest);
  return manifest;
}

void TableInProgress::require_same(const Manifest& made, const Manifest& before) const {
  for (std::size_t i = 0; i < made.layers.size(); ++i) {
    const ManifestLayer& now = made.layers[i];
    const ManifestLayer& then = before.layers[i];
    if (now.content_hash == then.content_hash && now.values == then.values) continue;
    throw DamagedTable(
        fmt::format("{}: layer {} was made again, and its values differ from those in {}, so that "
                    "file or a kept layer is wrong; remove the folder and generate the table again",
                    folder_.string(), now.layer, kManifestName),
        folder_);
  }
  if (made.value != before.value) {
    throw DamagedTable(fmt::format("{}: the start's value was computed again and differs from "
                                   "that in {}; remove the folder and generate the table again",
                                   folder_.string(), kManifestName),
                       folder_);
  }
}

}  // namespace pipo
