// How the columns of a section find their sources when edges of the column half's border are drawn.
//
// For a set P of newly drawn border edges, and the classes of members that end there, every column
// has a target column, boxes captured and edges drawn. Columns are taken in chunks, and within a
// chunk in *buckets* of equal (drawn, captured), so that a whole bucket reads one row of one
// section. A bucket is a list of *straight segments*, neighbours that map to neighbours; of
// *patches*, columns near each other whose targets are near each other, too; and of *strays*,
// columns by themselves.
//
// On 2x2, the five columns with two drawn edges under an open border, when the left border edge is
// newly drawn: columns 0 and 1 draw an edge, capture a box and have target 0; columns 2, 3, 4 draw
// nothing and have targets 0, 1, 2. That makes two buckets, (drawn, captured) = (0, 0), whose
// columns would be one straight segment if they were more, and (1, 1).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generator/half/half_table.hpp"
#include "generator/kernels/kernels.hpp"

namespace pipo {

// Where the parts of a bucket begin and end in a map's lists.
struct Bucket {
  std::uint8_t drawn = 0;
  std::int8_t captured = 0;
  std::uint32_t first_segment = 0;
  std::uint32_t end_segment = 0;
  std::uint32_t first_patch = 0;
  std::uint32_t end_patch = 0;
  std::uint32_t first_stray = 0;
  std::uint32_t end_stray = 0;
};

// What a map is for: columns under `border` that draw `newly` and belong to one of `classes`;
// targets are numbered in the mirror image of the new border's list if `mirror`.
struct ColumnMapKey {
  BorderState border = 0;
  BorderState newly = 0;
  bool mirror = false;
  std::vector<bool> classes;

  friend auto operator<=>(const ColumnMapKey&, const ColumnMapKey&) = default;
};

class ColumnMap {
 public:
  // In chunks of this many columns, at most 65536.
  ColumnMap(const HalfTable& half, const ColumnMapKey& key, std::uint32_t chunk_columns);

  // The most edges any of its columns draws.
  int most_drawn() const { return most_drawn_; }

  // Bit d: some column of those with `drawn` drawn edges draws d.
  std::uint32_t drawn_by_columns(int drawn) const { return drawn_by_columns_[drawn]; }

  // The buckets of a chunk of the columns with `drawn` drawn edges.
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
    std::uint32_t target;
    std::uint8_t drawn;
    std::int8_t captured;
  };
  std::vector<Link> links_of_group(const HalfTable& half, const ColumnMapKey& key, int drawn) const;
  // Of a chunk of so many columns.
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
  std::vector<std::uint32_t> drawn_by_columns_;  // [drawn]
  std::vector<std::uint32_t> first_chunk_;       // [drawn]
  std::vector<std::uint32_t> first_bucket_;      // [chunk]; one more entry at the end
  std::vector<Bucket> buckets_;
  std::vector<Segment> segments_;
  std::vector<Patch> patches_;
  std::vector<std::uint16_t> stray_columns_;
  std::vector<std::uint32_t> stray_targets_;
};

}  // namespace pipo
