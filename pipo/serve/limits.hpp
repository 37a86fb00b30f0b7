// How much one server does for its clients.
#pragma once

#include <cstdint>

namespace pipo {

struct ServeLimits {
  std::uint64_t body = std::uint64_t{16} << 20;  // bytes of a request's body
  std::uint64_t batch = 100'000;                 // positions of a batch
  std::uint64_t jobs = 8;                        // that are solved or wait for it
  std::uint64_t memory = 0;                      // bytes for solving; 0: what the machine has
  std::uint64_t seconds = 300;                   // for solving a position
  std::uint64_t connections = 256;               // at a time; half of them may follow jobs
  std::uint64_t cache = std::uint64_t{1} << 30;  // bytes of tables kept in memory
};

}  // namespace pipo
