#include "tests/pipo/support.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "pipo/run.hpp"
#include "tests/support/files.hpp"

namespace pipo::test {

Outcome pipo(const std::vector<std::string>& arguments, const std::string& input) {
  std::vector<const char*> argv = {"pipo"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  std::istringstream in(input);
  std::ostringstream out, err;
  const int code = run(static_cast<int>(argv.size()), argv.data(), in, out, err);
  return {code, out.str(), err.str()};
}

Outcome bash(const std::string& script) {
  const TemporaryFolder folder;
  write_file(folder / "script",
             "exec > '" + folder / "out" + "' 2> '" + folder / "err" + "'\n" + script + "\n");
  const int status = std::system(("bash '" + folder / "script" + "'").c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(folder / "out"),
          read_file(folder / "err")};
}

std::string program() {
  return PIPO_BINARY;
}

Outcome shell(const std::string& arguments) {
  return bash("'" + program() + "' " + arguments);
}

std::string read_file(const std::filesystem::path& path) {
  return contents(path);
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  overwrite(path, text);
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

bool is_one_complaint(const std::string& err) {
  return err.starts_with("pipo: ") && err.size() > 16 && err.find('\n') == err.size() - 1;
}

testing::AssertionResult refused_with(const Outcome& outcome, int code, const std::string& words) {
  if (outcome.code == code && outcome.out.empty() && is_one_complaint(outcome.err) &&
      has(outcome.err, words)) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure()
         << "exit code " << outcome.code << ", output '" << outcome.out << "', errors '"
         << outcome.err << "', expected " << code << " and '" << words << "'";
}

void make_tables(const std::filesystem::path& folder, const std::vector<std::string>& boards) {
  for (const std::string& board : boards) {
    const Outcome made = pipo({"generate", board, "--tables", folder.string()});
    ASSERT_EQ(made.code, 0) << made.err;
  }
}

const std::filesystem::path& made_tables() {
  static const TemporaryFolder folder;
  static const bool made = [] {
    make_tables(folder.path(), {"1x1", "1x2", "1x5", "2x2", "2x3", "2x4", "3x3"});
    return true;
  }();
  static_cast<void>(made);
  return folder.path();
}

Outcome with_made_tables(const std::string& command, std::vector<std::string> arguments,
                         const std::string& input) {
  arguments.insert(arguments.begin(), {command, "--tables", made_tables().string()});
  return pipo(arguments, input);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace pipo::test
