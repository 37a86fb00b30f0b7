// What clients are told of jobs: once, or as events while they go on.
#pragma once

#include <functional>

#include "pipo/serve/jobs.hpp"
#include "pipo/serve/reply.hpp"
#include "pipo/serve/request.hpp"

namespace pipo {

Json job_json(const Job& job);

class JobReplies {
 public:
  // `jobs` must outlive the replies. No more than so many clients follow jobs at a time.
  JobReplies(Jobs& jobs, std::uint64_t most_followers);

  // POST /solve: starts a job, or tells of the one there is.
  Reply submitted(const Request& request);

  // GET /solve
  Reply all(const Request& request) const;

  // What follows "/api/v1/solve/": an id, or an id and "/events".
  Reply one(const Request& request, const std::string& rest);

 private:
  Reply events(std::uint64_t id);

  Jobs& jobs_;
  std::shared_ptr<std::atomic<std::uint64_t>> followers_;
  std::uint64_t most_followers_;
};

}  // namespace pipo
