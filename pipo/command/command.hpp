// One command of `pipo` and its options, and messages about wrong arguments. Only command.cpp and
// run.cpp include the library that parses arguments, since it takes long to compile.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "pipo/command/context.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace pipo {

// Whether the help shows the default of an option.
enum class Default { hidden, shown };

class Command {
 public:
  // `footer` follows the list of options in the command's help.
  Command(CLI::App& app, const std::string& name, const std::string& description,
          const std::string& footer);

  // Lets the command call act(context, arguments), and returns these arguments, whose values the
  // options set.
  template <typename Arguments, typename Act>
  Arguments& action(CommandContext& context, Act act) {
    const auto arguments = std::make_shared<Arguments>();
    context.actions[name()] = [&context, arguments, act] { return act(context, *arguments); };
    return *arguments;
  }

  // Each function declares an option, "--memory", or a positional argument, "BOARD". The user's
  // value is stored in `value`, which must outlive the command. `type` is the name of the value in
  // the help. An empty text is refused.
  void flag(const std::string& name, bool& value, const std::string& help);
  // Sets `given` if the user gave a value.
  void text(const std::string& name, std::string& value, const std::string& type,
            const std::string& help, Default shown = Default::hidden, bool* given = nullptr);
  void required_option(const std::string& name, std::string& value, const std::string& type,
                       const std::string& help);
  void texts(const std::string& name, std::vector<std::string>& values, const std::string& help);
  // Declares an option that may be given several times, with one value each time.
  void repeated(const std::string& name, std::vector<std::string>& values, const std::string& type,
                const std::string& help);

  // Accepts one of these words; the first is the default. `type` is their name in the help.
  void word(const std::string& name, std::string& value, std::initializer_list<std::string> words,
            const std::string& help, const std::string& type = "FORMAT");

  // Accepts a whole number from `least` to `most`.
  void number(const std::string& name, int& value, int least, int most, const std::string& help);
  void number(const std::string& name, std::uint64_t& value, std::uint64_t least,
              std::uint64_t most, const std::string& help, Default shown = Default::hidden);

  // Accepts a number of seconds from `least` to `most`, "10" or "0.5".
  void seconds(const std::string& name, double& value, double least, double most,
               const std::string& help, Default shown = Default::hidden);

  // --threads N
  void threads(int& value);
  // --memory SIZE
  void memory(std::string& value);
  // --format, one of these words.
  void format(std::string& value, std::initializer_list<std::string> words);

 private:
  std::string name() const;

  CLI::App& command_;
};

// Checks the value of an option: returns what is wrong if it is empty, else nothing. An empty value
// differs from a missing one: it often comes from an unset variable of a script.
std::string refuse_empty(const std::string& value);

// Returns the message for arguments that could not be parsed, with the command that shows the help.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

// The commands of `pipo`. Each function declares one command with its options; after its arguments
// have been parsed, its action in the context does the work.
using AddCommand = void(CLI::App& app, CommandContext& context);

AddCommand add_generate, add_thin, add_plan, add_probe, add_explain, add_loony, add_line, add_solve,
    add_analyse, add_engine, add_play, add_convert, add_audit, add_sample, add_serve, add_count,
    add_perft, add_info, add_verify;

}  // namespace pipo
