// Iterates over all positions stored in a layer of a table, with their values, for example to train
// on them or to check them.
//
//   pipo::StoredPositions stored("tables/3x3", 12);   // 12 edges drawn
//   while (stored.next(drawn, values)) { ... }
//
// A table stores the quiet positions (no box has three sides drawn) that contain its start. Of
// several mirror images it mostly stores one. Of the two outer edges of a corner box the horizontal
// one is always drawn first. Only one thread may use an object at a time. Several objects may read
// the same layer at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "pipopipette/export.h"
#include "pipopipette/table_identity.hpp"

namespace pipo {

class PIPOPIPETTE_API StoredPositions {
 public:
  // Opens a table in its own folder (e.g. tables/3x3). Throws MissingTable, UnreadableTable or
  // DamagedTable as Tables::only does, SystemLimit if too many files are open, and BadInput if the
  // table has no such layer or omits it.
  StoredPositions(const std::filesystem::path& table_folder, int layer);
  ~StoredPositions();
  StoredPositions(StoredPositions&&) noexcept;
  StoredPositions& operator=(StoredPositions&&) noexcept;

  const TableIdentity& table() const;
  int layer() const;

  // Returns the number of stored positions.
  std::uint64_t size() const;

  // Replaces the contents of both vectors by the next positions, at most 65,536: their drawn edges
  // on the table's board, and their margins for the player to move. Returns false, with both
  // vectors empty, at the end. Throws DamagedTable at a damaged block, and again on each later
  // call: the positions after it cannot be reached.
  bool next(std::vector<EdgeSet>& drawn, std::vector<std::int8_t>& values);

  // Returns to the first position.
  void rewind();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace pipo
