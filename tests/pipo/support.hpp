// Running `pipo` in the tests: inside this process, or as the program through a shell.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace pipo::test {

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

// run() with these arguments after "pipo".
Outcome pipo(const std::vector<std::string>& arguments, const std::string& input = {});

// A script of bash. The code is the shell's, 128 and more after a signal.
Outcome bash(const std::string& script);

// Where the program is.
std::string program();

// The program, with arguments and redirections as for a shell.
Outcome shell(const std::string& arguments);

std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& text);

// The lines of a text, without their ends.
std::vector<std::string> lines(const std::string& text);

// "pipo: ..." and nothing else on standard error: one line that says what is wrong.
bool is_one_complaint(const std::string& err);

// Makes tables of these boards in the folder, by `pipo generate`.
void make_tables(const std::filesystem::path& folder, const std::vector<std::string>& boards);

// Tables of 1x1, 1x2, 1x5, 2x2, 2x3, 2x4 and 3x3, made once a program in the same way.
const std::filesystem::path& made_tables();

// `pipo COMMAND` with these tables.
Outcome with_made_tables(const std::string& command, std::vector<std::string> arguments,
                         const std::string& input = {});

bool has(const std::string& text, const std::string& part);

}  // namespace pipo::test
