// A position explained: what the theory says, and the exact values beside it where a table is at
// hand. As data, and written in the two formats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipo/words/standing.hpp"
#include "pipopipette/tables.hpp"
#include "probe/endgame/explanation.hpp"

namespace pipo {

// What a table says.
struct Exact {
  Answer answer;
  // For each advice of the explanation the margin for the player to move who follows it, boxes on
  // offer included. Advice is in the order of these margins, says `best` by them, and is one for
  // moves of one margin only.
  std::vector<int> margins;
};

struct Explained {
  endgame::Explanation theory;
  std::optional<Exact> exact;  // nothing when no table covers the position and can be used
  bool damaged = false;        // the one that covers it cannot
  Standing standing;

  // The margin for the player to move: the table's, else the theory's, where it has one.
  std::optional<int> value() const;
};

Explained explained(const Position& position, const Tables& tables, const Standing& standing = {});

// Many lines: the position, a picture with its components marked, the table's value, then the
// theory.
std::string explained_text(const Explained& explained);

// A line of JSON.
std::string explained_json(const Explained& explained);

}  // namespace pipo
