#include "probe/table/table_folders.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>

#include "pipopipette/error.hpp"
#include "probe/base/failure.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_not_listed(const fs::path& folder, const std::error_code& error) {
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) {
    throw MissingTable(fmt::format("{}: this folder of tables cannot be opened: {}",
                                   folder.string(), error.message()),
                       {.table = {}, .searched = {folder}, .file = folder, .omitted_layer = {}});
  }
  if (error == std::errc::too_many_files_open || error == std::errc::not_enough_memory ||
      error == std::errc::too_many_files_open_in_system) {
    throw_failure({system_error_code(error.value()),
                   fmt::format("{}: cannot be listed: {}", folder.string(), error.message())});
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

// True if the folder has a manifest, valid or not. If that cannot be determined, a folder with a
// table's name is taken for a table; opening it will report the reason.
bool may_be_table(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(folder / kManifestName, error);
  if (fs::exists(status)) return true;
  return error && status.type() != fs::file_type::not_found &&
         table_of_folder(folder.filename().string()).has_value();
}

}  // namespace

std::vector<fs::path> table_candidates(const fs::path& tables_folder) {
  std::vector<fs::path> candidates = entries_of(tables_folder);
  std::erase_if(candidates, [](const fs::path& folder) {
    std::error_code error;
    const bool named =
        table_of_folder(folder.filename().string()) && !fs::is_regular_file(folder, error);
    return !named && !may_be_table(folder);
  });
  return candidates;
}

void check_name(const fs::path& folder) {
  if (folder.native().find('\0') == std::string::npos) return;
  throw BadInput("the name of a folder of tables contains a NUL character");
}

TableListing list_tables(const fs::path& tables_folder) {
  check_name(tables_folder);
  TableListing listing;
  for (const fs::path& folder : entries_of(tables_folder)) {
    if (!may_be_table(folder)) continue;
    if (const auto table = table_of_folder(folder.filename().string())) {
      listing.tables.push_back({*table, folder});
      continue;
    }
    try {
      listing.tables.push_back({read_manifest(folder).table, folder});
    } catch (const Error& error) {
      listing.problems.push_back({folder, error.what()});
    }
  }
  return listing;
}

}  // namespace pipo
