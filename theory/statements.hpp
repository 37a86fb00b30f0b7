// What the theory says of a position's exact value, as statements a table can be checked against.
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

// All statements, in the order in which a report lists them. They say something only of loony
// endgames and of positions one exchange of short chains away from them.
std::span<const Statement> statements();

// One statement about one quiet position and its margin for the player to move. To check many
// statements, work out the subject once.
Verdict check(const Statement& statement, Theory& theory, EdgeSet quiet, int value);

}  // namespace pipo::theory
