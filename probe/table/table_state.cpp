#include "probe/table/table_state.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/file/broken_link.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/table/table_folders.hpp"

namespace pipo {
namespace {

namespace fs = std::filesystem;

void check_headers(const fs::path& folder, const Manifest& manifest) {
  for (const ManifestLayer& layer : manifest.layers) {
    if (layer.omitted()) continue;
    const LayerHeader header = check_header_and_index(folder / layer.file);
    if (header.table != manifest.table || manifest_layer(header) != layer) {
      throw_damaged((folder / layer.file).string(),
                    fmt::format("does not match {}", kManifestName));
    }
  }
}

bool finished(const fs::path& path, const TableIdentity& table) {
  try {
    return read_layer_header(path).table == table;
  } catch (const Error&) {
    return false;
  }
}

void count_layers(TableState& state) {
  const int first = count_bits(state.table->start);
  const int last = state.table->board.edges();
  state.layers = last - first + 1;
  for (int layer = first; layer <= last; ++layer) {
    state.finished_layers += finished(state.folder / layer_file_name(layer), *state.table);
  }
}

}  // namespace

TableState table_state(const fs::path& table_folder) {
  TableState state;
  state.folder = table_folder;
  state.table = named_table(table_folder);
  std::error_code error;
  const fs::file_status status = fs::symlink_status(table_folder / kManifestName, error);
  try {
    const bool absent = status.type() == fs::file_type::not_found;
    if (absent && state.table && broken_link(table_folder).empty()) {
      count_layers(state);
      return state;
    }
    Manifest manifest = read_manifest(table_folder);
    state.table = manifest.table;
    check_headers(table_folder, manifest);
    state.manifest = std::move(manifest);
  } catch (const UnreadableTable& failure) {
    state.problem = failure.what();
    state.unreadable = true;
  } catch (const Error& failure) {
    state.problem = failure.what();
  }
  return state;
}

std::vector<TableState> table_states(const fs::path& tables_folder) {
  std::vector<TableState> states;
  for (const fs::path& folder : table_candidates(tables_folder)) {
    states.push_back(table_state(folder));
  }
  return states;
}

}  // namespace pipo
