#include "generator/plan/disk_plan.hpp"

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "generator/plan/measured.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"

namespace pipo {
namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

// Returns the smallest measured ratio of a table's size to the size expected without a start, with
// a margin. Measured: at least 0.84 for 20 boards, and at least 0.77 for 54 tables with starts,
// from 3 KiB to 264 MiB.
constexpr double sure_part(bool has_start) {
  return has_start ? 0.6 : 0.8;
}

std::vector<std::uint64_t> layer_bytes(const TableCounts& counts, double bits_a_value) {
  std::vector<std::uint64_t> bytes;
  for (const LayerCounts& layer : counts.layers) {
    bytes.push_back(
        static_cast<std::uint64_t>(bits_a_value / 8 * static_cast<double>(layer.stored)) +
        measured::kBytesALayer + layer.blocks * measured::kBytesABlock);
  }
  return bytes;
}

}  // namespace

std::vector<std::uint64_t> expected_layer_bytes(const Cut& cut, const TableCounts& counts) {
  const double start = cut.start() == 0 ? 1 : measured::kStartBits;
  return layer_bytes(counts, start * measured::cost(cut.columns()).bits_a_value);
}

std::vector<std::uint64_t> least_layer_bytes(const Cut& cut, const TableCounts& counts) {
  std::vector<std::uint64_t> bytes =
      layer_bytes(counts, measured::cost(cut.columns()).bits_a_value);
  for (std::uint64_t& file : bytes) {
    file = static_cast<std::uint64_t>(sure_part(cut.start() != 0) * static_cast<double>(file));
  }
  return bytes;
}

std::uint64_t free_disk(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::path there = std::filesystem::absolute(folder, error);
  while (!error && there.has_relative_path() && !std::filesystem::exists(there, error)) {
    there = there.parent_path();
  }
  struct statvfs disk {};
  if (error || ::statvfs(there.c_str(), &disk) != 0) return kUnknown;
  return std::uint64_t{disk.f_bavail} * disk.f_frsize;
}

void require_disk(const std::filesystem::path& folder, const std::vector<std::uint64_t>& files) {
  const std::uint64_t least = std::accumulate(files.begin(), files.end(), std::uint64_t{0});
  const std::uint64_t free = free_disk(folder);
  if (least > free) {
    throw DiskFull(fmt::format(
        "{}: the files will take at least {}, but the disk has only {} free; free some or "
        "choose another folder with --tables",
        folder.string(), human_bytes_rounded_up(least), human_bytes(free)));
  }
  rlimit limit{};
  if (files.empty() || ::getrlimit(RLIMIT_FSIZE, &limit) != 0) return;
  const std::uint64_t largest = *std::ranges::max_element(files);
  if (limit.rlim_cur != RLIM_INFINITY && largest > limit.rlim_cur) {
    throw DiskFull(fmt::format(
        "{}: the largest file will take at least {}, but this process may write files of up to {} "
        "(ulimit -f); raise that limit",
        folder.string(), human_bytes_rounded_up(largest), human_bytes(limit.rlim_cur)));
  }
}

}  // namespace pipo
