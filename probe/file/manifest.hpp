// manifest.json: what a finished table consists of. It is written last; a folder without it is no
// table yet.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/table_identity.hpp"
#include "probe/file/histogram.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {

struct ManifestLayer {
  int layer = 0;
  std::string file;          // name inside the folder
  std::uint64_t stored = 0;  // values in the file
  std::uint64_t bytes = 0;   // of the file
  std::uint64_t content_hash = 0;
  Histogram values;

  friend bool operator==(const ManifestLayer&, const ManifestLayer&) = default;
};

// What the manifest says of a file with this header.
ManifestLayer manifest_layer(const LayerHeader& header);

struct Manifest {
  TableIdentity table;
  int value = 0;  // of the start position
  Thinning thinning = Thinning::triangles;
  std::uint64_t positions = 0;        // quiet, outer edges merged, before mirror images, all layers
  std::vector<ManifestLayer> layers;  // ascending, without gaps, from the start to the full board
  std::uint64_t content_hash = 0;     // combined_hash of the layers'
  double seconds = 0;                 // it took to generate
  int threads = 0;
  std::string date;  // of generation, UTC, ISO 8601

  std::uint64_t stored() const;  // all layers
  std::uint64_t bytes() const;   // all layer files
  double bits_per_value() const;

  friend bool operator==(const Manifest&, const Manifest&) = default;
};

// The text of manifest.json.
std::string manifest_text(const Manifest& manifest);

// Reads it back. Throws DamagedTable, beginning with `file`, if it is malformed in any way or
// contradicts itself, NewerTable if it is of a newer version.
Manifest parse_manifest(std::string_view text, const std::string& file);

// Reads `folder`/manifest.json. Throws MissingTable if there is none, UnreadableTable if it may not
// be read, else as parse_manifest.
Manifest read_manifest(const std::filesystem::path& folder);

// Throws DamagedTable if what a folder holds is not the table it is named after.
void require_table(const std::filesystem::path& folder, const TableIdentity& held,
                   const TableIdentity& named);

}  // namespace pipo
