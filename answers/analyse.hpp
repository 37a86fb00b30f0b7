// Everything that becomes known about one position, piece by piece: bounds, what the theory says, a
// guess, the exact values of all moves.
//
// The pieces are events, each with a name and JSON, in this order:
//
// - `moves`, if the values are known at once;
// - otherwise `value` if a table has the value and not those of all moves, else `bounds`; then
//   `explanation` by the theory, and `guess`;
// - while the position is being solved, `progress`; at the end `moves`, or `unsolved` with the
//   reason, after which a better `guess` may follow;
// - after `moves`, `explanation` with the exact values;
// - `done`.
//
// An event replaces the earlier ones of its name. docs/api.md and docs/openapi.json describe them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "answers/answers.hpp"
#include "answers/question.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {

// Receives an event. It is called by one thread at a time.
using Tell = std::function<void(std::string_view event, const Json& data)>;

// Thrown by AnalyseOptions::begin_work if the position may not be solved now.
struct NotNow : std::runtime_error {
  NotNow(std::string its_reason, const std::string& message)
      : runtime_error(message), reason(std::move(its_reason)) {}

  std::string reason;  // of the event `unsolved`
};

struct AnalyseOptions {
  // The longest time limit in seconds that a question may have; 0: none. It decides what an
  // unsolved position is advised to do.
  double longest = 0;
  std::uint64_t seed = 0;  // varies the guess among equal moves; 0: the first one

  // Called before work that may take all of the time limit. Its result is held while that lasts.
  // Throws NotNow.
  std::function<std::shared_ptr<void>()> begin_work = {};

  // The remedy for a position that is beyond the longest time and the memory.
  std::string more = "allow more memory or time";
};

// Tells what is known about the position, and finds out more within the limits of the source. The
// time limit is that of the exact values and of the better guess together; what comes before them
// takes up to a second. `source.limits.stopped` cancels the work. Returns the method that found the
// exact values of all moves, if one did. Throws Stopped, and the error of a table that has the
// position but cannot be read.
std::optional<Method> analyse(const ParsedGame& given, const ValueSource& source,
                              const AnalyseOptions& options, const Tell& tell);

}  // namespace pipo
