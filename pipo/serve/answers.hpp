// Answers to requests. Each function reads its parameters, and throws what current_problem()
// describes. The service must outlive the reply.
#pragma once

#include "pipo/game/given_game.hpp"
#include "pipo/serve/service.hpp"

namespace pipo {

using Handler = Reply(Service& service, const Request& request);

// About one position: lines of JSON as the commands of the program write them.
Handler value_reply, moves_reply, line_reply, explain_reply, choose_reply;

// Answers the lines of the body as `pipo probe --batch - --format jsonl` does: a position that
// cannot be answered becomes an error in its place. Throws BadInput for a line that is too long,
// and Refusal for more positions than a batch may have, before any is answered.
Handler batch_reply;

// Reads the text of the parameter or the body in the notation `from`, and describes it; with `to`,
// writes it in that notation, too.
Handler convert_reply;

// Starts a job for a position, or finds the existing one.
Handler solve_reply;

// Describe all jobs, or one; cancel one, or report its changes as they come.
Handler jobs_reply, job_reply, cancel_reply, events_reply;

// Returns the position of the parameters `position`, `notation` and `score`.
GivenGame position_asked(const Request& request);

}  // namespace pipo
