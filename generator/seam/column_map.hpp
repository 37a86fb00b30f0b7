// The sources of a section's columns when edges of the column half's border are drawn.
//
// For a set P of newly drawn border edges, and the classes of members for which P is the final set,
// every column has a target column, boxes captured and edges drawn. Columns are split into chunks,
// and each chunk into *buckets* of equal (drawn, part of the target, captured), so that a whole
// bucket reads one row of one tile. A bucket consists of:
//
// - *straight segments*: neighbours that map to neighbours,
// - *patches*: columns near each other whose targets are near each other as well,
// - *strays*: single columns.
//
// On 2x2, take the five columns with two drawn edges under an open border when the left border edge
// is newly drawn. Columns 0 and 1 draw an edge, capture a box and have target 0; columns 2, 3, 4
// draw nothing and have targets 0, 1, 2. That makes two buckets, (drawn, captured) = (0, 0) and (1,
// 1). The columns of the first would be a straight segment if there were more of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generator/half/half_table.hpp"
#include "generator/kernels/kernels.hpp"
#include "probe/space/cut.hpp"

namespace pipo {

// Settling across the seam: the lower half, the seam's own boxes and the upper half react to each
// other in turn until nothing changes.

// The edges that a class of members of a half draws in its border in return: [set of newly drawn
// edges].
using Returned = std::vector<std::uint16_t>;

// The result of settling across the seam.
struct Closure {
  SeamState seam = 0;           // after settling, not merged
  BorderState lower_newly = 0;  // edges drawn in each half's border
  BorderState upper_newly = 0;
  std::int8_t captured = 0;  // boxes of the seam
  std::uint8_t drawn = 0;    // edges of the seam
};

// Draws `edges` and settles. `edges` are open seam bits; 0 if the move is a run-out of one of the
// halves.
Closure close_over_seam(const Cut& cut, SeamState seam, SeamState edges, const Returned& lower,
                        const Returned& upper);

// A bucket; its segments, patches and strays are index ranges in the map's lists.
struct Bucket {
  Reached reached;  // targets count from the first configuration of this part
  std::int8_t captured = 0;
  std::uint32_t first_segment = 0;
  std::uint32_t end_segment = 0;
  std::uint32_t first_patch = 0;
  std::uint32_t end_patch = 0;
  std::uint32_t first_stray = 0;
  std::uint32_t end_stray = 0;
};

// The key of a map: columns under `border` that draw `newly` and belong to one of `classes`. With
// `mirror`, targets are numbered as in the list of the new border's mirror image.
struct ColumnMapKey {
  BorderState border = 0;
  BorderState newly = 0;
  bool mirror = false;
  std::vector<bool> classes;

  friend auto operator<=>(const ColumnMapKey&, const ColumnMapKey&) = default;
};

class ColumnMap {
 public:
  // Splits the columns into chunks of `chunk_columns`, at most 65536, which divide the size of
  // parts if there are several.
  ColumnMap(const HalfTable& half, const ColumnMapKey& key, std::uint32_t chunk_columns);

  // The most edges that any column of the map draws.
  int most_drawn() const { return most_drawn_; }

  // Returns the parts that the columns of a part reach, by BorderTable::part_index().
  std::span<const Reached> reached(std::size_t part) const { return reached_.list(part); }

  // The buckets of a chunk of the columns with `drawn` drawn edges; chunks count from the first of
  // these columns.
  std::span<const Bucket> buckets(int drawn, std::uint32_t chunk) const {
    const std::uint32_t at = first_chunk_[drawn] + chunk;
    return {buckets_.data() + first_bucket_[at], buckets_.data() + first_bucket_[at + 1]};
  }
  ColumnLinks links(const Bucket& bucket) const {
    return {.straight = {segments_.data() + bucket.first_segment,
                         segments_.data() + bucket.end_segment},
            .patches = {patches_.data() + bucket.first_patch, patches_.data() + bucket.end_patch},
            .stray_columns = stray_columns_.data() + bucket.first_stray,
            .stray_targets = stray_targets_.data() + bucket.first_stray,
            .strays = bucket.end_stray - bucket.first_stray};
  }

  std::uint64_t bytes() const;

 private:
  struct Link {
    std::uint32_t column;  // in its group
    std::uint32_t target;  // in its part
    Reached reached;
    std::int8_t captured;
  };
  std::vector<Link> links_of_group(const HalfTable& half, const ColumnMapKey& key, int drawn) const;
  // A range of columns of one group.
  struct Chunk {
    std::uint32_t first_column;
    std::uint32_t columns;
  };
  void add_chunk(std::span<const Link> links, const Chunk& chunk);
  static std::size_t run_length(std::span<const Link> links);
  void add_near(std::span<const Link> links, const Chunk& chunk);
  void add_bucket(std::span<const Link> links, const Chunk& chunk);

  std::uint32_t chunk_columns_;
  int most_drawn_ = 0;
  ReachedLists reached_;
  std::vector<std::uint32_t> first_chunk_;   // [drawn]
  std::vector<std::uint32_t> first_bucket_;  // [chunk]; one more entry at the end
  std::vector<Bucket> buckets_;
  std::vector<Segment> segments_;
  std::vector<Patch> patches_;
  std::vector<std::uint16_t> stray_columns_;
  std::vector<std::uint32_t> stray_targets_;
};

}  // namespace pipo
