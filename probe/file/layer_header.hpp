// The head of a layer's file: what the file holds, and how to tell that it is whole.
//
//     header       656 bytes; says where everything else is
//     blocks       one after the other, in the order in which they were made
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

#include "pipopipette/table_identity.hpp"
#include "probe/codec/packed_block.hpp"
#include "probe/file/histogram.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {

constexpr std::uint32_t kFormatVersion = 3;
constexpr std::uint32_t kOldestVersion = 1;  // that can still be read
constexpr std::size_t kHeaderBytes = 656;

struct LayerHeader {
  TableIdentity table;
  std::uint32_t version = kFormatVersion;  // 1: Thinning::rows; 2: the others; 3: any
  int layer = 0;
  Codec codec = Codec::referenced_zstd;
  Thinning thinning = Thinning::triangles;
  std::uint32_t block_rows = 0;
  std::uint32_t block_columns = 0;
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

using HeaderBytes = std::array<std::byte, kHeaderBytes>;

// The header as bytes. A file begins as unfinished; the mark is set when everything else is
// written.
enum class Finished : bool { no, yes };
HeaderBytes write_header(const LayerHeader& header, Finished finished);

// Reads it back. Throws DamagedTable, beginning with `file`, unless it is a finished header of a
// version known here; NewerTable if it is of a newer one.
LayerHeader read_header(std::span<const std::byte> bytes, const std::string& file);

// A number for what the file is: the XXH3-64 of those bytes of the header that say so.
std::uint64_t file_identity(const LayerHeader& header);

}  // namespace pipo
