#include "pipo/command/problem_reporter.hpp"

namespace pipo {
namespace {

constexpr std::size_t kMostMessages = 1000;  // as many as there can be problems

}  // namespace

void ProblemReporter::mark_reported(const std::string& message) {
  if (reported_messages_.size() < kMostMessages) reported_messages_.insert(message);
}

void ProblemReporter::report(Session& session, const std::vector<TableProblem>& problems) {
  for (; reported_ < problems.size(); ++reported_) {
    const std::string& message = problems[reported_].message;
    if (!reported_messages_.contains(message)) complain(session, "warning: " + message);
  }
}

}  // namespace pipo
