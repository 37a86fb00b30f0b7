// Reports of a search for bounds, a few in a second.
#pragma once

#include "pipopipette/solver.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {

class SearchReport {
 public:
  // The options must outlive this.
  explicit SearchReport(const SolverOptions& options) : options_(options) {}

  void tell(const Bounds& bounds, std::uint64_t positions) {
    const double now = steady_seconds();
    if (!options_.searching || now < told_ + kTold) return;
    told_ = now;
    options_.searching({bounds, positions, now - began_});
  }

 private:
  static constexpr double kTold = 0.1;  // seconds between two reports

  const SolverOptions& options_;
  const double began_ = steady_seconds();
  double told_ = began_;
};

}  // namespace pipo
