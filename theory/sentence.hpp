// Sentences whose terms, edges and sources are known as such, and the parts of which they are made.
// `pipo explain` joins them to text, the page of `pipo serve` shows their parts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/notation.hpp"
#include "theory/explanation.hpp"

namespace pipo::theory {

// A part of a sentence.
struct Piece {
  enum class Kind { words, term, edge, source };

  Kind kind = Kind::words;
  std::string words;  // "long chains", "h0.0", "Allcock, theorem 1.1"
  std::string_view term =
      {};  // the term that the words are, "long chain"; web/explain.js explains it
};

using Sentence = std::vector<Piece>;

// Returns the sentence as text, sources in brackets.
std::string text_of(const Sentence& sentence);

// A line of a paragraph: a sentence, without a full stop unless the paragraph is brief.
struct Line {
  Sentence sentence;
  int depth = 0;               // 1 and more: it belongs to the line before it of a lower depth
  bool tells = true;           // it tells a value, a move or the winner, and does not only describe
  std::string component = {};  // the mark of the component that it describes
  std::vector<int> edges = {};  // DBN indices of the edges that it is about
};

// Returns the line as text, indented by two spaces a depth, after the mark of its component.
std::string text_of(const Line& line);

struct Paragraph {
  std::string title;
  std::vector<Line> lines;
  bool brief = false;  // in a player's words, without sources; the others are the details
};

// Returns a term, with other words for it if given.
Piece term(std::string_view name, std::string words = {});

// "3 double-crosses"
Sentence counted_term(int count, std::string_view name, const std::string& many);

// Append to a sentence.
void add(Sentence& out, std::string_view words);
void add(Sentence& out, const Piece& piece);
void add(Sentence& out, const Sentence& sentence);

// Returns the pattern with the parts, text or pieces, in the places of its "{}".
template <typename... Parts>
Sentence text(std::string_view pattern, const Parts&... parts) {
  Sentence sentence;
  [[maybe_unused]] const auto next = [&](const auto& part) {
    const std::size_t place = pattern.find("{}");
    add(sentence, pattern.substr(0, place));
    add(sentence, part);
    pattern.remove_prefix(place + 2);
  };
  (next(parts), ...);
  add(sentence, pattern);
  return sentence;
}

// " [Allcock, theorem 1.1]"; empty for a source without an author.
Sentence cite(const Source& source);

// Returns words that cite a source, or nothing for a source without an author.
Sentence citing(std::string_view words, const Source& source);

// "h0.0 v1.2"
template <typename Edges>
Sentence edges_of(const Board& board, const Edges& edges) {
  Sentence list;
  for (const int edge : edges) {
    if (!list.empty()) add(list, " ");
    list.push_back({.kind = Piece::Kind::edge, .words = edge_name(board, edge)});
  }
  return list;
}

// Returns what an advice opens or offers: "the 4-loop A", "the 4-loop A or C", "3 boxes of
// the dipper B".
std::string object(const Explanation& explanation, const Advice& advice);

}  // namespace pipo::theory
