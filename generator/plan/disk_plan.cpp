#include "generator/plan/disk_plan.hpp"

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "generator/plan/measured.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/sizes.hpp"

namespace pipo {
namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

// Expected sizes are too large by no more than a quarter: what does not fit even so is refused, the
// rest is tried.
constexpr std::uint64_t certain(std::uint64_t expected) {
  return expected / 5 * 4;
}

}  // namespace

std::vector<std::uint64_t> expected_layer_bytes(const Cut& cut, const TableCounts& counts,
                                                Thinning thinning) {
  const double start = cut.start() == 0 ? 1 : measured::kStartBits;
  const double square = thinning == Thinning::square ? measured::kSquareBlocks : 1;
  const double bytes_a_value = measured::cost(cut.columns()).bits_a_value / 8 * start * square;
  std::vector<std::uint64_t> bytes;
  for (const LayerCounts& layer : counts.layers) {
    bytes.push_back(static_cast<std::uint64_t>(bytes_a_value * static_cast<double>(layer.stored)) +
                    measured::kBytesALayer + layer.blocks * measured::kBytesABlock);
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
  const std::uint64_t expected = std::accumulate(files.begin(), files.end(), std::uint64_t{0});
  const std::uint64_t free = free_disk(folder);
  if (certain(expected) > free) {
    throw NoSpace(fmt::format(
        "{}: the files will take about {}, and the disk has {} left; free some or choose another "
        "folder with --tables",
        folder.string(), human_bytes(expected), human_bytes(free)));
  }
  rlimit limit{};
  if (files.empty() || ::getrlimit(RLIMIT_FSIZE, &limit) != 0) return;
  const std::uint64_t largest = *std::ranges::max_element(files);
  if (limit.rlim_cur != RLIM_INFINITY && certain(largest) > limit.rlim_cur) {
    throw NoSpace(fmt::format(
        "{}: the largest file will take about {}, and this process may write files of up to {} "
        "(ulimit -f); raise that limit",
        folder.string(), human_bytes(largest), human_bytes(limit.rlim_cur)));
  }
}

}  // namespace pipo
