// How the columns of a section find their sources when edges of the column half's line are drawn.
//
// For a set P of newly drawn line edges, and the classes of members that end there, every column
// has a target column, boxes captured and edges drawn. Columns are taken in chunks, and within a
// chunk in *buckets* of equal (drawn, captured), so that a whole bucket reads one row of one
// section. A bucket is a list of *segments*: neighbours that map to neighbours, or neighbours whose
// targets are listed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generator/half/half_table.hpp"

namespace pipo {

// Columns are processed this many at a time; a multiple of 64.
constexpr std::uint32_t kChunkColumns = 256;

struct Segment {
  std::uint16_t start;  // first column, counted from the chunk's first
  std::uint16_t length;
  std::uint32_t source;  // the first target column, or where the targets stand in gathered()
};

struct Bucket {
  std::uint8_t drawn;
  std::int8_t captured;
  std::uint32_t
      first_straight;  // segments first_straight .. first_gathered: neighbours to neighbours
  std::uint32_t first_gathered;  // first_gathered .. end: targets listed
  std::uint32_t end;
};

// What a map is for: columns under `line` that draw `newly` and belong to one of `classes`; targets
// are numbered in the mirror image of the new line's list if `mirror`.
struct ColumnMapKey {
  LineState line = 0;
  LineState newly = 0;
  bool mirror = false;
  std::vector<bool> classes;

  friend auto operator<=>(const ColumnMapKey&, const ColumnMapKey&) = default;
};

class ColumnMap {
 public:
  ColumnMap(const HalfTable& half, const ColumnMapKey& key);

  // The buckets of a chunk of the columns with `drawn` drawn edges.
  std::span<const Bucket> buckets(int drawn, std::uint32_t chunk) const {
    const std::uint32_t at = first_chunk_[drawn] + chunk;
    return {buckets_.data() + first_bucket_[at], buckets_.data() + first_bucket_[at + 1]};
  }
  std::span<const Segment> straight(const Bucket& bucket) const {
    return {segments_.data() + bucket.first_straight, segments_.data() + bucket.first_gathered};
  }
  std::span<const Segment> gathered(const Bucket& bucket) const {
    return {segments_.data() + bucket.first_gathered, segments_.data() + bucket.end};
  }
  const std::uint32_t* targets(const Segment& segment) const {
    return targets_.data() + segment.source;
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
  void add_chunk(std::span<const Link> links, std::uint32_t first_column);
  void add_bucket(std::span<const Link> links, std::uint32_t first_column);

  std::vector<std::uint32_t> first_chunk_;   // [drawn]
  std::vector<std::uint32_t> first_bucket_;  // [chunk]; one more entry at the end
  std::vector<Bucket> buckets_;
  std::vector<Segment> segments_;
  std::vector<std::uint32_t> targets_;
};

}  // namespace pipo
