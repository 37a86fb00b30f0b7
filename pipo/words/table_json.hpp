// The JSON members of a complete table that `pipo info` and the server share.
#pragma once

#include "probe/file/layer_json.hpp"

namespace pipo {

// Adds the table's size and value.
void add_measures(Json& json, const Manifest& manifest);

}  // namespace pipo
