// All paths that can be requested: the interface and the page. Knows nothing of sockets.
#pragma once

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pipo/serve/clients.hpp"
#include "pipo/serve/jobs.hpp"
#include "pipo/serve/message.hpp"
#include "pipo/serve/metrics.hpp"
#include "pipopipette/solver.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {

// The limits on a server's work for its clients.
struct ServeLimits : JobLimits {
  std::uint64_t body = std::uint64_t{16} << 20;  // bytes of a request's body
  std::uint64_t batch_lines = 100'000;           // positions of a batch
  std::uint64_t request_seconds = 1;             // for a request's position; 0: tables only
  std::uint64_t connections = 256;               // at a time
  std::uint64_t cache = std::uint64_t{1} << 30;  // bytes of tables kept in memory
  ClientLimits of_one = {};                      // for one client

  // For clients that wait for a long time.
  std::ptrdiff_t places() const {
    return std::max(std::ptrdiff_t{1}, static_cast<std::ptrdiff_t>(connections / 2));
  }
};

class Service {
  std::atomic<bool> ending_ = false;  // first, since jobs begin before the constructor has ended

 public:
  // Serves the tables that are complete now, with or without those of the atlas, and with this cost
  // of the last move. `its_advice` returns the text for a position without a table: the command
  // that makes one. Throws the errors of Tables. Folders may be missing, and tables too.
  Service(const std::vector<std::filesystem::path>& folders, bool atlas,
          const ServeLimits& its_limits, std::function<std::string(const Position&)> its_advice,
          std::uint64_t last_move_cost = 0);

  // Any thread. Errors become problems.
  Reply answer(Request request);

  // Throws Refusal if the last move has a cost: then a margin does not tell who takes how many
  // boxes, which the page and reviews say.
  void require_no_cost() const;

  // Counts a request that was refused before it got here, and returns the reply.
  Reply refused(const Problem& problem);

  // From now on all requests are answered with 503. Cancels all jobs.
  void end();
  bool ending() const { return ending_; }

  // Returns a slot, which the client of a request holds while it waits for a long time. Throws
  // Refusal if none is free.
  std::shared_ptr<void> wait_slot(const Request& request);

  // Returns the tag of all answers about this board whose values come from `by`, which is "table"
  // or another word. It changes with the tables of the board and with the version of the program.
  std::string etag(const Board& board, std::string_view by) const;

  const ServeLimits limits;
  const Solver solver;  // of jobs and requests; its options are the limits of one request
  struct Served {
    Manifest manifest;
    bool atlas = false;
  };
  std::vector<Served> complete;  // tables, each once; those of the atlas last
  const std::function<std::string(const Position&)> advice;
  Clients clients;
  Jobs jobs;
  Metrics metrics;

 private:
  std::atomic<std::ptrdiff_t> waiting_ = 0;  // clients that hold a slot
};

// Answers a request. Reads its parameters, and throws what current_problem() describes. The service
// must outlive the reply.
using Handler = Reply(Service& service, const Request& request);

// Answer questions about one position, with the lines of JSON that the commands of the program
// write.
Handler value_reply, moves_reply, line_reply, explain_reply, choose_reply;

// Tells everything that becomes known about a position as events, and works on it until the client
// leaves.
Handler analyse_reply;

// Answers the lines of the body as `pipo probe --batch - --format jsonl` does: a position that
// cannot be answered becomes an error in its place. Throws BadInput for a line that is too long,
// and Refusal for more positions than a batch may have, before any is answered.
Handler batch_reply;

// Reads the text of the parameter or the body in the notation `from`, and describes it; with `to`,
// writes it in that notation, too.
Handler convert_reply;

// Start a job for a position or a game, or find the existing one.
Handler solve_reply, review_reply;

// Describe all jobs, or one; cancel one, or report its changes as they come.
Handler jobs_reply, job_reply, cancel_reply, events_reply;

}  // namespace pipo
