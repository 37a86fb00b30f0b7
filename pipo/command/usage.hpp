// Messages about wrong arguments.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace pipo {

// Checks the value of an option: returns what is wrong if it is empty, else nothing. An empty value
// differs from a missing one: it often comes from an unset variable of a script.
std::string refuse_empty(const std::string& value);

// Returns the message for arguments that could not be parsed, with the command that shows the help.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace pipo
