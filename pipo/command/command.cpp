#include "pipo/command/command.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <utility>

#include "pipo/command/usage.hpp"
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
                   const std::string& help) {
  command_.add_option(name, value, help)->type_name(type)->check(refuse_empty);
}

void Command::text_with_default(const std::string& name, std::string& value, bool& given,
                                const std::string& type, const std::string& help) {
  command_.add_option(name, value, help)
      ->type_name(type)
      ->check(refuse_empty)
      ->each([&given](const std::string&) { given = true; })
      ->capture_default_str();
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
                     std::uint64_t most, const std::string& help) {
  command_.add_option(name, value, help)->type_name("N")->check(whole_number(least, most));
}

void Command::number_with_default(const std::string& name, std::uint64_t& value,
                                  std::uint64_t least, std::uint64_t most,
                                  const std::string& help) {
  number(name, value, least, most, help);
  command_.get_option(name)->capture_default_str();
}

void Command::seconds(const std::string& name, double& value, double least, double most,
                      const std::string& help) {
  command_.add_option(name, value, help)->type_name("N")->check(number_of_seconds(least, most));
}

void Command::seconds_with_default(const std::string& name, double& value, double least,
                                   double most, const std::string& help) {
  seconds(name, value, least, most, help);
  command_.get_option(name)->capture_default_str();
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

void Command::action(Session& session, std::function<int()> act) {
  command_.callback([&session, act = std::move(act)] { session.action = act; });
}

}  // namespace pipo
