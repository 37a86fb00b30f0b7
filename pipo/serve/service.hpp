// All that can be asked, by path: the interface and the page. It knows nothing of sockets.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "pipo/serve/answers.hpp"
#include "pipo/serve/job_replies.hpp"
#include "pipo/serve/jobs.hpp"
#include "pipo/serve/limits.hpp"
#include "pipo/serve/metrics.hpp"
#include "pipo/serve/reply.hpp"
#include "pipo/serve/request.hpp"
#include "pipo/serve/tables_served.hpp"

namespace pipo {

class Service {
 public:
  // Throws as TablesServed does. `advice` says how to come by a table of a position.
  Service(const std::vector<std::filesystem::path>& folders, const ServeLimits& limits,
          std::function<std::string(const Position&)> advice);

  // Any thread. Throws nothing: what goes wrong is told as a problem.
  Reply answer(const Request& request);

  // Tells whether answer() takes microseconds: no reason to leave it to another thread.
  static bool quick(const Request& request);

  // Counts a request that is not even asked, and tells why.
  Reply refused(const Problem& problem);

  // From now on everything is answered with 503, and jobs are cancelled.
  void end();
  bool ending() const { return ending_; }

  Metrics& metrics() { return metrics_; }
  const TablesServed& tables() const { return served_; }
  const ServeLimits& limits() const { return limits_; }

 private:
  struct Route;

  static std::span<const Route> routes();
  static const Route* route(std::string_view path);
  Reply routed(const Request& request, const Route* route);

  Reply index(const Request& request);
  Reply page(const Request& request);
  Reply boards(const Request& request);
  Reply board(const Request& request);
  Reply health(const Request& request);
  Reply measured(const Request& request);

  const ServeLimits limits_;
  TablesServed served_;
  Answers answers_;
  Jobs jobs_;
  JobReplies job_replies_;
  Metrics metrics_;
  std::atomic<bool> ending_ = false;
};

}  // namespace pipo
