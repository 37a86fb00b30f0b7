#include "pipo/mpi/mpi_ranks.hpp"

#include <mpi.h>

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>

#include "probe/base/operating_system.hpp"

namespace pipo {
namespace {

// The delay until a message is seen: much shorter than a task, and much longer than a poll takes.
// It begins short, since messages tend to follow each other.
constexpr std::chrono::microseconds kShortestSleep(10);
constexpr std::chrono::microseconds kLongestSleep(500);

constexpr int kMessage = 0;  // the tag of all messages

// Timeout for the other ranks at the end; syncing a file cannot be interrupted.
constexpr std::chrono::minutes kLongestEnd(10);

// The largest message in bytes, since MPI counts in int; longer ones are refused.
constexpr std::size_t kMostBytes = 0x7fffffff;

}  // namespace

// Messages that MPI still reads, and their requests.
struct MpiRanks::Outgoing {
  std::vector<MessageBytes> bytes;
  std::vector<MPI_Request> requests;
  std::vector<int> done;
};

MpiRanks::MpiRanks(int& argc, char**& argv) : outgoing_(std::make_unique<Outgoing>()) {
  sleep_precisely();
  int given = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
  if (given < MPI_THREAD_FUNNELED)
    throw std::runtime_error(
        "this MPI library does not support threads (MPI_THREAD_FUNNELED); use another");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &count_here_);
  MPI_Comm_free(&here);
}

// Ends together with all ranks. Until then it receives and drops messages, because a rank whose
// message is not received would wait for ever.
MpiRanks::~MpiRanks() {
  send_what_waits();
  MPI_Request everybody = MPI_REQUEST_NULL;
  bool own_arrived = false;
  const auto latest = std::chrono::steady_clock::now() + kLongestEnd;
  for (int done = 0; done == 0;) {
    if (std::chrono::steady_clock::now() > latest) MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    while (take_arrived()) continue;
    forget_sent();
    if (!own_arrived && outgoing_->requests.empty()) {
      MPI_Ibarrier(MPI_COMM_WORLD, &everybody);
      own_arrived = true;
    }
    if (own_arrived) MPI_Test(&everybody, &done, MPI_STATUS_IGNORE);
    if (done == 0) std::this_thread::sleep_for(kLongestSleep);
  }
  while (take_arrived()) continue;
  MPI_Finalize();
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
    MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, kMessage, MPI_COMM_WORLD,
              &outgoing_->requests.emplace_back());
    outgoing_->bytes.push_back(std::move(bytes));
  }
  forget_sent();
}

void MpiRanks::forget_sent() {
  auto& [bytes, requests, done] = *outgoing_;
  if (requests.empty()) return;
  done.resize(requests.size());
  int count = 0;
  MPI_Testsome(static_cast<int>(requests.size()), requests.data(), &count, done.data(),
               MPI_STATUSES_IGNORE);
  if (count <= 0) return;
  for (int i = 0; i < count; ++i)
    bytes[static_cast<std::size_t>(done[static_cast<std::size_t>(i)])].clear();
  std::erase_if(bytes, [](const MessageBytes& message) { return message.empty(); });
  std::erase(requests, MPI_REQUEST_NULL);
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
