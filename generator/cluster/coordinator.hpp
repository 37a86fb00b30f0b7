// Rank 0's coordination of all ranks, besides its own share of the work. It deals the tasks, gives
// each encoded run of sections its place in its file, in the order in which one process would write
// it, and ends the files.
#pragma once

#include <cstdint>
#include <filesystem>
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
#include "generator/run/generate_by.hpp"
#include "generator/writer/layer_stream.hpp"
#include "generator/writer/layer_writer.hpp"

namespace pipo {

// Rank 0's connections to all ranks.
struct RankLinks {
  Ranks& ranks;
  std::function<void(int rank, const MessageBytes&)> tell;
  std::vector<std::string> names;  // "rank 1 on node17"
};

// One attempt to make the missing layers of a table.
class Coordinator {
 public:
  // All must outlive this.
  Coordinator(const RankLinks& links, std::uint32_t attempt, TableRemains& found,
              const GenerateOptions& options, const std::filesystem::path& folder);
  Coordinator(const Coordinator&) = delete;
  Coordinator& operator=(const Coordinator&) = delete;

  // Throws what goes wrong on any rank; finished layers stay.
  RunResult run();

  // How the ranks spent their time, by rank.
  const std::vector<RankTimes>& times() const { return times_; }

 private:
  // A layer that is being made or has been made.
  struct Layer {
    std::unique_ptr<LayerStream> stream = {};
    LayerLayout layout;
    std::shared_ptr<const std::vector<IndexEntry>> index = {};
    std::uint64_t file = 0;                 // inode
    std::vector<std::uint32_t> tasks = {};  // tasks with sections of it, in order
    std::size_t placed = 0;                 // of these tasks
    std::size_t written = 0;                // of these tasks
    std::map<std::uint32_t, std::pair<int, EncodedRun>> waiting = {};  // encoded, but not placed;
                                                                       // [task]: rank and its run
    std::vector<bool> ranks = {};                                      // that have written to it
    int syncing = 0;                                                   // ranks that are syncing it
  };

  void begin();
  void make();
  void deal_out();
  void send_task(int rank, const DealtTask& dealt);
  SectionPlace place_of(SectionNumber section) const;
  std::optional<Incoming> receive();
  void handle(const Incoming& message);
  [[noreturn]] void fail(const Failure& failure) const;
  void take_encoded(int rank, const MessageBytes& message);
  void place_what_can_be(int number);
  void take_written(const Place& place);
  void take_synced(const Place& place);
  void begin_layers();
  Layer& begun(int number);
  std::vector<SectionKey> keys_of(std::uint32_t task, int layer) const;
  bool kept(int layer) const { return found_.kept[static_cast<std::size_t>(layer)].has_value(); }
  void tell_all(const MessageBytes& message) const;
  int start_value();
  void report(int layer);

  const RankLinks& links_;
  std::uint32_t attempt_;
  TableRemains& found_;
  const GenerateOptions& options_;
  std::filesystem::path folder_;
  LoadedSections sections_;
  std::unique_ptr<const TaskList> tasks_;
  std::unique_ptr<Dealer> dealer_;
  std::map<int, Layer> layers_;
  LayerWriter writer_;
  std::vector<std::optional<ManifestLayer>> written_;  // [layer]
  std::vector<RankTimes> times_;
  int layers_left_ = 0;
  bool more_to_deal_ = true;  // since tasks were last dealt
  int on_the_way_ = 0;        // places assigned and files being synced, not yet confirmed
  GenerateProgress progress_;
  double began_;
};

}  // namespace pipo
