#include "pipo/serve/metrics.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>

#include "generator/plan/machine.hpp"
#include "solve/method.hpp"

namespace pipo {

void Metrics::answered(std::string_view name, int status, double seconds) {
  const std::lock_guard lock(mutex_);
  Route& route = routes_[std::string(name)];
  ++route.by_status[status];
  route.seconds += seconds;
  const auto bound = std::ranges::lower_bound(kBounds, seconds);
  ++route.within[static_cast<std::size_t>(bound - kBounds.begin())];
}

std::string Metrics::text(const JobCounts& jobs, std::size_t tables) const {
  std::string text;
  const auto describe = [&](const char* name, const char* type, const char* help) {
    text += fmt::format("# HELP {0} {2}\n# TYPE {0} {1}\n", name, type, help);
  };
  const auto add = [&](const char* name, const char* type, const char* help, auto value) {
    describe(name, type, help);
    text += fmt::format("{} {}\n", name, value);
  };
  const std::lock_guard lock(mutex_);
  describe("pipo_http_requests_total", "counter", "Requests answered.");
  for (const auto& [name, route] : routes_) {
    for (const auto& [status, count] : route.by_status) {
      text += fmt::format("pipo_http_requests_total{{route=\"{}\",code=\"{}\"}} {}\n", name, status,
                          count);
    }
  }
  describe("pipo_http_request_seconds", "histogram",
           "Time from a request that is read to its answer; of streams to their first byte.");
  for (const auto& [name, route] : routes_) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i <= kBounds.size(); ++i) {
      count += route.within[i];
      text += fmt::format("pipo_http_request_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n", name,
                          i < kBounds.size() ? fmt::format("{}", kBounds[i]) : "+Inf", count);
    }
    text += fmt::format("pipo_http_request_seconds_sum{{route=\"{}\"}} {}\n", name, route.seconds);
    text += fmt::format("pipo_http_request_seconds_count{{route=\"{}\"}} {}\n", name, count);
  }
  describe("pipo_answers_total", "counter", "Answers about one position, by source of the values.");
  for (const Method method : {Method::table, Method::sweep, Method::search}) {
    text += fmt::format("pipo_answers_total{{by=\"{}\"}} {}\n", word(method),
                        found_.at(static_cast<std::size_t>(method)).load());
  }
  add("pipo_http_connections", "gauge", "Connections that are open.", connections_.load());
  add("pipo_http_connections_refused_total", "counter",
      "Connections refused because there were too many.", refused_.load());
  describe("pipo_jobs", "gauge", "Positions to solve that are remembered, by state.");
  for (const JobState state : {JobState::queued, JobState::running, JobState::done,
                               JobState::failed, JobState::cancelled}) {
    text += fmt::format("pipo_jobs{{state=\"{}\"}} {}\n", word(state),
                        jobs.at(static_cast<std::size_t>(state)));
  }
  add("pipo_tables", "gauge", "Tables that are served.", tables);
  add("process_resident_memory_bytes", "gauge", "Resident memory.", resident_memory());
  add("process_cpu_seconds_total", "counter", "User and system time.",
      static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
  return text;
}

}  // namespace pipo
