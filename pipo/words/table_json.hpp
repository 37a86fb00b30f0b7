// What `pipo info` and the server say alike about a complete table, as JSON.
#pragma once

#include "probe/file/layer_json.hpp"

namespace pipo {

// Adds how large the table is, and its value.
void add_measures(Json& json, const Manifest& manifest);

}  // namespace pipo
