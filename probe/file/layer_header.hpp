// The header of a layer file: a description of its content, with checksums.
//
//     header       656 bytes; has the places of the other parts
//     blocks       one after the other, in the order in which they were made
//     block index  24 bytes per block
//
// docs/format.md describes every byte. All numbers are little-endian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "pipopipette/table_identity.hpp"
#include "probe/file/histogram.hpp"

namespace pipo {

constexpr std::uint32_t kFormatVersion = 3;
constexpr std::uint32_t kNimstringVersion = 5;  // of layers and manifests of Nimstring; 4 is of
                                                // manifests only
constexpr std::uint32_t kCostVersion = 6;       // of layers and manifests in which the last move
                                                // has a cost
constexpr std::uint32_t kOldestVersion = 3;     // the oldest readable version
constexpr std::size_t kHeaderBytes = 656;

struct LayerHeader {
  TableIdentity table;
  int layer = 0;
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

// Encodes the header. A file begins as unfinished; its header is marked as finished after
// everything else has been written.
enum class Finished : bool { no, yes };
HeaderBytes write_header(const LayerHeader& header, Finished finished);

// Decodes a header. Throws DamagedTable unless it is a finished header of a readable version, and
// NewerTable if its version is newer, or if it has a right checksum and values that only a newer
// version can have written. The messages begin with `file`.
LayerHeader read_header(std::span<const std::byte> bytes, const std::string& file);

// Returns whether the checksum of a header is right, which in every version is its last eight
// bytes.
bool is_whole_header(std::span<const std::byte> bytes);

// Returns the identity of the file, the XXH3-64 of the first 40 bytes of the header: format, board,
// layer, codec, start and block size.
std::uint64_t file_identity(const LayerHeader& header);

}  // namespace pipo
