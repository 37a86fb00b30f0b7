// Rank 0's coordination of all ranks, besides its own share of the work. It deals the tasks, and
// writes each encoded run of rows to its file, in the order in which one process would write it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generator/cluster/dealer.hpp"
#include "generator/cluster/messages.hpp"
#include "generator/cluster/ranks.hpp"
#include "generator/cluster/task_list.hpp"
#include "generator/run/table_in_progress.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

// Rank 0's connections to all ranks.
struct RankLinks {
  Ranks& ranks;
  std::function<void(int rank, const MessageBytes&)> tell;
  std::function<SweepTables()> tables;  // those of rank 0, once it is ready
  std::vector<std::string> names;       // "rank 1 on node17"
};

// One attempt to make the missing layers of a table.
class Coordinator {
 public:
  // `links` and `table` must outlive this. No two attempts have the same number.
  Coordinator(const RankLinks& links, std::uint32_t attempt, TableInProgress& table,
              std::uint32_t part_size);

  // Makes the missing layers, and returns how many values were read back. Throws the failure of any
  // rank.
  std::uint64_t run();

  // How the ranks spent their time, by rank.
  const std::vector<RankTimes>& times() const { return times_; }

 private:
  // A layer that is being made or has been made.
  struct Layer {
    LayerLayout layout;
    std::optional<BlockIndex> index = {};
    std::uint64_t file = 0;                            // inode
    std::vector<std::uint32_t> tasks = {};             // tasks with tiles of it, in order
    std::size_t written = 0;                           // of these tasks
    std::map<std::uint32_t, EncodedRun> waiting = {};  // [task]: encoded, but not written
  };

  void begin();
  void make();
  void deal_out();
  void send_task(int rank, DealtTask task);
  TileBlocks place_of(TileNumber tile) const;
  std::optional<Incoming> receive();
  void handle(const Incoming& message);
  void take_encoded(int rank, const MessageBytes& message);
  void write_what_can_be(int number);
  void begin_layers();
  const StateSpace& states() const { return table_.space().states(); }
  void tell_all(const MessageBytes& message) const;
  double waiting() const;

  const RankLinks& links_;
  std::uint32_t attempt_;
  TableInProgress& table_;
  Tiling tiles_;
  std::unique_ptr<const TaskList> tasks_;
  std::unique_ptr<Dealer> dealer_;
  std::map<int, Layer> layers_;
  std::vector<RankTimes> times_;
  int layers_left_ = 0;
  bool more_to_deal_ = true;  // since tasks were last dealt
};

}  // namespace pipo
