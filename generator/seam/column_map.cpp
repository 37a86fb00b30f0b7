#include "generator/seam/column_map.hpp"

#include <algorithm>
#include <tuple>

#include "probe/base/count_bits.hpp"
#include "probe/base/narrow.hpp"

namespace pipo {
namespace {

SeamState settle_seam_boxes(const Cut& cut, SeamState seam) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const SeamState box : cut.seam_boxes()) {
      const SeamState open = box & ~seam;
      if (has_single_bit(open)) {
        seam |= open;
        changed = true;
      }
    }
  }
  return seam;
}

int complete_seam_boxes(const Cut& cut, SeamState seam) {
  int complete = 0;
  for (const SeamState box : cut.seam_boxes()) complete += (seam & box) == box;
  return complete;
}

}  // namespace

Closure close_over_seam(const Cut& cut, SeamState seam, SeamState edges, const Returned& lower,
                        const Returned& upper) {
  SeamState now = seam | edges;
  for (bool changed = true; changed;) {
    const SeamState before = now;
    now = settle_seam_boxes(cut, now);
    now |= cut.border_edges(lower[cut.border(now & ~seam, Side::lower)], Side::lower);
    now |= cut.border_edges(upper[cut.border(now & ~seam, Side::upper)], Side::upper);
    changed = now != before;
  }
  Closure closure;
  closure.lower_newly = cut.border(now & ~seam, Side::lower);
  closure.upper_newly = cut.border(now & ~seam, Side::upper);
  closure.seam = now;
  closure.drawn = static_cast<std::uint8_t>(count_bits(now & ~seam));
  closure.captured =
      static_cast<std::int8_t>(complete_seam_boxes(cut, now) - complete_seam_boxes(cut, seam));
  return closure;
}

namespace {

// A vector loop does not pay for shorter runs of neighbours.
constexpr std::size_t kShortestStraightRun = 24;
constexpr std::size_t kFewestOfPatch = 4;

}  // namespace

ColumnMap::ColumnMap(const HalfTable& half, const ColumnMapKey& key, std::uint32_t chunk_columns)
    : chunk_columns_(chunk_columns) {
  const BorderTable& table = half.border(key.border);
  std::vector<std::pair<std::uint32_t, Reached>> pairs;
  for (int drawn = 0; drawn <= half.maximum_drawn(); ++drawn) {
    first_chunk_.push_back(narrow<std::uint32_t>(first_bucket_.size()));
    const std::uint32_t size = table.size(drawn);
    if (size == 0) continue;
    const std::vector<Link> links = links_of_group(half, key, drawn);
    for (const Link& link : links) {
      const std::size_t part = table.part_index(drawn, part_of(link.column, half.part_size()));
      const std::pair reached(static_cast<std::uint32_t>(part), link.reached);
      if (pairs.empty() || pairs.back() != reached) pairs.push_back(reached);
    }
    auto from = links.begin();
    for (std::uint32_t column = 0; column < size; column += chunk_columns_) {
      const auto to = std::find_if(from, links.end(), [&](const Link& link) {
        return link.column >= column + chunk_columns_;
      });
      first_bucket_.push_back(narrow<std::uint32_t>(buckets_.size()));
      add_chunk({from, to}, {column, std::min(chunk_columns_, size - column)});
      from = to;
    }
  }
  first_bucket_.push_back(narrow<std::uint32_t>(buckets_.size()));
  reached_ = ReachedLists(table.parts(), std::move(pairs));
}

// Lists the columns of a group that belong to the map, ascending. A column is listed once for
// itself and once for each of its run-outs that belong to the map.
std::vector<ColumnMap::Link> ColumnMap::links_of_group(const HalfTable& half,
                                                       const ColumnMapKey& key, int drawn) const {
  const BorderTable& table = half.border(key.border);
  const BorderTable& target_table = half.border(key.border | key.newly);
  const auto& reactions = table.reactions[key.newly];
  std::vector<Link> links;
  const auto add = [&](std::uint32_t configuration, std::uint32_t member) {
    if (!key.classes[table.class_of[member]]) return;
    const Reaction& reaction = reactions[member];
    std::uint32_t target = reaction.target;
    if (key.mirror)
      target = target_table.mirrored[target_table.first[drawn + reaction.drawn] + target];
    links.push_back({configuration - table.first[drawn],
                     target % half.part_size(),
                     {reaction.drawn, part_of(target, half.part_size())},
                     reaction.captured});
  };
  for (std::uint32_t i = table.first[drawn]; i < table.first[drawn + 1]; ++i) {
    add(i, i);
    for (std::uint32_t runout = table.first_runout[i]; runout < table.first_runout[i + 1];
         ++runout) {
      add(i, table.runout_member(runout));
    }
  }
  return links;
}

void ColumnMap::add_chunk(std::span<const Link> links, const Chunk& chunk) {
  std::vector<Link> sorted(links.begin(), links.end());
  const auto kind = [](const Link& link) { return std::tuple(link.reached, link.captured); };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Link& a, const Link& b) { return kind(a) < kind(b); });
  for (auto from = sorted.begin(); from != sorted.end();) {
    const auto to = std::find_if(from, sorted.end(),
                                 [&](const Link& link) { return kind(link) != kind(*from); });
    add_bucket({from, to}, chunk);
    from = to;
  }
}

// Returns how many of the first links form a run of neighbours that map to neighbours.
std::size_t ColumnMap::run_length(std::span<const Link> links) {
  std::size_t length = 1;
  while (length < links.size() && links[length].column == links[length - 1].column + 1 &&
         links[length].target == links[length - 1].target + 1) {
    ++length;
  }
  return length;
}

void ColumnMap::add_bucket(std::span<const Link> links, const Chunk& chunk) {
  most_drawn_ = std::max(most_drawn_, int{links.front().reached.drawn});
  Bucket bucket{.reached = links.front().reached, .captured = links.front().captured};
  bucket.first_segment = narrow<std::uint32_t>(segments_.size());
  bucket.first_patch = narrow<std::uint32_t>(patches_.size());
  bucket.first_stray = narrow<std::uint32_t>(stray_columns_.size());
  std::vector<Link> others;
  while (!links.empty()) {
    const std::size_t length = run_length(links);
    if (length >= kShortestStraightRun) {
      segments_.push_back({static_cast<std::uint16_t>(links.front().column - chunk.first_column),
                           static_cast<std::uint16_t>(length), links.front().target});
    } else {
      others.insert(others.end(), links.begin(),
                    links.begin() + static_cast<std::ptrdiff_t>(length));
    }
    links = links.subspan(length);
  }
  add_near(others, chunk);
  bucket.end_segment = narrow<std::uint32_t>(segments_.size());
  bucket.end_patch = narrow<std::uint32_t>(patches_.size());
  bucket.end_stray = narrow<std::uint32_t>(stray_columns_.size());
  buckets_.push_back(bucket);
}

// Groups links into patches, each of as many consecutive links as fit. If too few fit, the first
// one becomes a stray.
void ColumnMap::add_near(std::span<const Link> links, const Chunk& chunk) {
  constexpr std::uint32_t kWidth = 64;
  while (!links.empty()) {
    const std::uint32_t column = links.front().column - chunk.first_column;
    // A patch must not extend beyond its chunk.
    const std::uint32_t start = std::min(column, std::max(chunk.columns, kWidth) - kWidth);
    std::uint32_t least = links.front().target, most = least;
    std::size_t count = 1;
    for (; count < links.size(); ++count) {
      const Link& link = links[count];
      const std::uint32_t low = std::min(least, link.target);
      const std::uint32_t high = std::max(most, link.target);
      if (link.column == links[count - 1].column ||
          link.column - chunk.first_column >= start + kWidth || high >= low + kWidth) {
        break;
      }
      least = low;
      most = high;
    }
    if (count < kFewestOfPatch || chunk.columns < kWidth) {
      stray_columns_.push_back(static_cast<std::uint16_t>(column));
      stray_targets_.push_back(links.front().target);
      links = links.subspan(1);
      continue;
    }
    Patch& patch = patches_.emplace_back(Patch{least, static_cast<std::uint16_t>(start), {}});
    patch.targets.fill(kNoTarget);
    for (const Link& link : links.first(count)) {
      patch.targets[link.column - chunk.first_column - start] =
          static_cast<std::uint8_t>(link.target - least);
    }
    links = links.subspan(count);
  }
}

std::uint64_t ColumnMap::bytes() const {
  return first_chunk_.capacity() * sizeof(std::uint32_t) +
         first_bucket_.capacity() * sizeof(std::uint32_t) + reached_.bytes() +
         buckets_.capacity() * sizeof(Bucket) + segments_.capacity() * sizeof(Segment) +
         patches_.capacity() * sizeof(Patch) + stray_columns_.capacity() * sizeof(std::uint16_t) +
         stray_targets_.capacity() * sizeof(std::uint32_t);
}

}  // namespace pipo
