// The names of the files in a table's folder.
#pragma once

#include <fmt/core.h>

#include <string>

namespace pipo {

// "layer-07.pipo"
inline std::string layer_file_name(int layer) {
  return fmt::format("layer-{:02}.pipo", layer);
}

// At the end of a file's name until it is complete.
constexpr const char* kPartEnding = ".part";

constexpr const char* kManifestName = "manifest.json";

// The SHA-256 of each of the other files; removed before any of them changes.
constexpr const char* kSumsName = "SHA256SUMS";

// Exists while a process is making the table.
constexpr const char* kLockName = "generating.lock";

}  // namespace pipo
