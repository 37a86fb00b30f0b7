#include "pipo/mpi/mpi_ranks.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "generator/cluster/messages.hpp"
#include "generator/sweep/loaded_tiles.hpp"
#include "probe/base/operating_system.hpp"

namespace pipo {
namespace {

// The delay until a message is seen: much shorter than a task, and much longer than a poll takes.
// It begins short, since messages tend to follow each other. MPI may need polls to move values.
constexpr std::chrono::microseconds kShortestSleep(10);
constexpr std::chrono::microseconds kLongestSleepBesideTransfers(100);
constexpr std::chrono::microseconds kLongestSleep(500);

// Tags, after that of signs of life: of messages, of requests for values, of hashes and of values.
// Values that a rank has requested at the same time have different tags.
constexpr int kMessage = SignsOfLife::kTag + 1;
constexpr int kRequest = kMessage + 1;
constexpr int kHash = kRequest + 1;
constexpr int kFirstValues = kHash + 1;

// The most threads that receive values, and the least size of these values in bytes.
constexpr unsigned kMostReceivers = 4;
constexpr std::uint64_t kLargeValues = std::uint64_t{1} << 20;

// Everything is sent as lines of this many bytes, because MPI counts in int. The last line of
// values may reach into the slack behind the tile; that of a message is padded, which its reader
// ignores.
constexpr int kLine = kTileSlack;

int lines(std::uint64_t bytes) {
  return static_cast<int>((bytes + kLine - 1) / kLine);
}

MPI_Datatype line_type() {
  static const MPI_Datatype type = [] {
    MPI_Datatype line = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(kLine, MPI_BYTE, &line);
    MPI_Type_commit(&line);
    return line;
  }();
  return type;
}

}  // namespace

struct MpiRanks::Request {
  Fetch fetch = {};
  int tag = 0;
};

struct MpiRanks::Hash {
  int tag = 0;
  std::uint64_t hash = 0;
};

// Transfers that MPI has begun, and what is to be done when they end.
struct MpiRanks::Transfers {
  std::vector<MPI_Request> requests = {};
  std::vector<std::function<void()>> ends = {};
  std::vector<int> done = {};
};

// Values that another rank has begun to send.
struct MpiRanks::Arriving {
  int from = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  int lines = 0;
  Coming coming = {};
};

MpiRanks::MpiRanks(int& argc, char**& argv)
    : last_tag_(kHash), transfers_(std::make_unique<Transfers>()) {
  sleep_precisely();
  int given = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
  if (given < MPI_THREAD_FUNNELED)
    throw std::runtime_error(
        "this MPI library does not support threads (MPI_THREAD_FUNNELED); use another");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
  const bool threads = given == MPI_THREAD_MULTIPLE && count_ > 1;
  if (threads) signs_ = std::make_unique<SignsOfLife>(rank_, count_);
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &count_here_);
  MPI_Comm_free(&here);
  const int* largest = nullptr;
  int known = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&largest), &known);
  if (known != 0) largest_tag_ = *largest;
  line_type();
  const unsigned cores = std::thread::hardware_concurrency() / static_cast<unsigned>(count_here_);
  if (!threads || cores < 2) return;
  for (unsigned i = 0; i < std::min(cores, kMostReceivers); ++i)
    receivers_.emplace_back([this] { run_receiver(); });
}

// Ends together with all ranks. Rank 0 may still read the finished files for hours.
MpiRanks::~MpiRanks() {
  meet();
  if (signs_) {
    while (!signs_->end()) std::this_thread::sleep_for(kLongestSleep);
    meet();
    signs_.reset();
  }
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  some_arriving_.notify_all();
  for (std::thread& receiver : receivers_) receiver.join();
  MPI_Datatype line = line_type();
  MPI_Type_free(&line);
  MPI_Finalize();
}

// Returns when all ranks have called it. Until then it drops messages and answers requests, because
// a rank that still sends or fetches would wait for ever.
void MpiRanks::meet() {
  MPI_Request everybody = MPI_REQUEST_NULL;
  bool own_arrived = false;
  for (int done = 0; done == 0 || !idle();) {
    std::optional<Incoming> dropped;
    if (advance(dropped)) continue;
    if (!own_arrived && idle()) {
      MPI_Ibarrier(MPI_COMM_WORLD, &everybody);
      own_arrived = true;
    }
    if (own_arrived && done == 0) MPI_Test(&everybody, &done, MPI_STATUS_IGNORE);
    std::this_thread::sleep_for(kLongestSleep);
  }
}

void MpiRanks::set_patience(double seconds) {
  if (signs_) signs_->set_patience(seconds);
}

void MpiRanks::note(int from) {
  if (signs_) signs_->note(from);
}

bool MpiRanks::idle() {
  const std::lock_guard lock(mutex_);
  return to_send_.empty() && to_lend_.empty() && coming_.empty() && receiving_ == 0 &&
         transfers_->requests.empty();
}

void MpiRanks::send(int to, MessageBytes message) {
  {
    const std::lock_guard lock(mutex_);
    if (to == rank_) {
      own_.push_back({rank_, std::move(message)});
    } else {
      to_send_.push_back({to, kMessage, std::move(message)});
    }
  }
  changed_.notify_one();
}

void MpiRanks::fetch(int holder, const Fetch& fetch, std::int8_t* to, Arrived arrived) {
  {
    const std::lock_guard lock(mutex_);
    if (coming_.size() > static_cast<std::size_t>(largest_tag_) / 2)
      throw std::length_error("a rank fetches too many tiles");
    do {
      last_tag_ = last_tag_ >= largest_tag_ ? kFirstValues : last_tag_ + 1;
    } while (coming_.contains(last_tag_));
    coming_[last_tag_] = {.to = to, .bytes = fetch.bytes, .arrived = std::move(arrived)};
    const Request request{.fetch = fetch, .tag = last_tag_};
    to_send_.push_back({holder, kRequest, MessageWriter().put(request).take()});
  }
  changed_.notify_one();
}

void MpiRanks::send_what_waits() {
  const std::lock_guard lock(mutex_);
  for (auto& [to, tag, bytes] : to_send_) begin_to_send(to, tag, std::move(bytes));
  to_send_.clear();
  for (const Lending& lending : to_lend_) begin_to_lend(lending);
  to_lend_.clear();
}

// The caller must hold the lock.
void MpiRanks::begin_to_send(int to, int tag, MessageBytes bytes) {
  const int count = lines(bytes.size());
  bytes.resize(static_cast<std::size_t>(count) * kLine);
  const auto sent = std::make_shared<const MessageBytes>(std::move(bytes));
  MPI_Isend(sent->data(), count, line_type(), to, tag, MPI_COMM_WORLD,
            &transfers_->requests.emplace_back());
  transfers_->ends.emplace_back([sent] {});
}

void MpiRanks::answer(int asker, const Request& request) {
  const auto reply = [this, asker, request](const LentTile& lent) {
    {
      const std::lock_guard lock(mutex_);
      to_lend_.push_back({asker, request.tag, request.fetch.bytes, lent});
    }
    changed_.notify_one();
  };
  if (lend_) return lend_(request.fetch, reply);
  reply({});
}

// The hash arrives first, because MPI keeps the order of messages that one probe may find. The
// caller must hold the lock.
void MpiRanks::begin_to_lend(const Lending& lending) {
  const auto& [to, tag, bytes, lent] = lending;
  begin_to_send(to, kHash, MessageWriter().put(Hash{.tag = tag, .hash = lent.hash}).take());
  MPI_Isend(lent.values, lent.values == nullptr ? 0 : lines(bytes), line_type(), to, tag,
            MPI_COMM_WORLD, &transfers_->requests.emplace_back());
  transfers_->ends.emplace_back([owner = lent.owner] {});
}

// Returns whether a transfer has ended.
bool MpiRanks::end_transfers() {
  std::vector<std::function<void()>> ended;
  {
    const std::lock_guard lock(mutex_);
    auto& [requests, ends, done] = *transfers_;
    if (requests.empty()) return false;
    done.resize(requests.size());
    int count = 0;
    MPI_Testsome(static_cast<int>(requests.size()), requests.data(), &count, done.data(),
                 MPI_STATUSES_IGNORE);
    if (count <= 0) return false;
    for (int i = 0; i < count; ++i)
      ended.push_back(
          std::exchange(ends[static_cast<std::size_t>(done[static_cast<std::size_t>(i)])], {}));
    std::erase_if(ends, [](const auto& end) { return !end; });
    std::erase(requests, MPI_REQUEST_NULL);
  }
  for (const auto& end : ended) end();
  return true;
}

// Takes a message, a request or values. Returns false if none has arrived.
bool MpiRanks::take_arrived(std::optional<Incoming>& message) {
  {
    const std::lock_guard lock(mutex_);
    if (!own_.empty()) {
      message = std::move(own_.front());
      own_.pop_front();
      return true;
    }
  }
  int there = 0;
  MPI_Message arrived = MPI_MESSAGE_NULL;
  MPI_Status status;
  MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &arrived, &status);
  if (there == 0) return false;
  note(status.MPI_SOURCE);
  if (status.MPI_TAG == SignsOfLife::kTag) {
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    MPI_Mrecv(name.data(), static_cast<int>(name.size()), MPI_CHAR, &arrived, MPI_STATUS_IGNORE);
    return true;
  }
  if (status.MPI_TAG >= kFirstValues) {
    Arriving arriving{.from = status.MPI_SOURCE, .message = arrived};
    MPI_Get_count(&status, line_type(), &arriving.lines);
    std::unique_lock lock(mutex_);
    arriving.coming = std::move(coming_.extract(status.MPI_TAG).mapped());
    ++receiving_;
    if (!receivers_.empty() && arriving.coming.bytes >= kLargeValues) {
      arriving_.push_back(std::move(arriving));
      some_arriving_.notify_one();
    } else {
      lock.unlock();
      receive_values(arriving);
    }
    return true;
  }
  int count = 0;
  MPI_Get_count(&status, line_type(), &count);
  Incoming incoming{.from = status.MPI_SOURCE,
                    .bytes = MessageBytes(static_cast<std::size_t>(count) * kLine)};
  MPI_Mrecv(incoming.bytes.data(), count, line_type(), &arrived, MPI_STATUS_IGNORE);
  if (status.MPI_TAG == kMessage) {
    message = std::move(incoming);
  } else if (status.MPI_TAG == kRequest) {
    answer(incoming.from, MessageReader(incoming.bytes).get<Request>());
  } else {
    const auto [tag, hash] = MessageReader(incoming.bytes).get<Hash>();
    const std::lock_guard lock(mutex_);
    coming_.at(tag).hash = hash;
  }
  return true;
}

// Begins to receive values into their place; with shared memory, MPI copies them at once.
void MpiRanks::receive_values(const Arriving& arriving) {
  MPI_Message message = arriving.message;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Imrecv(arriving.coming.to, arriving.lines, line_type(), &message, &request);
  const std::lock_guard lock(mutex_);
  transfers_->requests.push_back(request);
  transfers_->ends.emplace_back(
      [this, from = arriving.from, coming = arriving.coming, there = arriving.lines > 0] {
        note(from);
        coming.arrived(there ? std::optional(coming.hash) : std::nullopt);
      });
  --receiving_;
}

void MpiRanks::run_receiver() {
  std::unique_lock lock(mutex_);
  while (true) {
    some_arriving_.wait(lock, [this] { return ended_ || !arriving_.empty(); });
    if (ended_) return;
    const Arriving arriving = std::move(arriving_.front());
    arriving_.pop_front();
    lock.unlock();
    receive_values(arriving);
    changed_.notify_one();
    lock.lock();
  }
}

// Advances messages and transfers as far as possible. Returns false if none could advance.
bool MpiRanks::advance(std::optional<Incoming>& message) {
  send_what_waits();
  const bool ended = end_transfers();
  return take_arrived(message) || ended;
}

std::optional<Incoming> MpiRanks::receive(std::chrono::milliseconds wait) {
  const auto end = std::chrono::steady_clock::now() + wait;
  std::chrono::microseconds sleep = kShortestSleep;
  while (true) {
    std::optional<Incoming> message;
    const bool some = advance(message);
    if (message) return message;
    if (std::chrono::steady_clock::now() >= end) return std::nullopt;
    if (some) {
      sleep = kShortestSleep;
      continue;
    }
    std::unique_lock lock(mutex_);
    const bool transfers = !transfers_->requests.empty() || !coming_.empty();
    changed_.wait_for(lock, sleep,
                      [this] { return !to_send_.empty() || !to_lend_.empty() || !own_.empty(); });
    sleep = std::min(2 * sleep, transfers ? kLongestSleepBesideTransfers : kLongestSleep);
  }
}

}  // namespace pipo
