// A position explained: what the theory says, and the exact values if a table is available. As
// data, and written in the two formats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipo/words/standing.hpp"
#include "pipopipette/tables.hpp"
#include "theory/explanation.hpp"

namespace pipo {

// The values from a table.
struct Exact {
  Answer answer;
  // For each advice of the explanation, the margin for the player to move if they follow it,
  // including boxes on offer. Advice is ordered by these margins and `best` follows from them; an
  // advice covers only moves of one margin.
  std::vector<int> margins;
};

struct Explained {
  theory::Explanation theory;
  std::optional<Exact> exact;  // nothing if no usable table covers the position
  bool damaged = false;        // the table that covers it is damaged
  Standing standing;

  // Returns the margin for the player to move: the table's, otherwise the theory's if it has one.
  std::optional<int> value() const;
};

Explained explained(const Position& position, const Tables& tables, const Standing& standing = {});

// Returns many lines: the position, a picture with its components marked, the table's value, then
// the theory.
std::string explained_text(const Explained& explained);

// Returns one line of JSON.
std::string explained_json(const Explained& explained);

// Returns a picture of the position with a letter in every box: that of its component, or "*" for a
// box on offer. Complete boxes stay empty.
std::string marked_picture(const theory::Explanation& explanation);

}  // namespace pipo
