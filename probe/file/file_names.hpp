// What the files in a table's folder are called.
#pragma once

#include <string>

namespace pipo {

// "layer-07.pipo"
std::string layer_file_name(int layer);

constexpr const char* kManifestName = "manifest.json";

}  // namespace pipo
