// The work of several ranks, cut into tasks that one rank does at a time.
//
// A task computes and encodes whole rows of tiles that follow each other in the order of work, none
// of which is a source of another: one row of several tiles, or rows of one tile, enough to be
// worth a message. A row whose tiles and sources do not fit into memory together is a task of
// several steps. So a section that is divided is the work of several ranks.
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
  std::vector<int> layers = {};          // of the targets, each once
  std::vector<TileNumber> sources = {};  // of all steps, each once
  // Its first section begins in the previous task, so the encoder needs the state that the previous
  // task leaves.
  bool continues = false;
  std::uint64_t values = 0;      // to be computed
  std::uint64_t most_bytes = 0;  // of memory, for the targets so far and one step's sources
};

class TaskList {
 public:
  // Covers the layers for which `to_make` is true. Every rank has at least `budget` bytes of memory
  // for values.
  TaskList(const SweepTables& tables, const Tiling& tiles, const std::vector<bool>& to_make,
           std::uint64_t budget, int ranks);

  const std::vector<RankTask>& tasks() const { return tasks_; }
  const Tiling& tiles() const { return *tiles_; }

  // The tasks that a tile is a source of, ascending.
  std::span<const std::uint32_t> users(TileNumber tile) const {
    return std::span(users_).subspan(first_user_[tile], first_user_[tile + 1] - first_user_[tile]);
  }

  std::uint64_t values() const { return values_; }  // of all tasks

 private:
  void add(Step step);
  void note_users();

  const Tiling* tiles_;
  std::vector<RankTask> tasks_;
  std::vector<std::uint64_t> first_user_;  // [tile]
  std::vector<std::uint32_t> users_;
  std::uint64_t values_ = 0;
};

}  // namespace pipo
