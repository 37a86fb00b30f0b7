// The version, commit and formats of the program, as `--version` prints them.
#pragma once

#include <string>

namespace pipo {

// The commit of the sources: 12 digits, "-dirty" behind them if files had been changed; "unknown"
// if they are not in a repository. The build writes the definition (pipo/commit.cmake).
extern const char* const kCommit;

// Returns three lines: the program and its version, the commit, the formats of tables.
std::string version_text(const char* program);

}  // namespace pipo
