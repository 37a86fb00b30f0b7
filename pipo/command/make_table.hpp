// Makes a table for a user in front of a terminal: progress, Ctrl-C, and waiting for another
// process.
#pragma once

#include "generator/run/generate.hpp"
#include "pipo/command/context.hpp"
#include "pipo/io/output.hpp"

namespace pipo {

// Runs generate(), then writes SHA256SUMS if the table has none, with progress on standard error.
// Ctrl-C and similar signals end it with Stopped. `wait`: waits for another process that makes the
// same table.
GenerateResult make_table(CommandContext& context, GenerateOptions options, bool wait);

// Writes SHA256SUMS of a complete table unless it is there. `threads`: as in GenerateOptions.
void add_sums(const std::filesystem::path& folder, const Manifest& manifest, int threads,
              Progress& progress);

}  // namespace pipo
