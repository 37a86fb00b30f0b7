// The reasons why a position has no answer, for the user.
#pragma once

#include <optional>
#include <string>

#include "pipo/command/making_advice.hpp"
#include "pipo/command/session.hpp"
#include "pipopipette/error.hpp"

namespace pipo {

struct Failing {
  int code = 0;  // one of ExitCode
  std::string message;
};

// Calls `ask`, which queries a table for this position. Returns the failure, or nothing on success.
template <typename Ask>
std::optional<Failing> failing(const Position& position, MakingAdvice& advice, Ask&& ask) {
  try {
    ask();
    return {};
  } catch (const UnreadableTable& error) {
    return Failing{ExitCode::missing_table, error.what()};
  } catch (const MissingTable& error) {
    return Failing{ExitCode::missing_table, std::string(error.what()) + "; " + advice.on(position)};
  } catch (const DamagedTable& error) {
    return Failing{ExitCode::damaged_table, error.what()};
  } catch (const NoSpace& error) {
    return Failing{ExitCode::no_space, error.what()};
  }
}

}  // namespace pipo
