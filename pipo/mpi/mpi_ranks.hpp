// Ranks that are the processes of an MPI job. Only this class knows MPI.
//
// Only the thread that created the object calls MPI, since not every installation allows calls from
// several threads; messages of other threads wait for it. Between messages it sleeps, to leave the
// cores to the work.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>

#include "generator/cluster/ranks.hpp"

namespace pipo {

class MpiRanks : public Ranks {
 public:
  // Initializes and finalizes MPI; one object per process.
  MpiRanks(int& argc, char**& argv);
  ~MpiRanks() override;
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const override { return rank_; }
  int count() const override { return count_; }
  void send(int to, MessageBytes message) override;
  std::optional<Incoming> receive(std::chrono::milliseconds wait) override;

  // The number of ranks on this machine, which share its memory and its cores.
  int count_here() const { return count_here_; }

 private:
  struct Outgoing;

  void send_what_waits();
  void forget_sent();
  std::optional<Incoming> take_arrived();

  int rank_ = 0;
  int count_ = 1;
  int count_here_ = 1;
  std::unique_ptr<Outgoing> outgoing_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<int, MessageBytes>> to_send_;
  std::deque<Incoming> own_;  // from this rank to itself
};

}  // namespace pipo
