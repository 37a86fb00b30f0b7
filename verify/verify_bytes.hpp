// Checks a table against its own checksums, histograms and hashes.
#pragma once

#include <cstdint>
#include <functional>

#include "probe/table/table.hpp"

namespace pipo {

// Reads every byte of a table and checks each block's checksum and sizes, each layer's histogram
// and content hash, and the manifest's value of the start and number of positions. Throws
// DamagedTable, which names the wrong file (and block), the one of the lowest layer. `progress` is
// called for each finished layer, by one thread at a time. `threads` = 0: as many as there are
// cores.
struct BytesReport {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t blocks = 0;
  std::uint64_t values = 0;
};
BytesReport verify_bytes(const Table& table, const std::function<void(int layer)>& progress = {},
                         unsigned threads = 0);

}  // namespace pipo
