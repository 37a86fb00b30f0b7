#include "pipo/serve/problem.hpp"

#include <fmt/core.h>

#include <new>

#include "pipo/words/answer_json.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"

namespace pipo {

const Kind Kind::bad_input{400, "bad-input", "This cannot be read"};
const Kind Kind::other_origin{403, "other-origin", "Pages of other places may not ask this"};
const Kind Kind::not_found{404, "not-found", "There is nothing here"};
const Kind Kind::no_table{404, "no-table", "No table covers this position"};
const Kind Kind::no_such_job{404, "no-such-job", "There is no such job"};
const Kind Kind::method_not_allowed{405, "method-not-allowed", "This path takes other methods"};
const Kind Kind::request_timeout{408, "request-timeout", "The request did not come in time"};
const Kind Kind::too_large{413, "too-large", "This is more than is allowed"};
const Kind Kind::unsupported{415, "unsupported", "Bodies are taken as plain text only"};
const Kind Kind::too_many_jobs{429, "too-many-jobs", "Too many jobs are waiting"};
const Kind Kind::too_many_streams{429, "too-many-streams", "Too many clients are following jobs"};
const Kind Kind::damaged_table{500, "damaged-table", "A table is damaged"};
const Kind Kind::unreadable_table{500, "unreadable-table", "A table may not be read"};
const Kind Kind::internal{500, "internal", "Something is wrong with the server"};
const Kind Kind::no_space{503, "no-space", "The machine has not enough memory, files or threads"};
const Kind Kind::busy{503, "busy", "Too many connections"};
const Kind Kind::ending{503, "ending", "The server is ending"};

std::string problem_text(const Problem& problem) {
  // Not built as Json: its destructor allocates, and terminates the program if it cannot.
  return fmt::format(
      R"({{"type":"urn:pipopipette:problem:{}","title":"{}","status":{},"detail":{}}})",
      problem.kind.word, problem.kind.title, problem.kind.status,
      json_string(printable(problem.detail)));
}

Reply problem_reply(const Problem& problem) {
  Reply reply = json_reply(problem_text(problem), problem.kind.status);
  reply.type = "application/problem+json";
  if (reply.status == 429 || reply.status == 503) reply.headers["Retry-After"] = "1";
  return reply;
}

Problem current_problem() {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return refusal.problem();
  } catch (const BadInput& error) {
    return {Kind::bad_input, error.what()};
  } catch (const UnreadableTable& error) {
    return {Kind::unreadable_table, error.what()};
  } catch (const MissingTable& error) {
    // If it names a file, the table was there when the server began, and the file is gone.
    return {error.file().empty() ? Kind::no_table : Kind::damaged_table, error.what()};
  } catch (const DamagedTable& error) {
    return {Kind::damaged_table, error.what()};
  } catch (const NoSpace& error) {
    return {Kind::no_space, error.what()};
  } catch (const Stopped& error) {
    return {Kind::ending, error.what()};
  } catch (const std::bad_alloc&) {
    return {Kind::no_space,
            "out of memory; ask for less at a time, or start the server with less "
            "--cache and --memory"};
  } catch (const std::exception& error) {
    return {Kind::internal, fmt::format("internal error: {}; please report it", error.what())};
  }
}

}  // namespace pipo
