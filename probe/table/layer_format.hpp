// The head of a layer's file: what the file holds, and how to tell that it is whole.
//
//     header       656 bytes; says where everything else is
//     blocks       one after the other, in order
//     block index  24 bytes a block
//
// docs/format.md draws every byte. All numbers are little-endian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "probe/table/table_name.hpp"
#include "probe/table/thinning.hpp"

namespace pipo {

constexpr std::uint32_t kFormatVersion = 2;
constexpr std::uint32_t kOldestVersion = 1;  // that can still be read: Thinning::rows
constexpr std::size_t kHeaderBytes = 656;
constexpr std::size_t kIndexEntryBytes = 24;
constexpr int kMaximumMargin = 32;

// How the bytes of a block give its values; see block_codec.hpp.
enum class Codec : std::uint8_t { packed_zstd = 1, referenced_zstd = 2 };

// How many of the stored values are -32, -31, ... 32. Every entry that is not blank counts once.
class Histogram {
 public:
  static constexpr int kSize = 2 * kMaximumMargin + 1;

  std::uint64_t& operator[](int margin) {
    return counts_[static_cast<std::size_t>(margin + kMaximumMargin)];
  }
  std::uint64_t operator[](int margin) const {
    return counts_[static_cast<std::size_t>(margin + kMaximumMargin)];
  }
  std::uint64_t total() const;
  void add(const Histogram& other);

  friend bool operator==(const Histogram&, const Histogram&) = default;

 private:
  std::array<std::uint64_t, kSize> counts_{};
};

struct LayerHeader {
  TableIdentity table;
  int layer = 0;
  Codec codec = Codec::referenced_zstd;
  Thinning thinning = Thinning::triangles;  // rows: written as version 1, the others as version 2
  std::uint32_t tile_rows = 0;
  std::uint32_t tile_columns = 0;
  std::uint64_t sections = 0;
  std::uint64_t blocks = 0;
  std::uint64_t stored = 0;
  std::uint64_t index_offset = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t index_checksum = 0;
  std::uint64_t content_hash = 0;
  Histogram values;

  friend bool operator==(const LayerHeader&, const LayerHeader&) = default;
};

struct IndexEntry {
  std::uint64_t offset = 0;  // of the block, from the start of the file
  std::uint32_t bytes = 0;   // of the block in the file
  std::uint32_t values = 0;  // its entries, blank or not
  // XXH3-64 of its bytes, seeded with the file's identity plus the block's number.
  std::uint64_t checksum = 0;

  friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

using HeaderBytes = std::array<std::byte, kHeaderBytes>;

// The header as bytes. A file begins as unfinished; the mark is set when everything else is
// written.
enum class Finished : bool { no, yes };
HeaderBytes write_header(const LayerHeader& header, Finished finished);

// Reads it back. Throws DamagedTable, beginning with `file`, unless it is a finished header of this
// version.
LayerHeader read_header(std::span<const std::byte> bytes, const std::string& file);

// A number for what the file is: the XXH3-64 of those bytes of the header that say so.
std::uint64_t file_identity(const LayerHeader& header);

// Throws DamagedTable: "FILE: WHAT; copy the file again or generate the table anew".
[[noreturn]] void throw_damaged(const std::string& file, const std::string& what);

std::vector<std::byte> write_index(std::span<const IndexEntry> index);
std::vector<IndexEntry> read_index(std::span<const std::byte> bytes);

std::uint64_t block_checksum(std::span<const std::byte> block, std::uint64_t identity,
                             std::uint64_t number);
std::uint64_t index_checksum(std::span<const std::byte> index, std::uint64_t identity);

}  // namespace pipo
