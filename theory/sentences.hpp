// The theory's findings as identifiers, and in sentences whose terms, edges and sources are known
// as such. `pipo explain` joins them to text, the page of `pipo serve` shows their parts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "theory/explanation.hpp"

namespace pipo::theory {

// Return identifiers for programs: "keep-control", "loony-endgame".
std::string_view word(Stage stage);
std::string_view word(Role role);
std::string_view word(Action action);
std::string_view word(Prospect prospect);

// A part of a sentence.
struct Piece {
  enum class Kind { words, term, edge, source };

  Kind kind = Kind::words;
  std::string words;  // "long chains", "h0.0", "Allcock, theorem 1.1"
  std::string_view term =
      {};  // the term that the words are, "long chain"; web/terms.js explains it
};

using Sentence = std::vector<Piece>;

// Returns the sentence as text, sources in brackets.
std::string text_of(const Sentence& sentence);

// A line of a paragraph: a sentence without a full stop.
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
};

// The exact values of the moves.
struct ExactMoves {
  int value = 0;          // margin for the player to move
  std::vector<int> best;  // the best moves, as DBN indices
  // For each advice of the explanation, if the player follows it; nothing if that is unknown.
  std::vector<std::optional<int>> margins;
};

// Returns the whole explanation in reading order. Exact values, if given, decide which moves it
// calls best.
std::vector<Paragraph> paragraphs(const Explanation& explanation,
                                  const std::optional<ExactMoves>& exact = {});

// Returns the advice as text, such as "open the 4-loop A (h1.0): costs 1 [Allcock, theorem 1.1]".
std::string sentence(const Explanation& explanation, const Advice& advice);

// Returns words that cite a source, or nothing for a source without an author.
Sentence citing(std::string_view words, const Source& source);

}  // namespace pipo::theory
