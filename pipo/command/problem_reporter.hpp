// Reports problems of tables on the error stream, each once.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "pipo/command/session.hpp"
#include "pipopipette/tables.hpp"

namespace pipo {

class ProblemReporter {
 public:
  // Records a message that the user gets as an error anyway.
  void mark_reported(const std::string& message);

  // Reports the problems since the last call.
  void report(Session& session, const std::vector<TableProblem>& problems);
  void report(Session& session, const Tables& tables) { report(session, tables.problems()); }

 private:
  std::set<std::string> reported_messages_;
  std::size_t reported_ = 0;
};

}  // namespace pipo
