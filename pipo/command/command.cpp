#include "pipo/command/command.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

// Gives clearer messages than CLI11 does.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [least, most](const std::string& text) -> std::string {
    const auto number = parsed_number<std::uint64_t>(text);
    if (number && *number >= least && *number <= most) return {};
    return fmt::format("{} is not a whole number from {} to {}", pipo::quoted(text), least, most);
  };
  return {check, ""};
}

CLI::Validator number_of_seconds(double least, double most) {
  const auto check = [least, most](const std::string& text) -> std::string {
    const auto number = parsed_number<double>(text, std::chars_format::fixed);
    if (number && *number >= least && *number <= most) return {};
    return fmt::format("{} is not a number of seconds from {} to {:.0f}", pipo::quoted(text), least,
                       most);
  };
  return {check, ""};
}

CLI::Option* with_default(CLI::Option* option, Default shown) {
  if (shown == Default::shown) option->capture_default_str();
  return option;
}

// Returns "text, json or csv".
std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) {
    if (!list.empty()) list += &word == &words.back() ? " or " : ", ";
    list += word;
  }
  return list;
}

}  // namespace

Command::Command(CLI::App& app, const std::string& name, const std::string& description,
                 const std::string& footer)
    : command_(*app.add_subcommand(name, description)) {
  command_.footer(footer);
}

void Command::flag(const std::string& name, bool& value, const std::string& help) {
  command_.add_flag(name, value, help)->disable_flag_override();
}

void Command::text(const std::string& name, std::string& value, const std::string& type,
                   const std::string& help, Default shown, bool* given) {
  CLI::Option* const option = with_default(command_.add_option(name, value, help), shown);
  option->type_name(type)->check(refuse_empty);
  if (given != nullptr) option->each([given](const std::string&) { *given = true; });
}

void Command::required_option(const std::string& name, std::string& value, const std::string& type,
                              const std::string& help) {
  command_.add_option(name, value, help)->type_name(type)->required()->check(refuse_empty);
}

void Command::texts(const std::string& name, std::vector<std::string>& values,
                    const std::string& help) {
  command_.add_option(name, values, help)->type_name("")->check(refuse_empty);
}

void Command::repeated(const std::string& name, std::vector<std::string>& values,
                       const std::string& type, const std::string& help) {
  command_.add_option(name, values, help)
      ->type_name(type)
      ->allow_extra_args(false)
      ->check(refuse_empty);
}

void Command::word(const std::string& name, std::string& value,
                   std::initializer_list<std::string> words, const std::string& help,
                   const std::string& type) {
  const std::vector<std::string> allowed(words);
  value = allowed.front();
  const auto check = [allowed](const std::string& text) {
    const bool known = std::find(allowed.begin(), allowed.end(), text) != allowed.end();
    return known ? std::string()
                 : pipo::quoted(text) + " is not a value of this option; give " + listed(allowed);
  };
  command_.add_option(name, value, help + ": " + listed(allowed))
      ->type_name(type)
      ->check(CLI::Validator(check, ""))
      ->capture_default_str();
}

void Command::number(const std::string& name, int& value, int least, int most,
                     const std::string& help) {
  command_.add_option(name, value, help)
      ->type_name("N")
      ->check(whole_number(static_cast<std::uint64_t>(least), static_cast<std::uint64_t>(most)));
}

void Command::number(const std::string& name, std::uint64_t& value, std::uint64_t least,
                     std::uint64_t most, const std::string& help, Default shown) {
  with_default(command_.add_option(name, value, help), shown)
      ->type_name("N")
      ->check(whole_number(least, most));
}

void Command::seconds(const std::string& name, double& value, double least, double most,
                      const std::string& help, Default shown) {
  with_default(command_.add_option(name, value, help), shown)
      ->type_name("N")
      ->check(number_of_seconds(least, most));
}

void Command::threads(int& value) {
  number("--threads", value, 0, 1024, "Number of threads, 0 for all cores");
}

void Command::memory(std::string& value) {
  text("--memory", value, "SIZE",
       "Memory limit, for example 6G (default: the memory of the machine)");
}

void Command::format(std::string& value, std::initializer_list<std::string> words) {
  word("--format", value, words, "Format of the output");
}

std::string Command::name() const {
  return command_.get_name();
}

namespace {

// Returns "the commands are generate, plan and probe".
std::string listed_commands(const CLI::App& app) {
  const auto commands = app.get_subcommands({});
  if (commands.size() == 1) return "the only command is " + commands.front()->get_name();
  std::string text = "the commands are ";
  for (const CLI::App* command : commands) {
    if (command != commands.front()) text += command == commands.back() ? " and " : ", ";
    text += command->get_name();
  }
  return text;
}

// Returns the option that was given more often than it may be, or null.
const CLI::Option* repeated(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const auto most = static_cast<std::size_t>(option->get_items_expected_max());
    if (most > 0 && option->count() > most) return option;
  }
  return nullptr;
}

// Returns the message for an option with a value too few or too many. `what` begins with its name,
// that of a flag without dashes.
std::string mismatched(const CLI::App& app, const CLI::App& command, const std::string& what) {
  for (const CLI::App* const of : {&command, &app}) {
    for (const CLI::Option* option : of->get_options()) {
      const std::string name = option->get_name();
      const bool flag = option->get_items_expected_max() == 0;
      if (!flag && what.starts_with(name + ":")) return name + " needs a value; give one after it";
      if (flag && what.starts_with(name.substr(name.find_first_not_of('-')) + " ")) {
        return name + " takes no value; leave it out";
      }
    }
  }
  return what;
}

std::string explained(const CLI::App& app, const CLI::App& command, const CLI::ParseError& error) {
  const bool no_command = &app == &command;
  const std::vector<std::string> unexpected = app.remaining(true);
  const auto code = static_cast<CLI::ExitCodes>(error.get_exit_code());
  if (!unexpected.empty() && (no_command || code == CLI::ExitCodes::ExtrasError)) {
    const std::string& first = unexpected.front();
    if (first.starts_with('-')) return "there is no option " + pipo::quoted(first);
    if (!no_command) return "unexpected argument " + pipo::quoted(first);
    return fmt::format("there is no command {}; {}", pipo::quoted(first), listed_commands(app));
  }
  if (no_command && code == CLI::ExitCodes::RequiredError) {
    return "no command given; " + listed_commands(app);
  }
  if (const CLI::Option* option = repeated(command)) {
    return fmt::format("{} is given {} times; give it once", option->get_name(), option->count());
  }
  if (code == CLI::ExitCodes::ArgumentMismatch) return mismatched(app, command, error.what());
  return error.what();
}

}  // namespace

std::string refuse_empty(const std::string& value) {
  return value.empty() ? "the value is empty; give one or leave it out" : "";
}

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::string name = chosen.empty() ? "" : command.get_name() + " ";
  return fmt::format("{} (see '{} {}--help')", explained(app, command, error), app.get_name(),
                     name);
}

}  // namespace pipo
