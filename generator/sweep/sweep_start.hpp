// The tables that every sweep of a board starts from: those of its halves and the plans of its
// seams.
#pragma once

#include <cstdint>
#include <memory>

#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

class SweepStart {
 public:
  // `space` must outlive this. `poll` may throw. Sections are divided into tiles of `part_size`
  // rows and columns.
  explicit SweepStart(const StateSpace& space, TableGame game = TableGame::dots_and_boxes,
                      const Poll& poll = {}, std::uint32_t part_size = kUndivided);

  const StateSpace& space() const { return space_; }
  std::uint32_t part_size() const { return lower_->part_size(); }
  SweepTables tables() const {
    return {space_, *lower_, upper_ ? *upper_ : *lower_, *plans_, game_, 0};
  }

  // Bytes of memory held, and an estimate of them before construction.
  std::uint64_t bytes() const;
  static std::uint64_t expected_bytes(const StateSpace& space);

 private:
  const StateSpace& space_;
  TableGame game_;
  std::unique_ptr<const HalfTable> lower_;
  std::unique_ptr<const HalfTable> upper_;  // null if the halves are alike
  std::unique_ptr<const SeamPlans> plans_;
};

}  // namespace pipo
