#include "theory/sentence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "probe/base/human_numbers.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {

std::string text_of(const Sentence& sentence) {
  std::string text;
  for (const Piece& piece : sentence) {
    text += piece.kind == Piece::Kind::source ? "[" + piece.words + "]" : piece.words;
  }
  return text;
}

std::string text_of(const Line& line) {
  std::string text(static_cast<std::size_t>(2 * line.depth), ' ');
  if (!line.component.empty()) text += line.component + " ";
  return text + text_of(line.sentence);
}

Piece term(std::string_view name, std::string words) {
  return {Piece::Kind::term, words.empty() ? std::string(name) : std::move(words), name};
}

Sentence counted_term(int count, std::string_view name, const std::string& many) {
  return {{.words = fmt::format("{} ", count)}, term(name, count == 1 ? std::string(name) : many)};
}

void add(Sentence& out, std::string_view words) {
  if (words.empty()) return;
  if (out.empty() || out.back().kind != Piece::Kind::words) out.push_back({.words = {}});
  out.back().words += words;
}

void add(Sentence& out, const Piece& piece) {
  if (piece.kind == Piece::Kind::words) return add(out, piece.words);
  out.push_back(piece);
}

void add(Sentence& out, const Sentence& sentence) {
  for (const Piece& piece : sentence) add(out, piece);
}

Sentence cite(const Source& source) {
  if (source.author.empty()) return {};
  return {{.words = " "}, {.kind = Piece::Kind::source, .words = to_string(source)}};
}

Sentence citing(std::string_view words, const Source& source) {
  return text("{}{}", words, cite(source));
}

std::string object(const Explanation& explanation, const Advice& advice) {
  std::vector<std::string> marks;
  for (const int index : advice.components) marks.push_back(explanation.components[index].mark);
  const Marked& first = explanation.components[advice.components.front()];
  if (first.component.kind != Kind::chain && first.component.kind != Kind::loop) {
    const std::string_view of =
        first.component.kind == Kind::other ? "component" : word(first.component.kind);
    return fmt::format("{} of the {} {}", counted(advice.boxes, "box"), of, first.mark);
  }
  std::ranges::sort(marks);
  const std::string last = marks.back();
  marks.pop_back();
  if (marks.empty()) return fmt::format("the {} {}", first.name, last);
  return fmt::format("the {} {} or {}", first.name, fmt::join(marks, ", "), last);
}

}  // namespace pipo::theory
