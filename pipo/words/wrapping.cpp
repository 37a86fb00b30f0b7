#include "pipo/words/wrapping.hpp"

#include <algorithm>

namespace pipo {

std::string wrapped(std::string_view text, std::string_view first, std::size_t hanging) {
  std::string out;
  std::string line(first);
  bool has_word = false;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) break;
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    if (has_word && line.size() + 1 + word.size() > kTextWidth) {
      out += line + "\n";
      line.assign(hanging, ' ');
      has_word = false;
    }
    if (has_word) line += ' ';
    line += word;
    has_word = true;
  }
  return out + line + "\n";
}

}  // namespace pipo
