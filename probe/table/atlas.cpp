#include "probe/table/atlas.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "probe/base/operating_system.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {

namespace fs = std::filesystem;

fs::path atlas_folder() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the library sets none
  if (const char* const named = std::getenv("PIPO_ATLAS")) return named;
  const fs::path file = file_of_this_code();
  for (fs::path folder = file.parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    std::error_code error;
    fs::path atlas = folder / "share" / "pipopipette" / "atlas";
    if (fs::is_directory(atlas, error)) return atlas;
  }
  return {};
}

std::vector<FoundTable> tables_of_atlas(const fs::path& folder) {
  std::vector<FoundTable> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const fs::path& path = entry->path();
    if (const auto table = table_of_folder(path.filename().string())) {
      found.push_back({*table, path, true});
    }
  }
  std::ranges::sort(found, {}, &FoundTable::folder);
  return found;
}

}  // namespace pipo
