// The content of one table's files: its state space, the rows that the files keep, the entries that
// are don't-care, and the parities of values. Writer, reader and checks of a table share one of
// these.
#pragma once

#include <memory>
#include <mutex>

#include "pipopipette/table_identity.hpp"
#include "probe/space/dont_care_entries.hpp"
#include "probe/space/kept_rows.hpp"
#include "probe/space/parity.hpp"
#include "probe/space/state_space.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {

class TableSpace {
 public:
  TableSpace(const TableIdentity& table, Thinning thinning);
  TableSpace(const TableSpace&) = delete;
  TableSpace& operator=(const TableSpace&) = delete;

  const TableIdentity& identity() const { return identity_; }
  Thinning thinning() const { return thinning_; }
  const StateSpace& states() const { return states_; }
  const KeptRows& kept_rows() const { return kept_rows_; }
  const Parities& parities() const { return parities_; }

  // Built on the first call, since probing does not need it. Any thread may call this.
  const DontCareEntries& dont_care() const;

  // Maps a set of edges of the turned board to identity().board.
  EdgeSet turn_back(EdgeSet turned) const;

 private:
  TableIdentity identity_;
  Thinning thinning_;
  StateSpace states_;
  KeptRows kept_rows_;
  Parities parities_;
  mutable std::once_flag dont_care_made_;
  mutable std::unique_ptr<const DontCareEntries> dont_care_;
};

}  // namespace pipo
