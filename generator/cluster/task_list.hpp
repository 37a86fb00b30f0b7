// The work of several ranks, cut into tasks that one rank does at a time.
//
// A task computes some consecutive sections in the order of work, none of which is a source of
// another: enough to be worth a message. A section whose sources do not fit into memory together is
// a task of several steps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generator/sweep/step_plan.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

struct RankTask {
  std::vector<Step> steps = {};
  std::vector<TileNumber> targets = {};
  std::uint64_t values = 0;      // to be computed
  std::uint64_t most_bytes = 0;  // of memory, for one step's targets and sources
};

class TaskList {
 public:
  // Covers the layers for which `made` is true. Every rank has at least `budget` bytes of memory
  // for values.
  TaskList(const SweepTables& tables, const LoadedTiles& sections, const std::vector<bool>& made,
           std::uint64_t budget, int ranks);

  const std::vector<RankTask>& tasks() const { return tasks_; }
  const LoadedTiles& sections() const { return *sections_; }

  // The tasks that a section is a source of, ascending.
  std::span<const std::uint32_t> users(TileNumber section) const {
    return std::span(users_).subspan(first_user_[section],
                                     first_user_[section + 1] - first_user_[section]);
  }

  std::uint64_t values() const { return values_; }  // of all tasks

 private:
  void note_users();

  const LoadedTiles* sections_;
  std::vector<RankTask> tasks_;
  std::vector<std::uint64_t> first_user_;  // [section]
  std::vector<std::uint32_t> users_;
  std::uint64_t values_ = 0;
};

}  // namespace pipo
