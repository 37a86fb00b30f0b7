// Questions about one position, and their answers as a program or a page wants them: a position as
// text in, JSON out, without a socket, a terminal or files.
//
// analyse.hpp tells what is known about a position piece by piece, explained.hpp answers what the
// theory says, analysis.hpp writes the review of a game, and tables.hpp describes tables.
// docs/openapi.json describes the JSON.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "answers/question.hpp"
#include "pipopipette/solver.hpp"
#include "player/player.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {

// The source of values: the tables of a solver, else the solver within these limits.
struct ValueSource {
  const Solver& solver;
  SolverOptions limits;
};

// Thrown if no table covers a position and it is not solved within the limits.
struct Unsolved : std::runtime_error {
  explicit Unsolved(Attempt its_known)
      : runtime_error(its_known.why_not), known(std::move(its_known)) {}

  Attempt known;
};

// An answer as one line of JSON, and what it is based on.
struct JsonLine {
  std::string text;
  std::string by;                // "table", "sweep", "search", or the word of a Knowledge
  std::optional<Method> method;  // the method that found exact values
  bool exact = true;             // the answer never changes while the tables stay the same
};

// Answer with exact values: the value of the position; the values of all moves, by index or the
// best first; best play to the end, with the other best moves if `all` is set. Throw Unsolved,
// Stopped, and the error of a table that covers the position but cannot be read.
JsonLine value_answer(const ParsedGame& given, const ValueSource& source);
JsonLine moves_answer(const ParsedGame& given, const ValueSource& source, bool best_first);
JsonLine line_answer(const ParsedGame& given, const ValueSource& source, bool all);

// Answers with the move that a player makes. Throws as Player::choose, and as above.
JsonLine choose_answer(const Position& position, const ValueSource& source,
                       const PlayerOptions& how);

// {"position":"1x1:0111","edge":"h0.0","index":0,"by":"table","value":1,"reason":"exact: ..."}
Json choice_json(const Position& position, const Choice& choice);

// Returns whether a table covers the position. Throws the error of a table that should, but is
// damaged or was taken away; the solver passes over some of these.
bool is_in_table(const Tables& tables, const Position& position);

// Sorts the moves of an answer by value; equal ones stay in the order of their indices.
void sort_best_first(Answer& answer);

// Describes the game of a text in the notation `from`, which may be empty or "auto"; with `to` not
// empty, also writes it in that notation. Throws BadInput.
Json convert_answer(std::string_view text, const std::string& from, const std::string& to,
                    bool ordered);

// Lists the notations, an object each.
Json notations_json();

}  // namespace pipo
