#include "pipo/serve/metrics.hpp"

#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace pipo {
namespace {

void head(std::string& text, std::string_view name, std::string_view type, std::string_view help) {
  text += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

void single(std::string& text, std::string_view name, std::string_view type, std::string_view help,
            double value) {
  head(text, name, type, help);
  text += fmt::format("{} {}\n", name, value);
}

double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double size = 0;
  double resident = 0;
  file >> size >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

void Metrics::answered(std::string_view route, int status, double seconds) {
  const std::lock_guard lock(mutex_);
  const std::string name(route);
  ++requests_[{name, status}];
  Times& times = times_[name];
  ++times.count;
  times.seconds += seconds;
  const auto bound = std::ranges::lower_bound(kBounds, seconds);
  if (bound != kBounds.end()) ++times.up_to[static_cast<std::size_t>(bound - kBounds.begin())];
}

std::string Metrics::text(const std::vector<Job>& jobs, std::size_t tables) const {
  std::string text;
  const std::lock_guard lock(mutex_);
  head(text, "pipo_http_requests_total", "counter", "Requests answered.");
  for (const auto& [key, count] : requests_) {
    text += fmt::format("pipo_http_requests_total{{route=\"{}\",code=\"{}\"}} {}\n", key.first,
                        key.second, count);
  }
  head(text, "pipo_http_request_seconds", "histogram",
       "Time from a request that is read to its answer; of streams to their first byte.");
  for (const auto& [route, times] : times_) {
    std::uint64_t so_far = 0;
    for (std::size_t i = 0; i < kBounds.size(); ++i) {
      so_far += times.up_to[i];
      text += fmt::format("pipo_http_request_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n", route,
                          kBounds[i], so_far);
    }
    text += fmt::format("pipo_http_request_seconds_bucket{{route=\"{}\",le=\"+Inf\"}} {}\n", route,
                        times.count);
    text += fmt::format("pipo_http_request_seconds_sum{{route=\"{}\"}} {}\n", route, times.seconds);
    text += fmt::format("pipo_http_request_seconds_count{{route=\"{}\"}} {}\n", route, times.count);
  }
  single(text, "pipo_http_connections", "gauge", "Connections that are open.",
         static_cast<double>(connections_.load()));
  single(text, "pipo_http_connections_refused_total", "counter",
         "Connections refused because there were too many.", static_cast<double>(refused_.load()));
  head(text, "pipo_jobs", "gauge", "Positions to solve that are remembered, by state.");
  for (const JobState state : {JobState::queued, JobState::running, JobState::done,
                               JobState::failed, JobState::cancelled}) {
    const auto count =
        std::ranges::count_if(jobs, [state](const Job& job) { return job.state == state; });
    text += fmt::format("pipo_jobs{{state=\"{}\"}} {}\n", word(state), count);
  }
  single(text, "pipo_tables", "gauge", "Tables that are served.", static_cast<double>(tables));
  single(text, "process_resident_memory_bytes", "gauge", "Resident memory.", resident_bytes());
  single(text, "process_cpu_seconds_total", "counter", "User and system time.", cpu_seconds());
  return text;
}

}  // namespace pipo
