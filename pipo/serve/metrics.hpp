// Counts the work of the server, in the format that Prometheus reads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "pipo/serve/jobs.hpp"

namespace pipo {

// Any thread may use it.
class Metrics {
 public:
  // Counts a request: its route ("/api/v1/value", never text from a client), the status of the
  // reply, and the seconds that it took.
  void answered(std::string_view route, int status, double seconds);

  // Counts an answer about one position by the source of its values.
  void found(Method method) { ++found_.at(static_cast<std::size_t>(method)); }

  void connected() { ++connections_; }
  void disconnected() { --connections_; }
  void refused_connection() { ++refused_; }

  // Returns the text format, version 0.0.4.
  std::string text(const JobCounts& jobs, std::size_t tables) const;

 private:
  static constexpr std::array kBounds = {0.0001, 0.0005, 0.001, 0.005, 0.01,
                                         0.05,   0.1,    0.5,   1.0,   5.0};

  struct Route {
    std::map<int, std::uint64_t> by_status;
    std::array<std::uint64_t, kBounds.size() + 1> within{};  // each bound, without those below
    double seconds = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::string, Route> routes_;
  std::array<std::atomic<std::uint64_t>, 3> found_{};  // by Way
  std::atomic<std::uint64_t> connections_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
};

}  // namespace pipo
