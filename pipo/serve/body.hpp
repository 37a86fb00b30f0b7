// The body of a request: read whole, within limits, before anything is answered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pipo/serve/connection.hpp"
#include "pipo/serve/head.hpp"
#include "pipo/serve/problem.hpp"

namespace pipo {

// Reads what follows `head`, which has no problem, into `body`: at most `most` bytes. Nothing, or
// why it cannot be read; the connection is then of no more use.
std::optional<Problem> read_body(Connection& connection, const Head& head, std::uint64_t most,
                                 std::string& body);

}  // namespace pipo
