#include "pipo/command/usage.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <vector>

#include "probe/base/quote.hpp"

namespace pipo {
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
