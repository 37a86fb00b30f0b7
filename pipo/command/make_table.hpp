// Making a table in front of a user: progress, Ctrl-C, and waiting for another process.
#pragma once

#include "generator/run/generate.hpp"
#include "pipo/io/session.hpp"

namespace pipo {

// generate() with progress on standard error. Ctrl-C and the like end it with Stopped. `wait`: for
// another process that makes the same table.
GenerateResult make_table(Session& session, GenerateOptions options, bool wait);

}  // namespace pipo
