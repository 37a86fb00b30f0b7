#include "pipo/serve/service.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "pipo/serve/batch_stream.hpp"
#include "pipo/serve/notations_served.hpp"
#include "pipo/serve/page_files.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {

struct Service::Route {
  std::string_view path;     // one that ends with '/' has more behind it
  std::string_view methods;  // that it takes
  Reply (*answer)(Service&, const Request&);
};

namespace {

constexpr std::string_view kBoard = "/api/v1/boards/";
constexpr std::string_view kJob = "/api/v1/solve/";

const PageFile* page_file(std::string_view path) {
  const auto files = page_files();
  const auto found = std::ranges::find(files, path, &PageFile::path);
  return found == files.end() ? nullptr : &*found;
}

// A job is read and cancelled; its events are only followed.
std::string_view methods_of(std::string_view methods, std::string_view path) {
  return path.starts_with(kJob) && path.ends_with("/events") ? "GET" : methods;
}

// Is it one of "GET, POST"?
bool takes(std::string_view methods, std::string_view method) {
  while (!methods.empty()) {
    const std::size_t end = std::min(methods.find(", "), methods.size());
    if (methods.substr(0, end) == method) return true;
    methods.remove_prefix(std::min(end + 2, methods.size()));
  }
  return false;
}

}  // namespace

const Service::Route* Service::route(std::string_view path) {
  static constexpr std::array<Route, 16> kRoutes{{
      {"/api/v1/value", "GET", [](Service& s, const Request& r) { return s.answers_.value(r); }},
      {"/api/v1/moves", "GET", [](Service& s, const Request& r) { return s.answers_.moves(r); }},
      {"/api/v1/line", "GET", [](Service& s, const Request& r) { return s.answers_.line(r); }},
      {"/api/v1/explain", "GET",
       [](Service& s, const Request& r) { return s.answers_.explain(r); }},
      {"/api/v1/choose", "GET", [](Service& s, const Request& r) { return s.answers_.choose(r); }},
      {"/api/v1/convert", "GET, POST", [](Service&, const Request& r) { return converted(r); }},
      {"/api/v1/batch", "POST",
       [](Service& s, const Request& r) { return batch_reply(r, s.served_, s.limits_.batch); }},
      {"/api/v1/boards", "GET", [](Service& s, const Request& r) { return s.boards(r); }},
      {kBoard, "GET", [](Service& s, const Request& r) { return s.board(r); }},
      {"/api/v1/solve", "GET, POST",
       [](Service& s, const Request& r) {
         return r.method == "POST" ? s.job_replies_.submitted(r) : s.job_replies_.all(r);
       }},
      {kJob, "GET, DELETE",
       [](Service& s, const Request& r) {
         return s.job_replies_.one(r, r.path.substr(kJob.size()));
       }},
      {"/health", "GET", [](Service& s, const Request& r) { return s.health(r); }},
      {"/api/v1/health", "GET", [](Service& s, const Request& r) { return s.health(r); }},
      {"/metrics", "GET", [](Service& s, const Request& r) { return s.measured(r); }},
      {"/api/v1/metrics", "GET", [](Service& s, const Request& r) { return s.measured(r); }},
      {"page", "GET", [](Service& s, const Request& r) { return s.page(r); }},
  }};
  if (!path.starts_with('/')) return nullptr;
  for (const Route& one : kRoutes) {
    const bool more = one.path.ends_with('/');
    if (more && path.size() > one.path.size() && path.starts_with(one.path)) return &one;
    if (!more && path == one.path) return &one;
  }
  return page_file(path) != nullptr ? &kRoutes.back() : nullptr;
}

Service::Service(const std::vector<std::filesystem::path>& folders, const ServeLimits& limits,
                 std::function<std::string(const Position&)> advice)
    : limits_(limits),
      served_(folders, limits.cache, std::move(advice)),
      answers_(served_),
      jobs_(served_.tables(), limits),
      job_replies_(jobs_, std::max<std::uint64_t>(1, limits.connections / 2)) {}

Reply Service::answer(const Request& request) {
  const double begin = steady_seconds();
  const Route* const found = route(request.path);
  Reply reply;
  try {
    reply = routed(request, found);
  } catch (...) {
    reply = problem_reply(current_problem());
  }
  metrics_.answered(found != nullptr ? found->path : "other", reply.status,
                    steady_seconds() - begin);
  return reply;
}

Reply Service::routed(const Request& request, const Route* route) {
  if (ending_) throw Refusal(Kind::ending, "the server is ending: start it again, then ask again");
  if (route == nullptr) {
    throw Refusal(Kind::not_found,
                  fmt::format("there is nothing at {}; the interface is described at "
                              "/api/v1/openapi.json, and / is the page",
                              pipo::quoted(request.path)));
  }
  const std::string_view methods = methods_of(route->methods, request.path);
  if (!takes(methods, request.method)) {
    Reply reply =
        problem_reply({Kind::method_not_allowed,
                       fmt::format("{} takes {}, not {}", request.path, methods, request.method)});
    reply.headers["Allow"] = methods;
    return reply;
  }
  return route->answer(*this, request);
}

Reply Service::page(const Request& request) {
  const PageFile& file = *page_file(request.path);
  const std::string etag(file.etag);
  if (has_tag(request.if_none_match, etag)) return unchanged(etag, 0);
  Reply reply;
  reply.type = file.type;
  reply.body = file.text;
  keep(reply, etag, 0);
  // All that the page needs comes from here.
  reply.headers["Content-Security-Policy"] =
      "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'";
  reply.headers["Referrer-Policy"] = "no-referrer";
  return reply;
}

Reply Service::boards(const Request& request) {
  allow_only(request, {});
  const Json json{{"version", PIPO_VERSION},
                  {"tables", served_.list()},
                  {"notations", notations_json()},
                  {"limits",
                   {{"body", limits_.body},
                    {"batch", limits_.batch},
                    {"jobs", limits_.jobs},
                    {"memory", limits_.memory},
                    {"seconds", limits_.seconds}}}};
  Reply reply = json_reply(json.dump());
  reply.headers["Cache-Control"] = "no-cache";
  return reply;
}

Reply Service::board(const Request& request) {
  allow_only(request, {});
  const std::string name = request.path.substr(kBoard.size());
  const std::string etag = served_.etag_of_table(name);
  if (has_tag(request.if_none_match, etag)) return unchanged(etag, 0);
  Reply reply = json_reply(served_.table(name).dump());
  keep(reply, etag, 0);
  return reply;
}

Reply Service::health(const Request& request) {
  allow_only(request, {});
  Json problems = Json::array();
  for (const TableProblem& problem : served_.tables().problems()) {
    problems.push_back(printable(problem.message));
  }
  const auto jobs = jobs_.all();
  const auto unfinished =
      std::ranges::count_if(jobs, [](const Job& job) { return !is_final(job.state); });
  const Json json{{"status", "ok"},
                  {"version", PIPO_VERSION},
                  {"tables", served_.size()},
                  {"jobs", unfinished},
                  {"problems", problems}};
  return passing_reply(json.dump());
}

Reply Service::measured(const Request& request) {
  allow_only(request, {});
  Reply reply;
  reply.type = "text/plain; version=0.0.4; charset=utf-8";
  reply.body = metrics_.text(jobs_.all(), served_.size());
  keep_nowhere(reply);
  return reply;
}

void Service::end() {
  ending_ = true;
  jobs_.end();
}

}  // namespace pipo
