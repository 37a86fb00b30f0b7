#include "generator/plan/machine.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

#include "generator/plan/control_group.hpp"
#include "probe/base/operating_system.hpp"

namespace pipo {
namespace {

// The stack of a thread if no limit gives its size.
constexpr std::uint64_t kStack = std::uint64_t{8} << 20;

// Returns the number after "Key:" in a file of lines "Key:   123 kB", in bytes; 0 if there is none.
std::uint64_t kilobytes_entry(const std::filesystem::path& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string word; in >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == key && in >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

// Returns the address space of this process in bytes; 0 if it is unknown. Allocates nothing, since
// the limit may be used up.
std::uint64_t address_space_used() {
  char text[32] = {};
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t size = ::read(file, text, sizeof text - 1);
  ::close(file);
  return size > 0 ? std::strtoull(text, nullptr, 10) *
                        static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))
                  : 0;
}

}  // namespace

AvailableMemory available_memory(const std::filesystem::path& root) {
  AvailableMemory available{kilobytes_entry(root / "proc/meminfo", "MemAvailable:")};
  // An exhausted limit leaves one byte, since 0 means unknown.
  const auto limited = [&available](std::uint64_t left, MemoryLimit limit) {
    if (available.bytes == 0 || left < available.bytes) {
      available = {std::max(left, std::uint64_t{1}), limit};
    }
  };
  if (const auto left = control_group_left(root)) limited(*left, MemoryLimit::control_group);
  if (const std::uint64_t left = memory_limit_left(); left > 0) {
    limited(left, MemoryLimit::address_space);
  }
  return available;
}

std::uint64_t memory_limit_left() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  const std::uint64_t used = address_space_used();
  return limit.rlim_cur > used ? limit.rlim_cur - used : 1;
}

std::uint64_t address_space_of_threads(int threads) {
  if (memory_limit_left() == 0) return 0;
  keep_one_heap();
  rlimit stack{};
  const bool known = ::getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY;
  return static_cast<std::uint64_t>(threads) * (known ? stack.rlim_cur : kStack);
}

std::uint64_t usable_memory() {
  const std::uint64_t available = available_memory().bytes;
  return available - available / 20;
}

std::uint64_t memory_to_use(std::uint64_t allowed) {
  constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
  if (allowed == 0) {
    const std::uint64_t usable = usable_memory();
    return usable > 0 ? usable : kUnlimited;
  }
  const std::uint64_t address_space = memory_limit_left();
  return std::min({allowed, std::max(control_group_left().value_or(kUnlimited), std::uint64_t{1}),
                   address_space > 0 ? address_space : kUnlimited});
}

std::uint64_t resident_memory() {
  return kilobytes_entry("/proc/self/status", "VmRSS:");
}
std::uint64_t peak_memory() {
  return kilobytes_entry("/proc/self/status", "VmHWM:");
}

}  // namespace pipo
