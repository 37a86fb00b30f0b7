// All positions of a layer that stand in a table's files, with their values: for learning from
// them, or for checking them.
//
//   pipo::StoredPositions stored("tables/3x3", 12);   // 12 edges drawn
//   while (stored.next(drawn, values)) { ... }
//
// Stored are quiet positions (no box has three sides drawn) that contain the table's start; of
// mirror images mostly one, of the two edges of a corner box always the horizontal one first. One
// object is for one thread at a time; several may go through the same layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "pipopipette/export.h"
#include "pipopipette/table_identity.hpp"

namespace pipo {

class PIPOPIPETTE_API StoredPositions {
 public:
  // Opens a table's own folder. Throws MissingTable, UnreadableTable or DamagedTable as
  // Tables::only does,
  // NoSpace if too many files are open, and BadInput if the table has no such layer.
  StoredPositions(const std::filesystem::path& table_folder, int layer);
  ~StoredPositions();
  StoredPositions(StoredPositions&&) noexcept;
  StoredPositions& operator=(StoredPositions&&) noexcept;

  const TableIdentity& table() const;
  int layer() const;

  // How many there are.
  std::uint64_t size() const;

  // The next of them, at most 65,536: drawn edges on the table's board, and the margins for the
  // player to move. False, and nothing, once there are no more. Throws DamagedTable, and does so
  // again when asked again: what stands behind a damaged block is not given.
  bool next(std::vector<EdgeSet>& drawn, std::vector<std::int8_t>& values);

  // Begins anew.
  void rewind();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace pipo
