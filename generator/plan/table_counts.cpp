#include "generator/plan/table_counts.hpp"

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "generator/plan/cost_model.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/file/block_index.hpp"
#include "probe/file/layer_layout.hpp"

namespace pipo {
namespace {

// The states of the halves' borders and the storage of a seam's sections, which determine their
// sizes.
using SeamKind = std::tuple<BorderState, BorderState, bool, bool>;

// Representatives of one kind, and the seams in their orbits, by the number of drawn edges.
struct SeamsAlike {
  SeamState example = 0;
  std::vector<std::uint64_t> representatives;
  std::vector<std::uint64_t> all;
};

// There are at most a few thousand kinds, however many seams there are.
std::map<SeamKind, SeamsAlike> seams_alike(const StateSpace& space) {
  const Cut& cut = space.cut();
  std::vector<std::uint32_t> in_orbit(cut.seam_count());
  for (SeamState seam = 0; seam < cut.seam_count(); ++seam) {
    const SeamOrbit& orbit = space.orbit(seam);
    if (!orbit.images.empty()) ++in_orbit[orbit.representative];
  }
  std::map<SeamKind, SeamsAlike> kinds;
  for (const SeamState seam : space.representatives()) {
    SeamsAlike& alike = kinds[{cut.border(seam, Side::lower), cut.border(seam, Side::upper),
                               space.orbit(seam).folded, space.drops_rows(seam)}];
    alike.example = seam;
    alike.representatives.resize(static_cast<std::size_t>(cut.seam_bits()) + 1);
    alike.all.resize(alike.representatives.size());
    const auto drawn = static_cast<std::size_t>(count_bits(seam));
    ++alike.representatives[drawn];
    alike.all[drawn] += in_orbit[seam];
  }
  return kinds;
}

// Returns the counts of a representative's sections by the number of edges drawn in both halves.
// Images of a section have its size, so `quiet` is that of every seam in the orbit.
std::vector<LayerCounts> counts_by_drawn(const StateSpace& space, SeamState seam) {
  const int most_lower = space.half(Side::lower).maximum_drawn();
  const int most_upper = space.half(Side::upper).maximum_drawn();
  std::vector<LayerCounts> counts(static_cast<std::size_t>(most_lower + most_upper) + 1);
  for (int lower = 0; lower <= most_lower; ++lower) {
    for (int upper = 0; upper <= most_upper; ++upper) {
      const SectionKey key{seam, lower, upper};
      const std::uint64_t values = std::uint64_t{space.rows(key)} * space.columns(key);
      if (values == 0) continue;
      LayerCounts& of_drawn = counts[static_cast<std::size_t>(lower + upper)];
      of_drawn.quiet += values;
      if (space.orbit(seam).folded && lower > upper) continue;
      const StoredSection section(space, key);
      of_drawn.values += values;
      of_drawn.stored += section.entries();
      of_drawn.blocks += section.blocks();
      ++of_drawn.sections;
    }
  }
  return counts;
}

}  // namespace

LayerCounts TableCounts::total() const {
  LayerCounts sum;
  for (const LayerCounts& layer : layers) {
    sum.quiet += layer.quiet;
    sum.values += layer.values;
    sum.stored += layer.stored;
    sum.blocks += layer.blocks;
    sum.blocks_in_memory += layer.blocks_in_memory;
    sum.sections += layer.sections;
  }
  return sum;
}

TableCounts count_table(const StateSpace& space) {
  TableCounts counts;
  counts.open_edges = space.cut().turned().edges() - count_bits(space.cut().start());
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    counts.layers.push_back({.layer = layer});
  }
  for (const auto& [key, seams] : seams_alike(space)) {
    const std::vector<LayerCounts> of_each = counts_by_drawn(space, seams.example);
    for (std::size_t drawn = 0; drawn < seams.all.size(); ++drawn) {
      if (seams.all[drawn] == 0) continue;
      for (std::size_t more = 0; more < of_each.size(); ++more) {
        const LayerCounts& one = of_each[more];
        if (one.quiet == 0) continue;
        LayerCounts& layer =
            counts.layers[drawn + more - static_cast<std::size_t>(space.first_layer())];
        layer.quiet += seams.all[drawn] * one.quiet;
        layer.values += seams.representatives[drawn] * one.values;
        layer.stored += seams.representatives[drawn] * one.stored;
        layer.blocks += seams.representatives[drawn] * one.blocks;
        layer.sections += seams.representatives[drawn] * one.sections;
      }
    }
  }
  for (LayerCounts& layer : counts.layers) {
    if (layer.blocks <= kMostBlocksInMemory) layer.blocks_in_memory = layer.blocks;
  }
  return counts;
}

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
