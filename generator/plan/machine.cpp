#include "generator/plan/machine.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "probe/base/operating_system.hpp"
#include "probe/base/parsed_number.hpp"

namespace pipo {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Part of a hierarchy, from a line of mountinfo.
struct Mount {
  std::string group;  // the group at the mount point
  std::string point;
};

// Returns the number in a file that has nothing else; nothing for "max" and other words.
std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::ifstream in(file);
  std::string word;
  in >> word;
  return parsed_number<std::uint64_t>(word);
}

// Turns "a\040b" into "a b": mountinfo writes blanks, line ends and backslashes in octal.
std::string unescaped(std::string_view text) {
  const auto octal = [](char c) { return c >= '0' && c <= '7'; };
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size() && octal(text[i + 1]) && octal(text[i + 2]) &&
        octal(text[i + 3])) {
      plain += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                                 (text[i + 3] - '0'));
      i += 3;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

// Parses "36 35 98:0 GROUP POINT rw shared:1 - cgroup2 cgroup rw,memory", with any number of fields
// before the "-". Returns nothing for any other mount.
std::optional<Mount> mount_of(const std::string& line) {
  std::istringstream in(line);
  const std::vector<std::string> fields{std::istream_iterator<std::string>(in), {}};
  const auto dash = std::ranges::find(fields, "-");
  if (dash - fields.begin() < 6 || fields.end() - dash < 4 || dash[1] != "cgroup2")
    return std::nullopt;
  return Mount{.group = unescaped(fields[3]), .point = unescaped(fields[4])};
}

std::vector<Mount> mounts(const fs::path& root) {
  std::vector<Mount> found;
  std::ifstream in(root / "proc/self/mountinfo");
  for (std::string line; std::getline(in, line);) {
    if (const auto mount = mount_of(line)) found.push_back(*mount);
  }
  return found;
}

// Returns the path of the process's group, from the line "0::PATH". Other lines are of version 1.
std::optional<std::string> own_group(const fs::path& root) {
  constexpr std::string_view kBegin = "0::";
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(kBegin)) return line.substr(kBegin.size());
  }
  return std::nullopt;
}

// Returns a group's path below the mounted group; nothing if it is not below it.
std::optional<std::string> below(const std::string& group, const std::string& mounted) {
  if (mounted == "/") return group.starts_with("/..") ? std::nullopt : std::optional(group);
  if (!group.starts_with(mounted)) return std::nullopt;
  const std::string rest = group.substr(mounted.size());
  if (!rest.empty() && rest.front() != '/') return std::nullopt;
  return rest;
}

// Returns what one group leaves, regardless of those above it. The kernel slows a group above
// memory.high down so much that it hardly continues, so that is a limit as well.
std::uint64_t left_by(const fs::path& group) {
  const std::uint64_t limit = std::min(number_in(group / "memory.max").value_or(kNoLimit),
                                       number_in(group / "memory.high").value_or(kNoLimit));
  if (limit == kNoLimit) return kNoLimit;
  std::uint64_t file_pages = 0;
  std::ifstream stat(group / "memory.stat");
  std::uint64_t value = 0;
  for (std::string word; stat >> word >> value;) {
    if (word == "inactive_file" || word == "active_file") file_pages += value;
  }
  const std::uint64_t all = number_in(group / "memory.current").value_or(0);
  const std::uint64_t used = all - std::min(all, file_pages);
  return limit - std::min(limit, used);
}

// Returns the least that the groups from this one up to the mount point leave.
std::uint64_t left_by_all(fs::path group, const std::string& path) {
  std::uint64_t left = left_by(group);
  for (const fs::path& part : fs::path(path).relative_path().lexically_normal()) {
    group /= part;
    left = std::min(left, left_by(group));
  }
  return left;
}

}  // namespace

std::optional<std::uint64_t> control_group_left(const fs::path& root) {
  const auto group = own_group(root);
  if (!group) return std::nullopt;
  const std::vector<Mount> mounted = mounts(root);
  // A container may see a mount and a path that do not match. Then the mount point is the
  // container's own group, or one above it.
  const bool match = std::ranges::any_of(
      mounted, [&](const Mount& mount) { return below(*group, mount.group).has_value(); });
  std::uint64_t left = kNoLimit;
  for (const Mount& mount : mounted) {
    const auto path = match ? below(*group, mount.group) : std::optional<std::string>("");
    if (path)
      left = std::min(left, left_by_all(root / fs::path(mount.point).relative_path(), *path));
  }
  return left == kNoLimit ? std::nullopt : std::optional(left);
}

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
  if (const auto heap = limited_heap()) return std::max(heap->left, std::uint64_t{1});
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  const std::uint64_t used = address_space_used();
  return limit.rlim_cur > used ? limit.rlim_cur - used : 1;
}

std::uint64_t resident_memory() {
  if (const auto heap = limited_heap()) return heap->used;
  return kilobytes_entry("/proc/self/status", "VmRSS:");
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

std::uint64_t peak_memory() {
  return kilobytes_entry("/proc/self/status", "VmHWM:");
}

}  // namespace pipo
