#include "probe/table/table_folders.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>

#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/failure.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_not_listed(const fs::path& folder, const std::error_code& error) {
  if (const std::string link = broken_link(folder); !link.empty()) {
    throw UnreadableTable(link,
                          {.table = {}, .searched = {folder}, .file = folder, .omitted_layer = {}});
  }
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) {
    throw MissingTable(fmt::format("{}: this folder of tables cannot be opened: {}",
                                   folder.string(), error.message()),
                       {.table = {}, .searched = {folder}, .file = folder, .omitted_layer = {}});
  }
  if (error == std::errc::too_many_files_open || error == std::errc::not_enough_memory ||
      error == std::errc::too_many_files_open_in_system) {
    const bool memory = error == std::errc::not_enough_memory;
    throw_failure(
        {system_error_code(error.value()),
         fmt::format("{}: cannot be listed: {}{}", folder.string(), error.message(),
                     memory ? "; stop other programs" : "; " + too_many_files(error.value()))});
  }
  throw UnreadableTable(fmt::format("{}: this folder of tables cannot be read: {}; change its "
                                    "permissions or name another folder",
                                    folder.string(), error.message()),
                        {.table = {}, .searched = {folder}, .file = folder, .omitted_layer = {}});
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    entries.push_back(entry->path());
  }
  if (error) throw_not_listed(folder, error);
  std::sort(entries.begin(), entries.end());
  return entries;
}

// Returns the path from the root on, without "." and a slash at the end.
fs::path whole_path(const fs::path& folder) {
  std::error_code error;
  fs::path whole = fs::absolute(folder, error).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

bool has_table_name(const fs::path& folder) {
  return named_table(folder).has_value();
}

bool has_manifest(const fs::path& folder) {
  std::error_code error;
  return fs::exists(fs::symlink_status(folder / kManifestName, error));
}

// True if the folder has a manifest, valid or not. If that cannot be determined, a folder with a
// table's name is taken for a table; opening it will report the reason.
bool may_be_table(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(folder / kManifestName, error);
  if (fs::exists(status)) return true;
  const bool unknown = error && status.type() != fs::file_type::not_found;
  return (unknown || !broken_link(folder).empty()) && has_table_name(folder);
}

// Returns whether this is a folder with a table's name and without a manifest.
bool is_unfinished(const fs::path& folder) {
  std::error_code error;
  return has_table_name(folder) && fs::is_directory(folder, error) && !may_be_table(folder);
}

// Returns whether a folder with a table's name has layers, finished or not.
bool has_layers(const fs::path& folder, const TableIdentity& table) {
  for (int layer = count_bits(table.start); layer <= table.board.edges(); ++layer) {
    std::error_code error;
    const fs::path file = folder / layer_file_name(layer);
    if (fs::exists(fs::symlink_status(file, error))) return true;
    if (fs::exists(fs::symlink_status(file.string() + kPartEnding, error))) return true;
  }
  return false;
}

// Adds a table to the list, or the reason why the manifest does not say which table it is.
void add(TableListing& listing, const fs::path& folder) {
  if (const auto table = named_table(folder)) {
    listing.tables.push_back({*table, folder});
    return;
  }
  try {
    listing.tables.push_back({read_manifest(folder).table, folder});
  } catch (const Error& error) {
    listing.problems.push_back({folder, error.what()});
  }
}

}  // namespace

std::optional<TableIdentity> named_table(const fs::path& folder) {
  return table_of_folder(whole_path(folder).filename().string());
}

bool is_table(const fs::path& folder) {
  if (const auto table = named_table(folder)) {
    return has_manifest(folder) || has_layers(folder, *table);
  }
  if (!has_manifest(folder)) return false;
  try {
    static_cast<void>(read_manifest(folder));
    return true;
  } catch (const Error&) {
    return false;  // another program's file may have this name
  }
}

void refuse_table(const fs::path& folder) {
  if (!is_table(folder)) return;
  const auto table = named_table(folder);
  throw BadInput(fmt::format(
      "{}: this is the folder of {}, not a folder of tables; name the folder that contains it, {}",
      folder.string(), table ? "the table " + folder_name(*table) : "a table",
      containing_folder(folder).string()));
}

std::optional<fs::path> unfinished_table(const std::vector<fs::path>& tables_folders,
                                         const TableIdentity& table) {
  for (const fs::path& folder : tables_folders) {
    if (const fs::path inside = folder / folder_name(table); is_unfinished(inside)) return inside;
    if (named_table(folder) == table && is_unfinished(folder) && is_table(folder)) return folder;
  }
  return {};
}

fs::path containing_folder(const fs::path& table_folder) {
  fs::path plain = table_folder.lexically_normal();
  if (!plain.has_filename()) plain = plain.parent_path();
  if (plain.filename() == "." || plain.filename() == ".." || plain.empty()) {
    plain = whole_path(table_folder);
  }
  return plain.has_parent_path() ? plain.parent_path() : fs::path(".");
}

std::vector<fs::path> table_candidates(const fs::path& tables_folder) {
  std::vector<fs::path> candidates = entries_of(tables_folder);
  std::erase_if(candidates, [](const fs::path& folder) {
    std::error_code error;
    const bool named = has_table_name(folder) && !fs::is_regular_file(folder, error);
    return !named && !may_be_table(folder);
  });
  if (is_table(tables_folder)) candidates.insert(candidates.begin(), tables_folder);
  return candidates;
}

void check_name(const fs::path& folder) {
  if (folder.native().find('\0') == std::string::npos) return;
  throw BadInput("the name of a folder of tables contains a NUL character");
}

TableListing list_tables(const fs::path& tables_folder) {
  check_name(tables_folder);
  TableListing listing;
  const std::vector<fs::path> entries = entries_of(tables_folder);
  if (has_manifest(tables_folder) && is_table(tables_folder)) add(listing, tables_folder);
  if (is_unfinished(tables_folder) && is_table(tables_folder)) {
    listing.unfinished.push_back({*named_table(tables_folder), tables_folder});
  }
  for (const fs::path& folder : entries) {
    if (may_be_table(folder)) {
      add(listing, folder);
    } else if (is_unfinished(folder)) {
      listing.unfinished.push_back({*named_table(folder), folder});
    }
  }
  return listing;
}

namespace {

namespace fs = std::filesystem;

void check_headers(const fs::path& folder, const Manifest& manifest) {
  for (const ManifestLayer& layer : manifest.layers) {
    if (layer.omitted()) continue;
    const LayerHeader header = check_header_and_index(folder / layer.file);
    if (header.table != manifest.table || manifest_layer(header) != layer) {
      throw_damaged((folder / layer.file).string(),
                    fmt::format("does not match {}", kManifestName));
    }
  }
}

bool finished(const fs::path& path, const TableIdentity& table) {
  try {
    return read_layer_header(path).table == table;
  } catch (const Error&) {
    return false;
  }
}

void count_layers(TableState& state) {
  const int first = count_bits(state.table->start);
  const int last = state.table->board.edges();
  state.layers = last - first + 1;
  for (int layer = first; layer <= last; ++layer) {
    state.finished_layers += finished(state.folder / layer_file_name(layer), *state.table);
  }
}

}  // namespace

TableState table_state(const fs::path& table_folder) {
  TableState state;
  state.folder = table_folder;
  state.table = named_table(table_folder);
  std::error_code error;
  const fs::file_status status = fs::symlink_status(table_folder / kManifestName, error);
  try {
    const bool absent = status.type() == fs::file_type::not_found;
    if (absent && state.table && broken_link(table_folder).empty()) {
      count_layers(state);
      return state;
    }
    Manifest manifest = read_manifest(table_folder);
    state.table = manifest.table;
    check_headers(table_folder, manifest);
    state.manifest = std::move(manifest);
  } catch (const UnreadableTable& failure) {
    state.problem = failure.what();
    state.unreadable = true;
  } catch (const Error& failure) {
    state.problem = failure.what();
  }
  return state;
}

std::vector<TableState> table_states(const fs::path& tables_folder) {
  std::vector<TableState> states;
  for (const fs::path& folder : table_candidates(tables_folder)) {
    states.push_back(table_state(folder));
  }
  return states;
}

}  // namespace pipo
