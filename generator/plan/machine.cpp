#include "generator/plan/machine.hpp"

#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace pipo {
namespace {

// Of a thread, where no limit says how large it is.
constexpr std::uint64_t kStack = std::uint64_t{8} << 20;

// The number after "Key:" in a file of lines "Key:   123 kB", in bytes; 0 if there is none.
std::uint64_t kilobytes_entry(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string word; in >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == key && in >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

// The number after a word in a file of lines "word number"; 0 if there is none.
std::uint64_t number_after(const char* file, const std::string& word) {
  std::ifstream in(file);
  std::uint64_t number = 0;
  for (std::string found; in >> found >> number;) {
    if (found == word) return number;
  }
  return 0;
}

// A file that holds one number; 0 if it does not ("max", or no such file).
std::uint64_t number_in(const char* file) {
  std::ifstream in(file);
  std::uint64_t number = 0;
  return in >> number ? number : 0;
}

}  // namespace

std::uint64_t available_memory() {
  std::uint64_t available = kilobytes_entry("/proc/meminfo", "MemAvailable:");
  const std::uint64_t limit = number_in("/sys/fs/cgroup/memory.max");
  // Of what it uses, files that were read or written can be given back.
  const std::uint64_t files = number_after("/sys/fs/cgroup/memory.stat", "inactive_file");
  const std::uint64_t all = number_in("/sys/fs/cgroup/memory.current");
  const std::uint64_t used = all - std::min(all, files);
  if (limit > 0 && available > 0) available = std::min(available, limit > used ? limit - used : 1);
  if (const std::uint64_t left = memory_limit_left(); left > 0 && available > 0)
    available = std::min(available, left);
  return available;
}

std::uint64_t memory_limit_left() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  const std::uint64_t used = kilobytes_entry("/proc/self/status", "VmSize:");
  return limit.rlim_cur > used ? limit.rlim_cur - used : 1;
}

std::uint64_t address_space_of_threads(int threads) {
  if (memory_limit_left() == 0) return 0;
  mallopt(M_ARENA_MAX, 1);
  rlimit stack{};
  const bool known = ::getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY;
  return static_cast<std::uint64_t>(threads) * (known ? stack.rlim_cur : kStack);
}

std::uint64_t usable_memory() {
  const std::uint64_t available = available_memory();
  return available - available / 20;
}

std::uint64_t resident_memory() {
  return kilobytes_entry("/proc/self/status", "VmRSS:");
}
std::uint64_t peak_memory() {
  return kilobytes_entry("/proc/self/status", "VmHWM:");
}

}  // namespace pipo
