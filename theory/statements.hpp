// The theory's statements about a position's exact value, against which a table can be checked.
#pragma once

#include <span>
#include <string_view>

#include "theory/source.hpp"
#include "theory/theory.hpp"

namespace pipo::theory {

enum class Verdict { not_applicable, holds, mismatch };

struct Statement {
  std::string_view id;    // such as "allcock-4.1": lower case letters, digits, '-' and '.'
  std::string_view text;  // one line
  Source source;
  // `value` is the table's margin for the player to move.
  Verdict (*check)(const Subject& subject, int value);
};

// Returns all statements, in the order in which a report lists them. They apply only to loony
// endgames and to positions one exchange of short chains before them.
std::span<const Statement> statements();

// Checks one statement on one quiet position and its margin for the player to move. To check many
// statements, compute the subject once.
Verdict check(const Statement& statement, Theory& theory, EdgeSet quiet, int value);

}  // namespace pipo::theory
