// Answers about positions and games, lines of JSON as the commands of the program write them.
#pragma once

#include "pipo/game/given_game.hpp"
#include "pipo/serve/reply.hpp"
#include "pipo/serve/request.hpp"
#include "pipo/serve/tables_served.hpp"

namespace pipo {

// The notation of the parameter `notation`, one whose positions stand on a line; "dbn" where it is
// not given. Throws BadInput.
std::string notation_asked(const Request& request);

// The position of the parameters `position`, `notation` and `score`. Throws BadInput.
GivenGame position_asked(const Request& request);

// Each reads its parameters and throws what current_problem() puts into words.
class Answers {
 public:
  // `served` must outlive the answers.
  explicit Answers(const TablesServed& served) : served_(served) {}

  Reply value(const Request& request) const;
  Reply moves(const Request& request) const;
  Reply line(const Request& request) const;
  Reply explain(const Request& request) const;
  Reply choose(const Request& request) const;

 private:
  template <typename Answer>
  Reply answered(const Request& request, const GivenGame& given, Answer&& answer) const;

  const TablesServed& served_;
};

// Answers the lines of the body as `pipo probe --batch - --format jsonl` does: what cannot be
// answered is told in its place. Throws BadInput for a line that is too long, and Refusal for more
// positions than `most`, before any is answered. `served` must outlive the reply.
Reply batch_reply(const Request& request, const TablesServed& served, std::uint64_t most);

// An object a notation.
Json notations_json();

// Reads the text (of the parameter, or the body) in the notation `from`, and tells what it holds;
// with `to` also written in that one. Throws BadInput.
Reply converted(const Request& request);

}  // namespace pipo
