// What the server has done, counted as Prometheus reads it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipo/serve/jobs.hpp"

namespace pipo {

class Metrics {
 public:
  // A request answered: its route ("/api/v1/value"; never what a client made up), its status, and
  // how long that took.
  void answered(std::string_view route, int status, double seconds);

  // Connections that are open.
  void connected() { ++connections_; }
  void disconnected() { --connections_; }
  void refused_connection() { ++refused_; }
  std::uint64_t connections() const { return connections_; }

  // The text format, version 0.0.4.
  std::string text(const std::vector<Job>& jobs, std::size_t tables) const;

 private:
  static constexpr std::array kBounds = {0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0};

  struct Times {
    std::array<std::uint64_t, kBounds.size()> up_to{};  // each its own, not those before it
    std::uint64_t count = 0;
    double seconds = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, std::uint64_t, std::less<>> requests_;
  std::map<std::string, Times, std::less<>> times_;
  std::atomic<std::uint64_t> connections_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
};

}  // namespace pipo
