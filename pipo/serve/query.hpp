// What a request asks for: the path and the parameters of its target.
#pragma once

#include <string>
#include <string_view>

#include "pipo/serve/request.hpp"

namespace pipo {

// Decodes "/api/v1/value?position=3x3%3A...&score=2" into `path` and `parameters` of the request.
// A parameter without '=' is empty, '+' is a space. Throws BadInput where % is not followed by two
// digits: what a client has mistaken is not guessed.
void read_target(std::string_view target, Request& request);

}  // namespace pipo
