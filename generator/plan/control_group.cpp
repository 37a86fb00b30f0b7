#include "generator/plan/control_group.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "probe/base/parsed_number.hpp"

namespace pipo {
namespace {

namespace fs = std::filesystem;

// Version 1 writes "no limit" as the largest multiple of the page size.
constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 62;

// The files of a version, and the names of their fields.
struct Version {
  std::string_view file_system;  // its name in mountinfo
  const char* used;
  std::vector<const char*> limits;
  // In memory.stat: the pages of files, and the smallest limit of all groups above, including those
  // that a container does not see.
  std::vector<std::string_view> file_pages;
  std::string_view limit_above;
};

// The kernel slows a group above memory.high down so much that it hardly continues, so that is a
// limit as well.
const Version kFirst{"cgroup",
                     "memory.usage_in_bytes",
                     {"memory.limit_in_bytes"},
                     {"total_inactive_file", "total_active_file"},
                     "hierarchical_memory_limit"};
const Version kSecond{"cgroup2",
                      "memory.current",
                      {"memory.max", "memory.high"},
                      {"inactive_file", "active_file"},
                      ""};

// Part of a hierarchy, from a line of mountinfo.
struct Mount {
  std::string file_system;
  std::string options;
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

// Returns whether a list such as "cpu,memory" has this word.
bool has_word(std::string_view list, std::string_view word) {
  return fmt::format(",{},", list).find(fmt::format(",{},", word)) != std::string::npos;
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
// before the "-".
std::optional<Mount> mount_of(const std::string& line) {
  std::istringstream in(line);
  const std::vector<std::string> fields{std::istream_iterator<std::string>(in), {}};
  const auto dash = std::ranges::find(fields, "-");
  if (dash - fields.begin() < 6 || fields.end() - dash < 4) return std::nullopt;
  return Mount{.file_system = dash[1],
               .options = dash[3],
               .group = unescaped(fields[3]),
               .point = unescaped(fields[4])};
}

std::vector<Mount> mounts(const fs::path& root) {
  std::vector<Mount> found;
  std::ifstream in(root / "proc/self/mountinfo");
  for (std::string line; std::getline(in, line);) {
    const auto mount = mount_of(line);
    if (!mount) continue;
    if (mount->file_system == kSecond.file_system ||
        (mount->file_system == kFirst.file_system && has_word(mount->options, "memory"))) {
      found.push_back(*mount);
    }
  }
  return found;
}

// Returns the path of the process's group in a version's hierarchy, from "ID:CONTROLLERS:PATH".
std::optional<std::string> own_group(const fs::path& root, const Version& version) {
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == line.npos ? line.npos : line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string_view controllers =
        std::string_view(line).substr(first + 1, second - first - 1);
    const bool of_second = line.starts_with("0::");
    if (&version == &kSecond ? of_second : !of_second && has_word(controllers, "memory")) {
      return line.substr(second + 1);
    }
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

// Returns what one group leaves, regardless of those above it.
std::uint64_t left_by(const fs::path& group, const Version& version) {
  std::uint64_t limit = kNoLimit;
  for (const char* file : version.limits) {
    limit = std::min(limit, number_in(group / file).value_or(kNoLimit));
  }
  std::uint64_t file_pages = 0;
  std::ifstream stat(group / "memory.stat");
  std::uint64_t value = 0;
  for (std::string word; stat >> word >> value;) {
    if (std::ranges::count(version.file_pages, word) > 0) file_pages += value;
    if (word == version.limit_above) limit = std::min(limit, value);
  }
  if (limit == kNoLimit) return kNoLimit;
  const std::uint64_t all = number_in(group / version.used).value_or(0);
  const std::uint64_t used = all - std::min(all, file_pages);
  return limit - std::min(limit, used);
}

// Returns the least that the groups from this one up to the mount point leave.
std::uint64_t left_by_all(const fs::path& point, const std::string& path, const Version& version) {
  std::uint64_t left = kNoLimit;
  const fs::path relative = fs::path(path).relative_path().lexically_normal();
  fs::path group = point;
  left = std::min(left, left_by(group, version));
  for (const fs::path& part : relative) {
    // In version 1 a group may exclude the memory of the groups below it. Then its limit, and the
    // limits above it, do not apply to them.
    if (number_in(group / "memory.use_hierarchy") == 0) left = kNoLimit;
    group /= part;
    left = std::min(left, left_by(group, version));
  }
  return left;
}

std::uint64_t left_in(const fs::path& root, const std::vector<Mount>& mounts,
                      const Version& version) {
  const auto group = own_group(root, version);
  if (!group) return kNoLimit;
  std::uint64_t left = kNoLimit;
  bool found = false;
  for (const bool other : {false, true}) {
    // A container may see a mount and a path that do not match. Then the mount point is the
    // container's own group, or one above it.
    if (other && found) break;
    for (const Mount& mount : mounts) {
      if (mount.file_system != version.file_system) continue;
      const auto path = other ? std::optional<std::string>("") : below(*group, mount.group);
      if (!path) continue;
      found = true;
      const fs::path point = root / fs::path(mount.point).relative_path();
      left = std::min(left, left_by_all(point, *path, version));
    }
  }
  return left;
}

}  // namespace

std::optional<std::uint64_t> control_group_left(const fs::path& root) {
  const std::vector<Mount> mounted = mounts(root);
  const std::uint64_t left =
      std::min(left_in(root, mounted, kFirst), left_in(root, mounted, kSecond));
  return left == kNoLimit ? std::nullopt : std::optional(left);
}

}  // namespace pipo
