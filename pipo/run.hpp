// The `pipo` command as a function.
#pragma once

#include <istream>
#include <ostream>

#include "pipo/command/context.hpp"

namespace pipo {

// Runs `pipo` with these arguments (argv[0] is the program's name) and returns its exit code.
// Results go to `out`, progress and errors to `err`, one line each, beginning with "pipo: ".
int run(int argc, const char* const* argv, std::istream& in, std::ostream& out, std::ostream& err);

// The same for a program that knows `generate` only, and makes tables in its own way. If `make`
// throws OnlyRankZeroSpeaks, it prints nothing and returns 0.
class OnlyRankZeroSpeaks {};
int run_with(const MakeTable& make, int argc, const char* const* argv, std::istream& in,
             std::ostream& out, std::ostream& err);

}  // namespace pipo
