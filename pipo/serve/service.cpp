#include "pipo/serve/service.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "answers/answers.hpp"
#include "answers/tables.hpp"
#include "pipopipette/version.h"
#include "probe/base/quote.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/base/trimmed.hpp"
#include "probe/table/table_folders.hpp"
#include "solve/method.hpp"
#include "web/page_files.hpp"

namespace pipo {
namespace {

constexpr const char* kMethods = "GET, POST, DELETE, HEAD, OPTIONS";
constexpr std::string_view kPage = "page";
constexpr std::string_view kDescription = "/api/v1/openapi.json";

const PageFile* page_file(std::string_view path) {
  const auto files = page_files();
  const auto found = std::ranges::find(files, path, &PageFile::path);
  return found == files.end() ? nullptr : &*found;
}

struct Route {
  std::string_view path;        // "/api/v1/jobs/{id}/events", or kPage for all of its files
  std::string_view method;      // GET is HEAD as well
  std::string_view parameters;  // that it takes; "*" for any
  Handler* answer;
};

// Returns a reply that clients ask for again each time.
Reply changing(const Json& json) {
  Reply reply = json_reply(json);
  reply.headers["Cache-Control"] = "no-cache";
  return reply;
}

std::string etag_of(std::uint64_t content_hash, std::string_view by) {
  return fmt::format("\"{:016x}-" PIPOPIPETTE_VERSION "{}{}\"", content_hash, by.empty() ? "" : "-",
                     by);
}

Reply page(Service& service, const Request& request) {
  if (request.path != kDescription) service.require_no_cost();
  const PageFile& file = *page_file(request.path);
  Reply reply{.type = std::string(file.type), .body = std::string(file.text)};
  // The page needs nothing from elsewhere.
  reply.headers["Content-Security-Policy"] =
      "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'";
  reply.headers["Referrer-Policy"] = "no-referrer";
  return kept(request, std::string(file.etag), 0, std::move(reply));
}

Reply list_tables(Service& service, const Request&) {
  Json list = Json::array();
  for (const Service::Served& one : service.complete) {
    list.push_back(table_json(one.manifest, false));
    if (one.atlas) list.back()["atlas"] = true;
  }
  const ServeLimits& limits = service.limits;
  return changing({{"version", PIPOPIPETTE_VERSION},
                   {"tables", list},
                   {"notations", notations_json()},
                   {"limits",
                    {{"body_bytes", limits.body},
                     {"batch_lines", limits.batch_lines},
                     {"jobs", limits.jobs},
                     {"memory_bytes", limits.memory},
                     {"job_seconds", limits.seconds},
                     {"request_seconds", limits.request_seconds},
                     {"client_requests", limits.of_one.requests},
                     {"client_seconds", limits.of_one.seconds}}}});
}

Reply one_table(Service& service, const Request& request) {
  for (const auto& [manifest, atlas] : service.complete) {
    if (folder_name(manifest.table) != request.argument) continue;
    return kept(request, etag_of(manifest.content_hash, {}), 0,
                json_reply(table_json(manifest, true)));
  }
  throw Refusal(ProblemKind::no_table,
                "no table {} is served; /api/v1/tables lists those there are",
                pipo::quoted(request.argument));
}

Reply health(Service& service, const Request&) {
  Json problems = Json::array();
  for (const TableProblem& problem : service.solver.tables().problems()) {
    problems.push_back(
        {{"folder", printable(problem.folder.native())}, {"detail", printable(problem.message)}});
  }
  const JobCounts jobs = service.jobs.counts();
  const auto of = [&](JobState state) { return jobs.at(static_cast<std::size_t>(state)); };
  const Json json{{"status", "ok"},
                  {"version", PIPOPIPETTE_VERSION},
                  {"tables", service.complete.size()},
                  {"jobs", of(JobState::queued) + of(JobState::running)},
                  {"problems", problems}};
  return json_reply(json);
}

Reply measured(Service& service, const Request&) {
  return {.type = "text/plain; version=0.0.4; charset=utf-8",
          .body = service.metrics.text(service.jobs.counts(), service.complete.size())};
}

// The answer to a client that said it sends no more, and may still read.
constexpr const char* kClosed =
    "the connection was closed while the position was being solved: keep it open until the answer";

Handler index;

// A path's methods are together.
constexpr std::array kRoutes = std::to_array<Route>({
    {"/api/v1", "GET", "", index},
    {"/api/v1/value", "GET", "mover_score, notation, position", value_reply},
    {"/api/v1/moves", "GET", "mover_score, notation, order, position", moves_reply},
    {"/api/v1/line", "GET", "all, mover_score, notation, position", line_reply},
    {"/api/v1/explain", "GET", "format, mover_score, notation, position", explain_reply},
    {"/api/v1/choose", "GET", "level, notation, position, seed, time", choose_reply},
    {"/api/v1/analyse", "GET", "mover_score, notation, position, seed, time", analyse_reply},
    {"/api/v1/convert", "GET", "from, ordered, text, to", convert_reply},
    {"/api/v1/convert", "POST", "from, ordered, text, to", convert_reply},
    {"/api/v1/batch", "POST", "notation, order", batch_reply},
    {"/api/v1/review", "POST", "game, notation, ordered, start, start_score, time", review_reply},
    {"/api/v1/tables", "GET", "", list_tables},
    {"/api/v1/tables/{table}", "GET", "", one_table},
    {"/api/v1/solve", "POST", "notation, position, time", solve_reply},
    {"/api/v1/jobs", "GET", "", jobs_reply},
    {"/api/v1/jobs/{id}/events", "GET", "", events_reply},
    {"/api/v1/jobs/{id}", "GET", "", job_reply},
    {"/api/v1/jobs/{id}", "DELETE", "", cancel_reply},
    {"/health", "GET", "", health},
    {"/api/v1/health", "GET", "", health},
    {"/metrics", "GET", "", measured},
    {"/api/v1/metrics", "GET", "", measured},
    {kPage, "GET", "*", page},
});

// Returns the methods of a route's path.
std::vector<std::string_view> methods_of(const Route& route) {
  std::vector<std::string_view> methods;
  for (const Route& one : kRoutes) {
    if (one.path == route.path) methods.push_back(one.method);
  }
  if (methods.front() == "GET") methods.push_back("HEAD");
  methods.push_back("OPTIONS");
  return methods;
}

// Lists the paths.
Reply index(Service&, const Request&) {
  Json paths = Json::array();
  for (const Route& one : kRoutes) {
    if (one.path == kPage || (!paths.empty() && paths.back().at("path") == one.path)) continue;
    paths.push_back({{"path", one.path}, {"methods", methods_of(one)}});
  }
  return changing({{"version", PIPOPIPETTE_VERSION},
                   {"description", "/api/v1/openapi.json"},
                   {"paths", paths}});
}

// Returns the route of the request, and sets its argument, the text in the place of {id} or
// {table}. Returns one with another method if the path does not take its method; null if there is
// no such path.
const Route* route_of(Request& request) {
  const std::string_view asked = request.path;
  const Route* found = nullptr;
  for (const Route& one : kRoutes) {
    if (found != nullptr) {
      if (one.path == found->path && one.method == request.method) found = &one;
      continue;
    }
    const std::string_view stem = one.path.substr(0, one.path.find('{'));
    const std::string_view rest = one.path.substr(one.path.find('}') + 1);
    if (stem == one.path) {
      if (one.path == kPage ? page_file(asked) != nullptr : asked == one.path) found = &one;
    } else if (asked.size() > stem.size() + rest.size() && asked.starts_with(stem) &&
               asked.ends_with(rest)) {
      request.argument = asked.substr(stem.size(), asked.size() - stem.size() - rest.size());
      found = &one;
    }
  }
  return found;
}

// Throws Refusal for other parameters: a misspelt name would be ignored without notice.
void check_parameters(const Request& request, std::string_view known) {
  for (const auto& [name, value] : request.parameters) {
    bool found = known == "*";
    for (std::string_view rest = known; !found && !rest.empty();) {
      found = trimmed(next_part(rest, ',')) == name;
    }
    if (found) continue;
    throw Refusal(ProblemKind::bad_input, "{} has no parameter {}; {}{}", request.path,
                  pipo::quoted(name), known.empty() ? "it takes none" : "there are ", known);
  }
}

// Answers OPTIONS, and refuses other methods than those of the path.
Reply other_method(const Request& request, const Route* route) {
  const bool options = request.method == "OPTIONS";
  const bool all = options && request.path == "*";
  if (route == nullptr && !all) {
    throw Refusal(ProblemKind::not_found,
                  "there is nothing at {}; the interface is described at /api/v1/openapi.json, "
                  "and / is the page",
                  pipo::quoted(request.path));
  }
  const std::string methods =
      all ? kMethods : fmt::format("{}", fmt::join(methods_of(*route), ", "));
  Reply reply = options ? Reply{.status = 204, .type = {}, .headers = {}}
                        : problem_reply({ProblemKind::method_not_allowed,
                                         fmt::format("{} takes {}, not {}", request.path, methods,
                                                     request.method)});
  reply.headers["Allow"] = methods;
  return reply;
}

// Opens the tables in these folders; an empty set if there are no such folders.
Tables available_tables(const std::vector<std::filesystem::path>& folders,
                        const TablesOptions& options) {
  try {
    return Tables(folders, options);
  } catch (const MissingTable&) {
    return Tables(std::vector<std::filesystem::path>(), options);
  }
}

}  // namespace

Service::Service(const std::vector<std::filesystem::path>& folders, bool atlas,
                 const ServeLimits& its_limits,
                 std::function<std::string(const Position&)> its_advice,
                 std::uint64_t last_move_cost)
    : limits(its_limits),
      solver(available_tables(folders, {.cache_bytes = static_cast<std::size_t>(limits.cache),
                                        .no_atlas = !atlas,
                                        .last_move_cost = last_move_cost}),
             {.only = limits.request_seconds == 0 ? std::optional(Method::table) : std::nullopt,
              .memory = limits.memory,
              .seconds = static_cast<double>(limits.request_seconds),
              .stopped = [this] { return ending(); }}),
      advice(std::move(its_advice)),
      clients(limits.of_one),
      jobs(solver, limits, clients) {
  for (const FoundTable& found : solver.tables().found()) {
    const auto is_served = [&](const Served& one) { return one.manifest.table == found.table; };
    if (std::ranges::any_of(complete, is_served)) continue;
    const TableState state = table_state(found.folder);
    if (state.complete()) complete.push_back({*state.manifest, found.atlas});
  }
}

std::string Service::etag(const Board& board, std::string_view by) const {
  // Any table of the board may answer. The sum does not depend on their order.
  std::uint64_t sum = 0;
  for (const Served& one : complete) {
    const Board& of = one.manifest.table.board;
    if (of == board || of == board.transposed()) sum += one.manifest.content_hash;
  }
  const int cost = solver.tables().last_move_cost();
  const std::string costly = cost == 0 ? "" : fmt::format("last{}", cost);
  const std::string_view source = by == word(Method::table) ? std::string_view() : by;
  return etag_of(sum, fmt::format("{}{}", source, costly));
}

void Service::require_no_cost() const {
  const int cost = solver.tables().last_move_cost();
  require(cost == 0, ProblemKind::bad_input,
          "this server answers for a last move that costs {}; it has neither the page nor reviews",
          cost);
}

Reply Service::answer(Request request) {
  const double begin = steady_seconds();
  const Route* const found = route_of(request);
  Reply reply;
  try {
    require(!ending(), ProblemKind::ending, kEnding);
    clients.ask(request.client);
    const auto turn = clients.turn(request.client, [this, &request] {
      return ending() || (request.closed && request.closed());
    });
    const Charge charge(clients, request.client);
    request.waited = charge.waited();
    if (found != nullptr && found->method == request.method) {
      check_parameters(request, found->parameters);
      reply = found->answer(*this, request);
    } else {
      reply = other_method(request, found);
    }
  } catch (const Stopped&) {
    reply = problem_reply(ending() ? Problem{ProblemKind::ending, kEnding}
                                   : Problem{ProblemKind::busy, kClosed});
  } catch (...) {
    reply = problem_reply(current_problem());
  }
  metrics.answered(found != nullptr ? found->path : "other", reply.status,
                   steady_seconds() - begin);
  return reply;
}

Reply Service::refused(const Problem& problem) {
  metrics.answered("refused", problem.kind.status, 0);
  return problem_reply(problem);
}

std::shared_ptr<void> Service::wait_slot(const Request& request) {
  auto own =
      clients.hold(request.client, PlaceOf::streams, static_cast<std::uint64_t>(limits.places()));
  const std::ptrdiff_t waiting = ++waiting_;
  std::shared_ptr<void> held{nullptr, [this, own = std::move(own)](void*) { --waiting_; }};
  require(
      waiting <= limits.places(), ProblemKind::too_many_streams,
      "{} clients follow jobs, analyses or wait for a move, and no more are accepted: poll the job "
      "itself instead",
      limits.places());
  return held;
}

void Service::end() {
  ending_ = true;
  jobs.end();
}

}  // namespace pipo
