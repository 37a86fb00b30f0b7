// The JSON for layers that the manifest and `pipo info` have in common.
#pragma once

#include <nlohmann/json.hpp>

#include "probe/file/manifest.hpp"

namespace pipo {

// A JSON value whose members keep the order in which they are added.
using Json = nlohmann::ordered_json;

// Returns the margins that occur, ascending: {"-1": 4, "1": 2}.
Json histogram_json(const Histogram& values);

// Returns a layer's entry in the manifest:
// {"layer": 3, "file": ..., "stored": ..., "bytes": ..., "content_hash": ..., "values": {...}}
// Without "file" if the table omits the layer.
Json layer_json(const ManifestLayer& layer);

}  // namespace pipo
