// XXH3-64 of bytes that come piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pipo {

class StreamedHash {
 public:
  explicit StreamedHash(std::uint64_t seed);

  void add(std::span<const std::byte> bytes);
  std::uint64_t value() const;  // of what has been added so far

  // The state after what has been added so far, for another process that runs the same program: it
  // continues a hash of the same seed.
  std::vector<std::byte> state() const;
  void continue_from(std::span<const std::byte> state);

 private:
  struct Free {
    void operator()(void* state) const;
  };
  std::unique_ptr<void, Free> state_;
};

}  // namespace pipo
