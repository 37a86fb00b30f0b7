// Says on the error stream what is wrong with tables, each thing once.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "pipo/io/session.hpp"
#include "pipopipette/tables.hpp"

namespace pipo {

class ProblemReporter {
 public:
  // What the user is told anyhow, as an error.
  void told(const std::string& message);

  // The problems met since the last call.
  void report(Session& session, const Tables& tables);

 private:
  std::set<std::string> told_;
  std::size_t reported_ = 0;
};

}  // namespace pipo
