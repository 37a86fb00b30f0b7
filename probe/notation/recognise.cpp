#include "probe/notation/recognise.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "probe/notation/cursor.hpp"

namespace pipo {
namespace {

bool is_figure(char character) {
  return character >= '0' && character <= '9';
}

// A guess from the beginning of a text, which leaves only a few notations to try.
enum class Look {
  dbn,   // "2x2:"
  list,  // "2x2 " or "2x2"
  json,  // "{"
  file,  // a number
  picture
};

Look look_of(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  std::string_view rest = text.substr(first);
  if (rest.starts_with('{')) return Look::json;
  if (rest.empty() || !is_figure(rest[0])) return Look::picture;
  const auto pass_figures = [&] {
    while (!rest.empty() && is_figure(rest[0])) rest.remove_prefix(1);
  };
  pass_figures();
  if (!rest.starts_with('x')) return Look::file;
  rest.remove_prefix(1);
  pass_figures();
  return rest.starts_with(':') ? Look::dbn : Look::list;
}

bool may_be(const NotationInfo& info, Look look) {
  switch (look) {
    case Look::dbn:
      return info.name == "dbn";
    case Look::picture:
      return info.name == "picture";
    case Look::json:
      return info.form == NotationForm::json;
    case Look::file:
      return info.form == NotationForm::file && info.name != "picture";
    case Look::list:
      break;
  }
  return (info.form == NotationForm::line && info.name != "dbn") || info.name == "columns";
}

std::string_view without_line_end(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return text.substr(0, last == text.npos ? 0 : last + 1);
}

[[noreturn]] void refuse_all(const std::vector<Recognised>& fitting) {
  std::string names;
  for (const Recognised& one : fitting) {
    if (!names.empty()) names += &one == &fitting.back() ? " and " : ", ";
    names += one.entry.info.name;
  }
  throw BadInput(fmt::format("this can be read as {}; name its notation", names));
}

}  // namespace

Recognised recognise(std::string_view text) {
  const Look look = look_of(text);
  if (look == Look::dbn || look == Look::list) text = without_line_end(text);
  std::vector<Recognised> fitting;
  std::string complaint;
  std::size_t furthest = 0, tried = 0;
  for (const NotationEntry* entry : notation_entries()) {
    if (!may_be(entry->info, look)) continue;
    ++tried;
    const auto complain = [&](const char* what, std::size_t offset) {
      if (!complaint.empty() && offset <= furthest) return;
      complaint = look == Look::picture || look == Look::dbn
                      ? what
                      : fmt::format("read as {}: {}", entry->info.name, what);
      furthest = offset;
    };
    try {
      fitting.push_back({*entry, entry->read(text)});
    } catch (const Malformed& malformed) {
      complain(malformed.what(), malformed.offset());
    } catch (const BadInput& error) {
      complain(error.what(), 0);
    }
  }
  if (fitting.size() == 1) return fitting.front();
  if (fitting.size() > 1) refuse_all(fitting);
  throw BadInput(tried > 1 ? "not in any notation; " + complaint : complaint);
}

}  // namespace pipo
