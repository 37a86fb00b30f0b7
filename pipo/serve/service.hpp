// All paths that can be requested: the interface and the page. Knows nothing of sockets.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "pipo/serve/jobs.hpp"
#include "pipo/serve/message.hpp"
#include "pipo/serve/metrics.hpp"
#include "pipo/serve/tables_served.hpp"

namespace pipo {

class Service {
 public:
  // Throws as TablesServed does. `advice` tells how to get a table of a position.
  Service(const std::vector<std::filesystem::path>& folders, const ServeLimits& limits,
          std::function<std::string(const Position&)> advice);

  // Any thread. Errors become problems.
  Reply answer(const Request& request);

  // Counts a request that was refused before it got here, and returns the reply.
  Reply refused(const Problem& problem);

  // From now on all requests are answered with 503. Cancels all jobs.
  void end();
  bool ending() const { return ending_; }

  Metrics& metrics() { return metrics_; }
  Jobs& jobs() { return jobs_; }
  const TablesServed& tables() const { return served_; }
  const ServeLimits& limits() const { return limits_; }

 private:
  const ServeLimits limits_;
  TablesServed served_;
  Jobs jobs_;
  Metrics metrics_;
  std::atomic<bool> ending_ = false;
};

// A file of the explorer page, which is part of the program: those of web/, and the description of
// the interface. The build writes the definitions (web/embed.cmake).
struct PageFile {
  std::string_view path;  // "/explorer.js"; "/" for the page itself
  std::string_view type;
  std::string_view etag;  // of its content
  std::string_view text;
};

std::span<const PageFile> page_files();

}  // namespace pipo
