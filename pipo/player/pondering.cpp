#include "pipo/player/pondering.hpp"

#include <system_error>
#include <utility>

#include "pipopipette/error.hpp"

namespace pipo {

Pondering::Pondering(Solver solver, const Position& position, SolverOptions options) {
  options.seconds *= kTimesLonger;
  options.planned = {};
  options.progress = {};
  options.searching = {};
  options.stopped = [this, asked = std::move(options.stopped)] {
    return stop_ || (asked && asked());
  };
  try {
    thread_ = std::thread([solver = std::move(solver), position, options = std::move(options)] {
      try {
        static_cast<void>(solver.know(position, options));
      } catch (const std::exception&) {
        // The question about the next move reports what is wrong.
      }
    });
  } catch (const std::system_error&) {
    // No thread can be started: the player thinks in its own time only.
  }
}

Pondering::~Pondering() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

}  // namespace pipo
