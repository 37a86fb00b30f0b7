#include "pipo/serve/problem.hpp"

#include <fmt/core.h>

#include <array>
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

// By kind.
constexpr std::array<Known, 17> kKnown{{
    {400, "bad-input", "This cannot be read"},
    {403, "other-origin", "Pages of other places may not ask this"},
    {404, "not-found", "There is nothing here"},
    {404, "no-table", "No table covers this position"},
    {404, "no-such-job", "There is no such job"},
    {405, "method-not-allowed", "This path takes other methods"},
    {408, "request-timeout", "The request did not come in time"},
    {413, "too-large", "This is more than is allowed"},
    {415, "unsupported", "Bodies are taken as plain text only"},
    {429, "too-many-jobs", "Too many jobs are waiting"},
    {429, "too-many-streams", "Too many clients are following jobs"},
    {500, "damaged-table", "A table is damaged"},
    {500, "unreadable-table", "A table may not be read"},
    {500, "internal", "Something is wrong with the server"},
    {503, "no-space", "The machine has not enough memory, files or threads"},
    {503, "busy", "Too many connections"},
    {503, "ending", "The server is ending"},
}};

const Known& known(Kind kind) {
  return kKnown[static_cast<std::size_t>(kind)];
}

}  // namespace

int status(Kind kind) {
  return known(kind).status;
}

std::string problem_text(const Problem& problem) {
  // No Json: its destructor needs memory, and ends the program if there is none.
  const Known& what = known(problem.kind);
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
