// Ranks that are the processes of an MPI job. Only this class, and its signs of life, know MPI.
//
// The thread that created the object calls MPI; messages of other threads wait for it. Between
// messages it sleeps, to leave the cores to the work. If MPI allows calls from several threads,
// some more receive large tiles, and another one notices ranks that are gone.
//
// A rank that fetches values sends a request with a unique tag. The holder sends the values with
// this tag, from their place straight to the other's memory, after a message with their hash; or an
// empty message if it has none. Every request is answered, even at the end, so no transfer is left
// unfinished.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "generator/cluster/ranks.hpp"
#include "pipo/mpi/signs_of_life.hpp"

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
  void fetch(int holder, const Fetch& fetch, std::int8_t* to, Arrived arrived) override;
  void set_lend(Lend lend) override { lend_ = std::move(lend); }

  // The number of ranks on this machine, which share its memory and its cores.
  int count_here() const { return count_here_; }

  // Sets after how many seconds without a sign of life from another rank this one ends the job.
  void set_patience(double seconds);

 private:
  struct Request;
  struct Hash;
  struct Outgoing {
    int to = 0;
    int tag = 0;
    MessageBytes bytes = {};
  };
  // Values to be sent to a rank that has requested them.
  struct Lending {
    int to = 0;
    int tag = 0;
    std::uint64_t bytes = 0;
    LentTile lent = {};
  };
  // Values that have been requested.
  struct Coming {
    std::int8_t* to = nullptr;
    std::uint64_t bytes = 0;
    std::uint64_t hash = 0;
    Arrived arrived = {};
  };
  struct Transfers;
  struct Arriving;

  bool advance(std::optional<Incoming>& message);
  void send_what_waits();
  bool end_transfers();
  bool take_arrived(std::optional<Incoming>& message);
  void answer(int asker, const Request& request);
  void begin_to_lend(const Lending& lending);
  void begin_to_send(int to, int tag, MessageBytes bytes);
  void receive_values(const Arriving& arriving);
  void run_receiver();
  bool idle();
  void meet();
  void note(int from);

  int rank_ = 0;
  int count_ = 1;
  int count_here_ = 1;
  int largest_tag_ = 32767;  // that every MPI allows; most allow more
  Lend lend_;
  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::deque<Outgoing> to_send_;
  std::deque<Lending> to_lend_;
  std::deque<Incoming> own_;      // from this rank to itself
  int last_tag_;                  // of values
  std::map<int, Coming> coming_;  // [tag]
  std::unique_ptr<Transfers> transfers_;
  std::deque<Arriving> arriving_;  // large values, for receivers_
  std::size_t receiving_ = 0;      // of them, or just taken from there
  std::condition_variable some_arriving_;
  bool ended_ = false;
  std::vector<std::thread> receivers_;
  std::unique_ptr<SignsOfLife> signs_;  // if MPI allows calls from several threads
};

}  // namespace pipo
