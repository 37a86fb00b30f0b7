// Tables for tests, made from values of the oracle instead of the sweep.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "generator/writer/layer_writer.hpp"
#include "pipopipette/position.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/state_space.hpp"
#include "tests/oracle/flat_table.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo {

// The value of every position of a small board, computed once per process.
const oracle::FlatTable& oracle_of(const Board& board, LastMoveCost last_move_cost = 0);

// The margin of a position of the board (as named, rows <= columns).
using Values = std::function<int(EdgeSet drawn)>;
Values oracle_values(const Board& board);

// The dense matrix of a section.
std::vector<std::int8_t> dense_section(const StateSpace& space, const TableIdentity& table,
                                       const SectionKey& key, const Values& values);

// Writes all sections of a layer: dense matrices, row by row.
ManifestLayer write_layer(LayerWriter& writer, const StateSpace& space, int layer,
                          const std::function<const std::int8_t*(const SectionKey&)>& values);

// Writes a whole table with its manifest to `tables`/<its name>, and returns that folder.
std::filesystem::path write_table(const std::filesystem::path& tables, const TableIdentity& table,
                                  const Values& values);

}  // namespace pipo
