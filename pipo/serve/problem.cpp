#include "pipo/serve/problem.hpp"

#include <fmt/core.h>

#include <new>

#include "pipo/words/answer_json.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

struct Known {
  int status;
  const char* word;
  const char* title;
};

Known known(Kind kind) {
  switch (kind) {
    case Kind::bad_input:
      return {400, "bad-input", "This cannot be read"};
    case Kind::other_origin:
      return {403, "other-origin", "Pages of other places may not ask this"};
    case Kind::not_found:
      return {404, "not-found", "There is nothing here"};
    case Kind::no_table:
      return {404, "no-table", "No table covers this position"};
    case Kind::no_such_job:
      return {404, "no-such-job", "There is no such job"};
    case Kind::method_not_allowed:
      return {405, "method-not-allowed", "This path takes other methods"};
    case Kind::request_timeout:
      return {408, "request-timeout", "The request did not come in time"};
    case Kind::too_large:
      return {413, "too-large", "This is more than is allowed"};
    case Kind::unsupported:
      return {415, "unsupported", "Bodies are taken as plain text only"};
    case Kind::too_many_jobs:
      return {429, "too-many-jobs", "Too many jobs are waiting"};
    case Kind::too_many_streams:
      return {429, "too-many-streams", "Too many clients are following jobs"};
    case Kind::damaged_table:
      return {500, "damaged-table", "A table is damaged"};
    case Kind::unreadable_table:
      return {500, "unreadable-table", "A table may not be read"};
    case Kind::no_space:
      return {503, "no-space", "The machine has not enough memory, files or threads"};
    case Kind::busy:
      return {503, "busy", "Too many connections"};
    case Kind::ending:
      return {503, "ending", "The server is ending"};
    case Kind::internal:
      break;
  }
  return {500, "internal", "Something is wrong with the server"};
}

}  // namespace

int status(Kind kind) {
  return known(kind).status;
}

std::string problem_text(const Problem& problem) {
  // No Json: its destructor needs memory, and ends the program if there is none.
  const Known what = known(problem.kind);
  return fmt::format(
      R"({{"type":"urn:pipopipette:problem:{}","title":"{}","status":{},"detail":{}}})", what.word,
      what.title, what.status, json_string(printable(problem.detail)));
}

Json problem_json(const Problem& problem) {
  return Json::parse(problem_text(problem));
}

Reply problem_reply(const Problem& problem) {
  Reply reply = passing_reply(problem_text(problem), status(problem.kind));
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
    // The table was there when the server began: a file of it has been taken away.
    const bool taken_away = !error.file().empty();
    return {taken_away ? Kind::damaged_table : Kind::no_table, error.what()};
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
    return {Kind::internal, std::string("internal error: ") + error.what() + "; please report it"};
  }
}

}  // namespace pipo
