#include "generator/plan/machine.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace pipo {
namespace {

// The number after "Key:" in a file of lines "Key:   123 kB", in bytes; 0 if there is none.
std::uint64_t kilobytes_entry(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string word; in >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == key && in >> kilobytes) return kilobytes * 1024;
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
  const std::uint64_t used = number_in("/sys/fs/cgroup/memory.current");
  if (limit > 0 && available > 0) available = std::min(available, limit > used ? limit - used : 1);
  return available;
}

std::uint64_t usable_memory() {
  return available_memory() / 20 * 19;
}

std::uint64_t resident_memory() {
  return kilobytes_entry("/proc/self/status", "VmRSS:");
}
std::uint64_t peak_memory() {
  return kilobytes_entry("/proc/self/status", "VmHWM:");
}

}  // namespace pipo
