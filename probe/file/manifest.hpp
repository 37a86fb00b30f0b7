// manifest.json, the description of a finished table. It is written last; a folder without it is
// not yet a table.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/table_identity.hpp"
#include "probe/file/histogram.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/space/kept_layers.hpp"

namespace pipo {

// The version of manifests of tables that omit layers, unless the last move has a cost. Other
// manifests have kFormatVersion, so that older readers know them.
constexpr std::uint32_t kOmittingVersion = 4;

struct ManifestLayer {
  int layer = 0;
  std::string file;          // name inside the folder; empty if the table omits the layer
  std::uint64_t stored = 0;  // values that the layer's file has, or had
  std::uint64_t bytes = 0;   // size of the file; 0 if the layer is omitted
  std::uint64_t content_hash = 0;
  Histogram values;

  bool omitted() const { return file.empty(); }

  friend bool operator==(const ManifestLayer&, const ManifestLayer&) = default;
};

// Returns the entry of the same layer in a table that omits it.
ManifestLayer without_file(ManifestLayer layer);

// Returns the manifest's entry for a file with this header.
ManifestLayer manifest_layer(const LayerHeader& header);

struct Manifest {
  TableIdentity table;
  int value = 0;  // of the start position; of Nimstring the nim-value, or kLoony
  // Quiet positions with merged outer edges in all layers; mirror images count separately.
  std::uint64_t positions = 0;
  std::vector<ManifestLayer> layers;  // ascending, without gaps, from the start to the full board
  std::uint64_t content_hash = 0;     // combined_hash of the layers' hashes
  double seconds = 0;                 // time taken to generate the table
  int threads = 0;
  std::string date;  // of generation, UTC, ISO 8601

  KeptLayers kept() const;       // the layers that are not omitted
  std::uint64_t stored() const;  // in all kept layers
  std::uint64_t bytes() const;   // of all layer files
  double bits_per_value() const;

  friend bool operator==(const Manifest&, const Manifest&) = default;
};

// Returns the text of manifest.json.
std::string manifest_text(const Manifest& manifest);

// Reads the text of manifest.json. Throws DamagedTable if it is malformed in any way, contradicts
// itself or is of a version that is no longer read, NewerTable if its version is newer or its game
// unknown. The messages begin
// with `file`.
Manifest parse_manifest(std::string_view text, const std::string& file);

// Reads `folder`/manifest.json. Throws MissingTable if there is none, UnreadableTable if this
// process may not read it, and what parse_manifest throws.
Manifest read_manifest(const std::filesystem::path& folder);

// Throws DamagedTable unless a folder holds the table that it is named after.
void require_table(const std::filesystem::path& folder, const TableIdentity& held,
                   const TableIdentity& named);

}  // namespace pipo
