// What the manifest and `pipo info` say alike about layers, as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "probe/file/manifest.hpp"

namespace pipo {

// Members stay in the order in which they are added.
using Json = nlohmann::ordered_json;

// {"-1": 4, "1": 2}: the margins that occur, ascending.
Json histogram_json(const Histogram& values);

// {"layer": 3, "file": ..., "stored": ..., "bytes": ..., "content_hash": ..., "values": {...}}
Json layer_json(const ManifestLayer& layer);

}  // namespace pipo
