#include "pipo/mpi/signs_of_life.hpp"

#include <fmt/core.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <utility>

#include "generator/run/generate.hpp"
#include "probe/base/error_kinds.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {
namespace {

using Name = std::array<char, MPI_MAX_PROCESSOR_NAME>;

// Returns the seconds from a sign that has been taken to the next one.
double between_signs(double patience) {
  return std::min(10.0, patience / 10);
}

// The other ranks wait longer than rank 0, so that only one reports a rank that all of them miss.
constexpr double kSecondsAfterRankZero = 10;

Name machine_name() {
  Name name{};
  int length = 0;
  MPI_Get_processor_name(name.data(), &length);
  name.back() = '\0';
  return name;
}

}  // namespace

// The signs to and from another rank.
struct SignsOfLife::Peer {
  MPI_Request sent = MPI_REQUEST_NULL;
  MPI_Request coming = MPI_REQUEST_NULL;
  Name arriving = {};
  Name machine = {};  // empty until a sign has arrived
  double next = 0;    // when to send
  double since = 0;   // when the sign that is not confirmed was sent
  std::atomic<double> heard = 0;
};

// The analyzer looks for the end of each request in the function that begins it.
// NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker)

SignsOfLife::SignsOfLife(int rank, int count)
    : rank_(rank),
      machine_(machine_name().data()),
      patience_(GenerateOptions{}.patience),
      looked_(steady_seconds()) {
  for (int i = 0; i < count; ++i) {
    peers_.push_back(i == rank ? nullptr : std::make_unique<Peer>());
    if (i != rank) expect(i);
  }
  thread_ = std::thread([this] { run(); });
}

SignsOfLife::~SignsOfLife() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  changed_.notify_one();
  thread_.join();
  for (const auto& peer : peers_) {
    if (!peer) continue;
    MPI_Cancel(&peer->coming);
    MPI_Wait(&peer->coming, MPI_STATUS_IGNORE);
  }
}

void SignsOfLife::note(int rank) {
  if (const auto& peer = peers_[static_cast<std::size_t>(rank)]) peer->heard = steady_seconds();
}

bool SignsOfLife::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  look();
  return std::ranges::all_of(
      peers_, [](const auto& peer) { return !peer || peer->sent == MPI_REQUEST_NULL; });
}

void SignsOfLife::run() {
  std::unique_lock lock(mutex_);
  while (!leaving_) {
    look();
    changed_.wait_for(lock, std::chrono::duration<double>(between_signs(patience_) / 10));
  }
}

// Takes and sends signs, and ends the job if a rank is silent. The caller must hold the lock.
void SignsOfLife::look() {
  const double now = steady_seconds();
  // Then this process was stopped, and the others may have confirmed everything meanwhile.
  const bool paused = now - std::exchange(looked_, now) > patience_ / 2;
  for (int rank = 0; rank < static_cast<int>(peers_.size()); ++rank) {
    if (rank == rank_) continue;
    Peer& peer = *peers_[static_cast<std::size_t>(rank)];
    int done = 0;
    MPI_Test(&peer.coming, &done, MPI_STATUS_IGNORE);
    if (done != 0) {
      peer.heard = now;
      peer.machine = peer.arriving;
      expect(rank);
    }
    if (paused) peer.heard = now;
    done = 0;
    if (peer.sent != MPI_REQUEST_NULL) MPI_Test(&peer.sent, &done, MPI_STATUS_IGNORE);
    if (done != 0) {
      peer.heard = now;
      peer.next = now + between_signs(patience_);
    }
    if (peer.sent == MPI_REQUEST_NULL) {
      if (ended_ || now < peer.next) continue;
      MPI_Issend(machine_.c_str(), static_cast<int>(machine_.size()) + 1, MPI_CHAR, rank, kTag,
                 MPI_COMM_WORLD, &peer.sent);
      peer.since = now;
    } else if (now - std::max<double>(peer.since, peer.heard) >
               patience_ + (rank_ > 0 ? kSecondsAfterRankZero : 0)) {
      report(rank);
    }
  }
}

void SignsOfLife::expect(int rank) {
  Peer& peer = *peers_[static_cast<std::size_t>(rank)];
  MPI_Irecv(peer.arriving.data(), static_cast<int>(peer.arriving.size()), MPI_CHAR, rank, kTag,
            MPI_COMM_WORLD, &peer.coming);
}

// NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)

std::string SignsOfLife::name(int rank) const {
  const std::string machine =
      rank == rank_ ? machine_ : peers_[static_cast<std::size_t>(rank)]->machine.data();
  return machine.empty() ? fmt::format("rank {}", rank)
                         : fmt::format("rank {} on {}", rank, machine);
}

void SignsOfLife::report(int silent) const {
  fmt::print(stderr,
             "pipo: {}: no sign of life from {} for {:.0f} s (--patience); finished layers stay. "
             "Check that machine and the network, then start the same command again\n",
             name(rank_), name(silent), patience_.load());
  MPI_Abort(MPI_COMM_WORLD, exit_status(ErrorCode::system_limit));
}

}  // namespace pipo
