// Writes the file of a layer: cuts sections into blocks, encodes them in parallel, hashes what they
// say.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "probe/table/kept_rows.hpp"
#include "probe/table/layer_format.hpp"
#include "probe/table/manifest.hpp"
#include "probe/table/parity.hpp"
#include "probe/table/state_space.hpp"

namespace pipo {

// What was written: an entry of the manifest.
using LayerReport = ManifestLayer;

// The values of a canonical section: a dense matrix, row by row, StateSpace::rows x
// StateSpace::columns. Called from many threads at once; the memory must stay until write()
// returns.
using SectionValues = std::function<const std::int8_t*(const SectionKey&)>;

class LayerWriter {
 public:
  // `space` must outlive the writer; `board` and `start` as given to it. The folder must exist.
  LayerWriter(const StateSpace& space, const TableIdentity& table, std::filesystem::path folder);

  // Writes layer-NN.pipo under a temporary name, syncs and renames it. The bytes do not depend on
  // the number of threads. May be called for several layers at once, and inside a task: while it
  // waits, the calling thread takes up no other work. Throws NoSpace if the file cannot be written,
  // and leaves nothing behind.
  LayerReport write(int layer, const SectionValues& section) const;

 private:
  const StateSpace* space_;
  TableIdentity table_;
  std::filesystem::path folder_;
  KeptRows kept_;
  Parities parities_;
};

// Writes `folder`/manifest.json, which makes the table complete. Throws NoSpace.
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace pipo
