// Runs the tasks that every rank is dealt, rank 0 included, with the rank's threads and memory.
//
// One thread computes and encodes, one writes, and one syncs. None holds up another, and messages
// are answered at once.
#pragma once

#include <atomic>
#include <memory>

#include "generator/cluster/job_thread.hpp"
#include "generator/cluster/messages.hpp"
#include "generator/cluster/ranks.hpp"
#include "generator/run/generate.hpp"

namespace pipo {

class RankRun;

class RankWorker {
 public:
  // `ranks` must outlive the worker.
  RankWorker(Ranks& ranks, const GenerateOptions& options);
  ~RankWorker();
  RankWorker(const RankWorker&) = delete;
  RankWorker& operator=(const RankWorker&) = delete;

  // Handles a message without waiting for anything.
  void handle(const MessageBytes& message);

 private:
  template <typename Work>
  JobThread::Job guarded(std::uint32_t attempt, Work work);
  void begin(const Begin& begin);
  void stop();

  Ranks& ranks_;
  const GenerateOptions options_;
  std::atomic<std::uint32_t> attempt_ = 0;  // the current attempt; 0: none
  std::shared_ptr<RankRun> run_;            // used by jobs of computing_
  double idle_before_ = 0;                  // computing_'s idle seconds before this attempt
  JobThread computing_;
  JobThread writing_;
  JobThread syncing_;
};

}  // namespace pipo
