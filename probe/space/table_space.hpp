// The content of one table's files: its state space, the rows that the files keep, and the parities
// of values. Writer, reader and checks of a table share one of these.
#pragma once

#include "pipopipette/table_identity.hpp"
#include "probe/space/kept_rows.hpp"
#include "probe/space/parity.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

class TableSpace {
 public:
  explicit TableSpace(const TableIdentity& table);
  TableSpace(const TableSpace&) = delete;
  TableSpace& operator=(const TableSpace&) = delete;

  const TableIdentity& identity() const { return identity_; }
  const StateSpace& states() const { return states_; }
  const KeptRows& kept_rows() const { return kept_rows_; }
  const Parities& parities() const { return parities_; }

  // Maps a set of edges of the turned board to identity().board.
  EdgeSet turn_back(EdgeSet turned) const;

 private:
  TableIdentity identity_;
  StateSpace states_;
  KeptRows kept_rows_;
  Parities parities_;
};

}  // namespace pipo
