// Errors of questions beyond their limits. The message has the facts and a remedy; a caller that
// knows a better remedy takes only the facts, so that no message has two.
#pragma once

#include <exception>
#include <string>

#include "pipopipette/solver.hpp"

namespace pipo {

class Remedied {
 public:
  explicit Remedied(std::string facts) : facts_(std::move(facts)) {}
  virtual ~Remedied() = default;
  const std::string& facts() const { return facts_; }

 private:
  std::string facts_;
};

template <typename SomeError>
class WithRemedy : public SomeError, public Remedied {
 public:
  WithRemedy(const std::string& facts, const std::string& remedy)
      : SomeError(remedy.empty() ? facts : facts + "; " + remedy), Remedied(facts) {}
};

// Return the message of an error without its remedy; the whole message of any other error.
std::string facts_of(const std::exception& error);
std::string facts_of(const Known& known);

}  // namespace pipo
