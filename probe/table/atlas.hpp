// The atlas: tables that are installed with the library, of the first layers of each solved board.
// It is found without being named. If the place changes, installed programs and modules no longer
// find it (atlas/CMakeLists.txt puts it there).
#pragma once

#include <filesystem>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Returns the folder of the atlas: that of the environment variable PIPO_ATLAS, if it is set; else
// share/pipopipette/atlas in the first folder around this library or program that has one. Returns
// an empty path if there is none.
std::filesystem::path atlas_folder();

// Returns the tables in the folder of the atlas by the names of their folders, sorted. Unlike
// list_tables this looks at no table, since all programs do it when they begin.
std::vector<FoundTable> tables_of_atlas(const std::filesystem::path& folder);

}  // namespace pipo
