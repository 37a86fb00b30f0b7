#include "pipo/command/options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "probe/base/quote.hpp"

namespace pipo {

void add_threads(CLI::App& command, int& threads) {
  command.add_option("--threads", threads, "Threads to use, 0 for all cores")
      ->type_name("N")
      ->check(whole_number(0, 1024));
}

void add_format(CLI::App& command, std::string& format, std::initializer_list<std::string> words) {
  format = *words.begin();
  std::string list;
  for (const std::string& word : words) {
    if (!list.empty()) list += &word + 1 == words.end() ? " or " : ", ";
    list += word;
  }
  const std::vector<std::string> allowed(words);
  const auto check = [allowed, list](const std::string& text) {
    const bool known = std::find(allowed.begin(), allowed.end(), text) != allowed.end();
    return known ? std::string()
                 : fmt::format("{} is no format; it is {}", pipo::quoted(text), list);
  };
  command.add_option("--format", format, "How to write results: " + list)
      ->type_name("FORMAT")
      ->check(CLI::Validator(check, ""))
      ->capture_default_str();
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [least, most](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && rest == end && number >= least && number <= most) return {};
    return fmt::format("{} is not a whole number from {} to {}", pipo::quoted(text), least, most);
  };
  return {check, ""};
}

}  // namespace pipo
