// Signs of life between ranks, so that a job ends when a machine or a link between two is gone.
//
// TCP waits for a quarter of an hour before it gives up a connection, and a rank that has nothing
// to send would wait for ever. So each rank regularly sends its machine's name to each other one.
// MPI confirms it when the other process has taken it. A rank that confirms nothing for too long is
// silent: then this one says so and ends the whole job.
//
// A thread does this, because the thread of the messages may write to a slow disk, read files for
// hours, or be inside a call of MPI that does not return. So it must not wait for any other thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace pipo {

class SignsOfLife {
 public:
  // The tag of these messages. A message with it that arrives elsewhere may be dropped.
  static constexpr int kTag = 0;

  // MPI must allow calls from several threads.
  SignsOfLife(int rank, int count);
  // All ranks must have called end(), and then have met.
  ~SignsOfLife();
  SignsOfLife(const SignsOfLife&) = delete;
  SignsOfLife& operator=(const SignsOfLife&) = delete;

  // Sets after how many seconds a rank is silent.
  void set_patience(double seconds) { patience_ = seconds; }

  // Records that something of another rank has arrived. Any thread.
  void note(int rank);

  // Sends no more. Returns whether the other ranks have taken all that was sent.
  bool end();

 private:
  struct Peer;

  void run();
  void look();
  void expect(int rank);
  void report(int silent) const;
  std::string name(int rank) const;

  const int rank_;
  const std::string machine_;
  std::atomic<double> patience_;
  std::vector<std::unique_ptr<Peer>> peers_;  // null: this rank
  std::mutex mutex_;                          // guards requests and names in peers_, and all below
  std::condition_variable changed_;
  double looked_;         // when look() was called last
  bool ended_ = false;    // nothing is sent any more
  bool leaving_ = false;  // the thread ends
  std::thread thread_;
};

}  // namespace pipo
