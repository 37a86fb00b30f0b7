// Answers to requests. Each function reads its parameters, and throws what current_problem()
// describes.
#pragma once

#include "pipo/game/given_game.hpp"
#include "pipo/serve/jobs.hpp"
#include "pipo/serve/message.hpp"
#include "pipo/serve/tables_served.hpp"

namespace pipo {

// Returns the parameter `notation`, which must be one with a position a line; "dbn" if not given.
std::string notation_asked(const Request& request);

// Returns the position of the parameters `position`, `notation` and `score`.
GivenGame position_asked(const Request& request);

// About one position: lines of JSON as the commands of the program write them.
Reply value_reply(const TablesServed& served, const Request& request);
Reply moves_reply(const TablesServed& served, const Request& request);
Reply line_reply(const TablesServed& served, const Request& request);
Reply explain_reply(const TablesServed& served, const Request& request);
Reply choose_reply(const TablesServed& served, const Request& request);

// Answers the lines of the body as `pipo probe --batch - --format jsonl` does: a position that
// cannot be answered becomes an error in its place. Throws BadInput for a line that is too long,
// and Refusal for more than `most` positions, before any is answered. `served` must outlive the
// reply.
Reply batch_reply(const Request& request, const TablesServed& served, std::uint64_t most);

// Reads the text of the parameter or the body in the notation `from`, and describes it; with `to`,
// writes it in that notation, too.
Reply converted(const Request& request);

// POST /solve: starts a job, or finds the existing one.
Reply submitted_reply(Jobs& jobs, const Request& request);

// GET /solve
Reply jobs_reply(const Jobs& jobs, const Request& request);

// Answers a path after "/api/v1/solve/": "ID" or "ID/events". `jobs` must outlive the reply.
Reply job_reply(Jobs& jobs, const Request& request, std::string_view rest);

}  // namespace pipo
