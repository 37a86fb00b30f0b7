#include "pipo/command/problem_reporter.hpp"

namespace pipo {
namespace {

constexpr std::size_t kMostTold = 1000;  // as many as there can be problems

}  // namespace

void ProblemReporter::told(const std::string& message) {
  if (told_.size() < kMostTold) told_.insert(message);
}

void ProblemReporter::report(Session& session, const Tables& tables) {
  const std::vector<TableProblem> problems = tables.problems();
  for (; reported_ < problems.size(); ++reported_) {
    const std::string& message = problems[reported_].message;
    if (!told_.contains(message)) complain(session, "not used: " + message);
  }
}

}  // namespace pipo
