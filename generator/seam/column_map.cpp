#include "generator/seam/column_map.hpp"

#include <algorithm>
#include <tuple>

namespace pipo {
namespace {

// Shorter runs of neighbours are not worth starting a vector loop for.
constexpr std::uint32_t kShortestStraightRun = 12;
constexpr std::uint32_t kShortestGatheredRun = 8;

}  // namespace

ColumnMap::ColumnMap(const HalfTable& half, const ColumnMapKey& key, std::uint32_t chunk_columns)
    : chunk_columns_(chunk_columns) {
  const BorderTable& table = half.border(key.border);
  for (int drawn = 0; drawn <= half.maximum_drawn(); ++drawn) {
    first_chunk_.push_back(static_cast<std::uint32_t>(first_bucket_.size()));
    drawn_by_columns_.push_back(0);
    const std::uint32_t size = table.size(drawn);
    if (size == 0) continue;
    const std::vector<Link> links = links_of_group(half, key, drawn);
    for (const Link& link : links) drawn_by_columns_.back() |= 1U << link.drawn;
    auto from = links.begin();
    for (std::uint32_t column = 0; column < size; column += chunk_columns_) {
      const auto to = std::find_if(from, links.end(), [&](const Link& link) {
        return link.column >= column + chunk_columns_;
      });
      first_bucket_.push_back(static_cast<std::uint32_t>(buckets_.size()));
      add_chunk({from, to}, column);
      from = to;
    }
  }
  first_bucket_.push_back(static_cast<std::uint32_t>(buckets_.size()));
}

// The columns of a group that belong to the map, ascending; a column with several run-outs comes as
// often.
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
    links.push_back(
        {configuration - table.first[drawn], target, reaction.drawn, reaction.captured});
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

void ColumnMap::add_chunk(std::span<const Link> links, std::uint32_t first_column) {
  std::vector<Link> sorted(links.begin(), links.end());
  const auto kind = [](const Link& link) { return std::tuple(link.drawn, link.captured); };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Link& a, const Link& b) { return kind(a) < kind(b); });
  for (auto from = sorted.begin(); from != sorted.end();) {
    const auto to = std::find_if(from, sorted.end(),
                                 [&](const Link& link) { return kind(link) != kind(*from); });
    add_bucket({from, to}, first_column);
    from = to;
  }
}

void ColumnMap::add_bucket(std::span<const Link> links, std::uint32_t first_column) {
  // Cut into runs of neighbouring columns whose targets are neighbours, too.
  std::vector<Run> runs;
  for (const Link& link : links) {
    const std::uint32_t column = link.column - first_column;
    if (!runs.empty() && runs.back().column + runs.back().length == column &&
        runs.back().target + runs.back().length == link.target) {
      ++runs.back().length;
    } else {
      runs.push_back({column, 1, link.target});
    }
  }
  most_drawn_ = std::max(most_drawn_, int{links.front().drawn});
  Bucket bucket{.drawn = links.front().drawn, .captured = links.front().captured};
  bucket.first_straight = static_cast<std::uint32_t>(segments_.size());
  for (const Run& run : runs) {
    if (run.length < kShortestStraightRun) continue;
    segments_.push_back({static_cast<std::uint16_t>(run.column),
                         static_cast<std::uint16_t>(run.length), run.target});
  }
  bucket.first_gathered = static_cast<std::uint32_t>(segments_.size());
  bucket.first_stray = static_cast<std::uint32_t>(stray_columns_.size());
  std::erase_if(runs, [](const Run& run) { return run.length >= kShortestStraightRun; });
  for (auto from = runs.begin(); from != runs.end();) {
    auto to = from + 1;
    while (to != runs.end() && to->column == to[-1].column + to[-1].length) ++to;
    add_neighbours({from, to});
    from = to;
  }
  bucket.end_segment = static_cast<std::uint32_t>(segments_.size());
  bucket.end_stray = static_cast<std::uint32_t>(stray_columns_.size());
  buckets_.push_back(bucket);
}

// Runs that adjoin each other, too short to be straight segments.
void ColumnMap::add_neighbours(std::span<const Run> runs) {
  const std::uint32_t length = runs.back().column + runs.back().length - runs.front().column;
  const bool gathered = length >= kShortestGatheredRun;
  if (gathered) {
    segments_.push_back({static_cast<std::uint16_t>(runs.front().column),
                         static_cast<std::uint16_t>(length),
                         static_cast<std::uint32_t>(targets_.size())});
  }
  for (const Run& run : runs) {
    for (std::uint32_t i = 0; i < run.length; ++i) {
      if (gathered) {
        targets_.push_back(run.target + i);
      } else {
        stray_columns_.push_back(static_cast<std::uint16_t>(run.column + i));
        stray_targets_.push_back(run.target + i);
      }
    }
  }
}

std::uint64_t ColumnMap::bytes() const {
  return first_chunk_.capacity() * sizeof(std::uint32_t) +
         first_bucket_.capacity() * sizeof(std::uint32_t) + buckets_.capacity() * sizeof(Bucket) +
         segments_.capacity() * sizeof(Segment) + targets_.capacity() * sizeof(std::uint32_t);
}

}  // namespace pipo
