#include "pipo/serve/service.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "pipo/serve/answers.hpp"
#include "pipo/words/notation_json.hpp"
#include "pipo/words/table_json.hpp"
#include "pipo/words/trimmed.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {
namespace {

struct Route {
  std::string_view path;     // "/api/v1/solve/{id}/events"
  std::string_view methods;  // without HEAD and OPTIONS
  Reply (*answer)(Service&, const Request&);

  // The path up to what differs.
  std::string_view stem() const { return path.substr(0, path.find('{')); }

  bool matches(std::string_view asked) const {
    if (stem() == path) return asked == path;
    const std::string_view rest = path.substr(path.find('}') + 1);
    return asked.size() > stem().size() && asked.substr(stem().size()).ends_with(rest) &&
           asked.starts_with(stem());
  }
};

constexpr std::string_view kBoard = "/api/v1/boards/";
constexpr std::string_view kJob = "/api/v1/solve/";

const PageFile* page_file(std::string_view path) {
  const auto files = page_files();
  const auto found = std::ranges::find(files, path, &PageFile::path);
  return found == files.end() ? nullptr : &*found;
}

// Returns the methods as the field Allow lists them.
std::string allow(std::string_view methods) {
  return fmt::format("{}{}, OPTIONS", methods, methods.starts_with("GET") ? ", HEAD" : "");
}

// Tells whether the method is one of "GET, POST".
bool takes(std::string_view methods, std::string_view method) {
  while (!methods.empty()) {
    if (trimmed(next_part(methods, ',')) == method) return true;
  }
  return false;
}

Reply allowed(Reply reply, std::string_view methods) {
  reply.headers["Allow"] = allow(methods);
  return reply;
}

// Returns a reply that clients ask for again each time.
Reply changing(const Json& json) {
  Reply reply = json_reply(json.dump());
  reply.headers["Cache-Control"] = "no-cache";
  return reply;
}

Reply page(Service&, const Request& request) {
  const PageFile& file = *page_file(request.path);
  return kept(request, std::string(file.etag), 0, [&] {
    Reply reply;
    reply.type = file.type;
    reply.body = file.text;
    // The page needs nothing from elsewhere.
    reply.headers["Content-Security-Policy"] =
        "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'";
    reply.headers["Referrer-Policy"] = "no-referrer";
    return reply;
  });
}

Reply boards(Service& service, const Request& request) {
  allow_only(request, {});
  return changing({{"version", PIPO_VERSION},
                   {"tables", service.tables().list()},
                   {"notations", notations_json()},
                   {"limits",
                    {{"body", service.limits().body},
                     {"batch", service.limits().batch},
                     {"jobs", service.limits().jobs},
                     {"memory", service.limits().memory},
                     {"seconds", service.limits().seconds}}}});
}

Reply board(Service& service, const Request& request) {
  allow_only(request, {});
  const Manifest& manifest = service.tables().named(request.path.substr(kBoard.size()));
  return kept(request, etag_of(manifest.content_hash), 0,
              [&] { return json_reply(table_json(manifest, true).dump()); });
}

Reply job(Service& service, const Request& request) {
  return job_reply(service.jobs(), request, std::string_view(request.path).substr(kJob.size()));
}

Reply health(Service& service, const Request& request) {
  allow_only(request, {});
  Json problems = Json::array();
  for (const TableProblem& problem : service.tables().tables().problems()) {
    problems.push_back(printable(problem.message));
  }
  const auto jobs = service.jobs().all();
  const auto unfinished =
      std::ranges::count_if(jobs, [](const Job& job) { return !is_final(job.state); });
  const Json json{{"status", "ok"},
                  {"version", PIPO_VERSION},
                  {"tables", service.tables().size()},
                  {"jobs", unfinished},
                  {"problems", problems}};
  return json_reply(json.dump());
}

Reply measured(Service& service, const Request& request) {
  allow_only(request, {});
  Reply reply;
  reply.type = "text/plain; version=0.0.4; charset=utf-8";
  reply.body = service.metrics().text(service.jobs().all(), service.tables().size());
  return reply;
}

Reply index(Service& service, const Request& request);

constexpr std::array<Route, 18> kRoutes{{
    {"/api/v1", "GET", index},
    {"/api/v1/value", "GET",
     [](Service& s, const Request& r) { return value_reply(s.tables(), r); }},
    {"/api/v1/moves", "GET",
     [](Service& s, const Request& r) { return moves_reply(s.tables(), r); }},
    {"/api/v1/line", "GET", [](Service& s, const Request& r) { return line_reply(s.tables(), r); }},
    {"/api/v1/explain", "GET",
     [](Service& s, const Request& r) { return explain_reply(s.tables(), r); }},
    {"/api/v1/choose", "GET",
     [](Service& s, const Request& r) { return choose_reply(s.tables(), r); }},
    {"/api/v1/convert", "GET, POST", [](Service&, const Request& r) { return converted(r); }},
    {"/api/v1/batch", "POST",
     [](Service& s, const Request& r) { return batch_reply(r, s.tables(), s.limits().batch); }},
    {"/api/v1/boards", "GET", boards},
    {"/api/v1/boards/{table}", "GET", board},
    {"/api/v1/solve", "GET, POST",
     [](Service& s, const Request& r) {
       return r.method == "POST" ? submitted_reply(s.jobs(), r) : jobs_reply(s.jobs(), r);
     }},
    {"/api/v1/solve/{id}/events", "GET", job},
    {"/api/v1/solve/{id}", "GET, DELETE", job},
    {"/health", "GET", health},
    {"/api/v1/health", "GET", health},
    {"/metrics", "GET", measured},
    {"/api/v1/metrics", "GET", measured},
    {"page", "GET", page},
}};

// Lists the paths.
Reply index(Service&, const Request& request) {
  allow_only(request, {});
  Json paths = Json::array();
  for (const Route& one : kRoutes) {
    if (!one.path.starts_with('/')) continue;
    paths.push_back({{"path", one.path}, {"methods", allow(one.methods)}});
  }
  return changing(
      {{"version", PIPO_VERSION}, {"description", "/api/v1/openapi.json"}, {"paths", paths}});
}

const Route* route_of(std::string_view path) {
  if (!path.starts_with('/')) return nullptr;
  for (const Route& one : kRoutes) {
    if (one.matches(path)) return &one;
  }
  return page_file(path) != nullptr ? &kRoutes.back() : nullptr;
}

Reply routed(Service& service, const Request& request, const Route* route) {
  if (service.ending())
    throw Refusal(Kind::ending, "the server is ending: start it again, then ask again");
  const bool options = request.method == "OPTIONS";
  if (options && request.path == "*") return allowed(no_content(), "GET, POST, DELETE");
  if (route == nullptr) {
    throw Refusal(Kind::not_found,
                  fmt::format("there is nothing at {}; the interface is described at "
                              "/api/v1/openapi.json, and / is the page",
                              pipo::quoted(request.path)));
  }
  if (options) return allowed(no_content(), route->methods);
  if (!takes(route->methods, request.method)) {
    const Problem problem{Kind::method_not_allowed, fmt::format("{} takes {}, not {}", request.path,
                                                                route->methods, request.method)};
    return allowed(problem_reply(problem), route->methods);
  }
  return route->answer(service, request);
}

}  // namespace

Service::Service(const std::vector<std::filesystem::path>& folders, const ServeLimits& limits,
                 std::function<std::string(const Position&)> advice)
    : limits_(limits),
      served_(folders, limits.cache, std::move(advice)),
      jobs_(served_.tables(), limits) {}

Reply Service::answer(const Request& request) {
  const double begin = steady_seconds();
  const Route* const found = route_of(request.path);
  Reply reply;
  try {
    reply = routed(*this, request, found);
  } catch (...) {
    reply = problem_reply(current_problem());
  }
  metrics_.answered(found != nullptr ? found->stem() : "other", reply.status,
                    steady_seconds() - begin);
  return reply;
}

Reply Service::refused(const Problem& problem) {
  metrics_.answered("refused", problem.kind.status, 0);
  return problem_reply(problem);
}

void Service::end() {
  ending_ = true;
  jobs_.end();
}

}  // namespace pipo
