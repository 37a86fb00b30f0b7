// Runs `pipo` in tests: inside this process, or as a program through a shell.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/sanitized.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::test {

// No machine solves this board or has room for its table. Sanitizers count the halves of 5x5 for
// seconds, those of 4x6 at once.
constexpr const char* kTooLarge = kSanitized ? "4x6" : "5x5";

// The notation of that board without edges.
inline const std::string kTooLargeEmpty =
    std::string(kTooLarge) + ":" + std::string(kSanitized ? 58 : 60, '0');

// A sweep of it takes seconds, and less memory than machines have: 13 of 60 edges, or 12 of 58.
inline const std::string kEarly =
    kSanitized ? "4x6:0000100110000000100000000000101100001000000000001001011000"
               : "5x5:011100001010001100000011100000000001000000000110000000000000";

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

// Calls run() with these arguments after "pipo".
Outcome pipo(const std::vector<std::string>& arguments, const std::string& input = {});

// Runs a script in bash. The code is that of the shell: 128 plus the number of a signal that ended
// it.
Outcome bash(const std::string& script);

// The path of the program.
std::string program();

// Runs the program with arguments and redirections in the syntax of the shell.
Outcome shell(const std::string& arguments);

std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& text);

// The lines of a text, without line ends.
std::vector<std::string> lines(const std::string& text);

// Checks that standard error has exactly one line, "pipo: ...".
bool is_one_complaint(const std::string& err);

// Returns whether a command ended with this code, wrote nothing, and complained once with these
// words.
testing::AssertionResult refused_with(const Outcome& outcome, int code, const std::string& words);

// Makes tables of these boards in the folder, with `pipo generate`.
void make_tables(const std::filesystem::path& folder, const std::vector<std::string>& boards);

// The folder with tables of 1x1, 1x2, 1x5, 2x2, 2x3, 2x4 and 3x3, made in this way once per
// process.
const std::filesystem::path& made_tables();

// Runs `pipo COMMAND` with these tables.
Outcome with_made_tables(const std::string& command, std::vector<std::string> arguments,
                         const std::string& input = {});

bool has(const std::string& text, const std::string& part);

}  // namespace pipo::test
