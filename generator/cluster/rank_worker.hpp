// What every rank does, rank 0 beside its own: the tasks it is given, with the threads and the
// memory that it has.
//
// One thread computes and encodes, one writes, one waits for the disk: who is at one of these
// hinders no other, and messages are answered at once.
#pragma once

#include <atomic>
#include <filesystem>
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

  // Takes up what rank 0 says; does not wait for anything.
  void handle(const MessageBytes& message);

 private:
  template <typename Work>
  JobThread::Job guarded(std::uint32_t attempt, Work work);
  void begin(const Begin& begin);
  void stop();

  Ranks& ranks_;
  const GenerateOptions options_;
  std::atomic<std::uint32_t> attempt_ = 0;  // at hand; 0: none
  std::shared_ptr<RankRun> run_;            // for jobs of the thread that computes
  double idle_before_ = 0;                  // the same thread's time without a job until then
  JobThread computing_;
  JobThread writing_;
  JobThread syncing_;
};

}  // namespace pipo
