// Games and positions from one notation into another, for clients that paste and copy.
#pragma once

#include "pipo/serve/reply.hpp"
#include "pipo/serve/request.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {

// An object a notation.
Json notations_json();

// The text (of the parameter, or the body) read in the notation `from`, and what it tells; with
// `to` also written in that one. Throws BadInput.
Reply converted(const Request& request);

}  // namespace pipo
