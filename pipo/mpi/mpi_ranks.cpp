#include "pipo/mpi/mpi_ranks.hpp"

#include <mpi.h>

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>

namespace pipo {
namespace {

// So long a message may lie before it is seen: much less than a task takes, and much more than a
// look costs. Where messages come, more are likely.
constexpr std::chrono::microseconds kShortestSleep(20);
constexpr std::chrono::microseconds kLongestSleep(500);

// Tags: of messages, and of the last one of a rank, which says nothing else.
constexpr int kMessage = 0;
constexpr int kLastWord = 1;

// Of a message, as MPI counts: longer ones are refused.
constexpr std::size_t kMostBytes = 0x7fffffff;

}  // namespace

struct MpiRanks::Outgoing {
  MessageBytes bytes;
  MPI_Request request = MPI_REQUEST_NULL;
};

MpiRanks::MpiRanks(int& argc, char**& argv) {
  int given = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
  if (given < MPI_THREAD_FUNNELED)
    throw std::runtime_error("this MPI cannot be used by a process with threads");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &count_here_);
  MPI_Comm_free(&here);
}

// Ends when everybody does. What is still on its way to rank 0 is taken and forgotten there, or who
// has sent it would wait for ever.
MpiRanks::~MpiRanks() {
  send_what_waits();
  if (rank_ == 0) {
    take_last_words();
  } else {
    MPI_Send(nullptr, 0, MPI_BYTE, 0, kLastWord, MPI_COMM_WORLD);
  }
  for (Outgoing& out : on_the_way_) MPI_Wait(&out.request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}

void MpiRanks::take_last_words() {
  MessageBytes message;
  for (int there = 0, ended = 1; ended < count_;) {
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (there == 0) {
      std::this_thread::sleep_for(kLongestSleep);
      continue;
    }
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    message.resize(static_cast<std::size_t>(bytes));
    MPI_Recv(message.data(), bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    ended += status.MPI_TAG == kLastWord ? 1 : 0;
  }
}

void MpiRanks::send(int to, MessageBytes message) {
  {
    const std::lock_guard lock(mutex_);
    if (to == rank_) {
      own_.push_back({rank_, std::move(message)});
    } else {
      to_send_.emplace_back(to, std::move(message));
    }
  }
  changed_.notify_one();
}

void MpiRanks::send_what_waits() {
  std::deque<std::pair<int, MessageBytes>> messages;
  {
    const std::lock_guard lock(mutex_);
    messages.swap(to_send_);
  }
  for (auto& [to, bytes] : messages) {
    if (bytes.size() > kMostBytes) throw std::length_error("a message between ranks is too long");
    Outgoing& out = on_the_way_.emplace_back(Outgoing{.bytes = std::move(bytes)});
    MPI_Isend(out.bytes.data(), static_cast<int>(out.bytes.size()), MPI_BYTE, to, kMessage,
              MPI_COMM_WORLD, &out.request);
  }
  on_the_way_.remove_if([](Outgoing& out) {
    int done = 0;
    MPI_Test(&out.request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
}

std::optional<Incoming> MpiRanks::take_arrived() {
  {
    const std::lock_guard lock(mutex_);
    if (!own_.empty()) {
      Incoming message = std::move(own_.front());
      own_.pop_front();
      return message;
    }
  }
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, kMessage, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return std::nullopt;
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  Incoming message{.from = status.MPI_SOURCE,
                   .bytes = MessageBytes(static_cast<std::size_t>(bytes))};
  MPI_Recv(message.bytes.data(), bytes, MPI_BYTE, status.MPI_SOURCE, kMessage, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

std::optional<Incoming> MpiRanks::receive(std::chrono::milliseconds wait) {
  const auto end = std::chrono::steady_clock::now() + wait;
  std::chrono::microseconds sleep = kShortestSleep;
  while (true) {
    send_what_waits();
    if (auto message = take_arrived()) return message;
    if (std::chrono::steady_clock::now() >= end) return std::nullopt;
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, sleep, [this] { return !to_send_.empty() || !own_.empty(); });
    sleep = std::min(2 * sleep, kLongestSleep);
  }
}

}  // namespace pipo
