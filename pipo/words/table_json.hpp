// The JSON members of a complete table that `pipo info` and the server share.
#pragma once

#include "probe/file/layer_json.hpp"

namespace pipo {

// Adds the table's size and value.
void add_measures(Json& json, const Manifest& manifest);

// Describes a table without naming files, with or without its layers.
Json table_json(const Manifest& manifest, bool layers);

}  // namespace pipo
