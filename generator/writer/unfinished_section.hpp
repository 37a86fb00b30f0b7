// The state that an encoder keeps of a section whose rows have not all come yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "probe/file/content_hash.hpp"

namespace pipo {

struct UnfinishedSection {
  std::optional<StreamedHash> hash = {};  // of the rows so far

  // Copies of stored rows at the end of the rows so far: fewer than a block has, to be encoded with
  // the next ones. Tiles begin with a row of blocks, unless only some of the rows are stored
  // (kept_rows.hpp).
  std::vector<std::uint32_t> carried = {};  // their numbers, ascending
  std::vector<std::int8_t> values = {};     // row by row, all columns

  // Returns an entry of a carried row, followed by the rest of the row.
  const std::int8_t* at(std::uint32_t row, std::uint32_t column, std::uint32_t columns) const;
};

}  // namespace pipo
