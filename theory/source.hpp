// The source of a statement: an author and the number of the result in that author's work.
//
//   Allcock        D. Allcock, Best play in Dots & Boxes endgames, 2018
//   Buzzard-Ciere  K. Buzzard, M. Ciere, Playing simple loony Dots and Boxes endgames optimally
//   Sierra         A. Sierra Ballarin, Combinatorial game theory: the Dots-and-Boxes game, 2016
//   Pipopipette    docs/theory.md of this project
//   Mao-Peng       Y. Mao and D. Peng, Scoring games, 2021
#pragma once

#include <string>
#include <string_view>

namespace pipo::theory {

struct Source {
  std::string_view author;  // one of the names above
  std::string_view number;  // such as "theorem 4.1(3)(a)"

  friend bool operator==(const Source&, const Source&) = default;
};

// Returns a text such as "Allcock, theorem 4.1(1)".
inline std::string to_string(const Source& source) {
  return std::string(source.author).append(", ").append(source.number);
}

// Returns a text such as " [Allcock, theorem 4.1(1)]", or an empty one for a source without an
// author.
inline std::string cited(const Source& source) {
  return source.author.empty() ? "" : " [" + to_string(source) + "]";
}

// A number and the theorem that gives it.
struct Derived {
  int value = 0;
  Source source;
};

}  // namespace pipo::theory
