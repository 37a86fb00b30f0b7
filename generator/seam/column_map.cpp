#include "generator/seam/column_map.hpp"

#include <algorithm>
#include <tuple>

namespace pipo {
namespace {

// Shorter runs of neighbours than this are cheaper to gather than to start a vector loop for.
constexpr std::size_t kShortestStraightRun = 12;

}  // namespace

ColumnMap::ColumnMap(const HalfTable& half, const ColumnMapKey& key) {
  const LineTable& table = half.line(key.line);
  for (int drawn = 0; drawn <= half.maximum_drawn(); ++drawn) {
    first_chunk_.push_back(static_cast<std::uint32_t>(first_bucket_.size()));
    const std::uint32_t size = table.size(drawn);
    if (size == 0) continue;
    const std::vector<Link> links = links_of_group(half, key, drawn);
    auto from = links.begin();
    for (std::uint32_t column = 0; column < size; column += kChunkColumns) {
      const auto to = std::find_if(from, links.end(), [&](const Link& link) {
        return link.column >= column + kChunkColumns;
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
  const LineTable& table = half.line(key.line);
  const LineTable& target_table = half.line(key.line | key.newly);
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
  std::vector<Segment> straight;
  std::vector<Segment> gathered;
  bool open = false;  // may the last gathered segment be continued by the next column?
  for (std::size_t i = 0; i < links.size();) {
    std::size_t run = 1;
    while (i + run < links.size() && links[i + run].column == links[i].column + run &&
           links[i + run].target == links[i].target + run) {
      ++run;
    }
    const auto start = static_cast<std::uint16_t>(links[i].column - first_column);
    if (run >= kShortestStraightRun) {
      straight.push_back({start, static_cast<std::uint16_t>(run), links[i].target});
      open = false;
    } else {
      const bool adjoins = open && gathered.back().start + gathered.back().length == start;
      if (!adjoins) gathered.push_back({start, 0, static_cast<std::uint32_t>(targets_.size())});
      for (std::size_t j = i; j < i + run; ++j) targets_.push_back(links[j].target);
      gathered.back().length = static_cast<std::uint16_t>(gathered.back().length + run);
      open = true;
    }
    i += run;
  }
  Bucket bucket{links.front().drawn, links.front().captured, 0, 0, 0};
  bucket.first_straight = static_cast<std::uint32_t>(segments_.size());
  segments_.insert(segments_.end(), straight.begin(), straight.end());
  bucket.first_gathered = static_cast<std::uint32_t>(segments_.size());
  segments_.insert(segments_.end(), gathered.begin(), gathered.end());
  bucket.end = static_cast<std::uint32_t>(segments_.size());
  buckets_.push_back(bucket);
}

std::uint64_t ColumnMap::bytes() const {
  return first_chunk_.capacity() * sizeof(std::uint32_t) +
         first_bucket_.capacity() * sizeof(std::uint32_t) + buckets_.capacity() * sizeof(Bucket) +
         segments_.capacity() * sizeof(Segment) + targets_.capacity() * sizeof(std::uint32_t);
}

}  // namespace pipo
