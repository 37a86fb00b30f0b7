#include "pipo/command/failure_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "generator/plan/machine.hpp"
#include "generator/plan/table_counts.hpp"
#include "generator/plan/table_plan.hpp"
#include "parallel/threads.hpp"
#include "pipo/command/context.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/file/damaged.hpp"
#include "probe/table/table_folders.hpp"
#include "solve/limits.hpp"
#include "solve/method.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {

void ProblemReporter::mark_reported(const std::string& message) {
  constexpr std::size_t kMostMessages = 1000;  // as many as there can be problems
  if (reported_messages_.size() < kMostMessages) reported_messages_.insert(message);
}

void ProblemReporter::report(CommandContext& context, const std::vector<TableProblem>& problems) {
  for (; reported_ < problems.size(); ++reported_) {
    const std::string& message = problems[reported_].message;
    if (!reported_messages_.contains(message)) report_error(context.err, "warning: " + message);
  }
}

namespace {

using Folders = std::vector<std::filesystem::path>;

constexpr int kMostStartsTried = 3;
constexpr int kMostSweepsTried = 3;

// Quotes a text as one word for a shell.
std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return text;
  std::string word = "\"";
  for (const char c : text) {
    if (std::string_view("\"\\$`").find(c) != std::string_view::npos) word += '\\';
    word += c;
  }
  return word + '"';
}

// Returns whether pipo would look in these folders, and generate write there, without --tables.
bool are_default(const std::vector<std::filesystem::path>& folders) {
  try {
    return folders == default_tables();
  } catch (const BadInput&) {  // PIPO_TABLES is wrong, but not needed here
    return false;
  }
}

bool fits_here(const TableIdentity& table, const Folders& folders) {
  return size_table(table, 0).fits(free_disk(folders.front()));
}

std::string makes_it(const TableIdentity& table, const Folders& folders) {
  return fmt::format("'{}' makes it", generate_command(table, folders));
}

// Returns what to do first if tables cannot be made in these folders; nothing if they can.
std::string in_the_way(const Folders& folders) {
  const bool broken = !folders.empty() && !broken_link(folders.front()).empty();
  return broken ? "mend the link, or name another folder of tables" : "";
}

std::string too_large(const TableIdentity& table) {
  return fmt::format("this machine has too little memory or disk for the table of {}",
                     folder_name(table));
}

}  // namespace

std::string generate_command(const TableIdentity& table,
                             const std::vector<std::filesystem::path>& folders) {
  std::string command = "pipo generate " + table.board.name();
  if (const std::string name = start_name(table); name.starts_with("0x")) {
    command += " --start " + to_string(Position{table.board, table.start});
  } else if (table.start != 0) {
    command += " --start " + name;
  }
  if (table.game == TableGame::nimstring) command += " --game nimstring";
  if (table.last_move_cost > 0) command += fmt::format(" --last-move {}", table.last_move_cost);
  if (folders.empty()) return command;
  // Tables are made beside a table whose own folder was named.
  const std::filesystem::path& first = folders.front();
  const bool is_own = is_table(first);
  if (is_own || !are_default(folders)) {
    command += " --tables " + shell_word((is_own ? containing_folder(first) : first).string());
  }
  return command;
}

std::string how_to_make(const TableIdentity& table, const Folders& folders) {
  if (std::string first = in_the_way(folders); !first.empty()) return first;
  if (fits_here(table, folders)) return makes_it(table, folders);
  const auto smaller = named_start_that_fits(table, 0, free_disk(folders.front()));
  if (!smaller) return too_large(table);
  return fmt::format("{0}; '{2}' makes the smaller {1}", too_large(table), folder_name(*smaller),
                     generate_command(*smaller, folders));
}

std::string MakingAdvice::on(const Position& position) {
  if (!position.board.is_small()) {
    return "5x5, 4x6, 3x8, 2x12 and 1x21 are the largest boards of tables";
  }
  if (std::string first = in_the_way(folders_); !first.empty()) return first;
  const std::lock_guard lock(mutex_);
  if (position.board.boxes() + last_move_cost_ > kMostBoxesAndCost) {
    return fmt::format("no table of {} can have a last move that costs {}", position.board.name(),
                       last_move_cost_);
  }
  const TableIdentity whole = table_identity(position.board, 0, game_, last_move_cost_);
  const auto [known, is_new] = by_board_.try_emplace(whole.board.name());
  if (is_new && fits_here(whole, folders_)) known->second = makes_it(whole, named_);
  if (!known->second.empty()) return known->second;
  if (++starts_tried_ <= kMostStartsTried) {
    const TableIdentity own =
        table_identity(position.board, position.drawn, game_, last_move_cost_);
    if (fits_here(own, folders_)) {
      return fmt::format("{}; for this position {}", too_large(whole), makes_it(own, named_));
    }
  }
  return too_large(whole) + "; a start with more edges drawn makes a smaller table";
}

std::string MakingAdvice::solving(const Position& position) {
  if (!position.board.is_small()) return {};
  bool certain = has_few_open(position);
  if (!certain) {
    const std::lock_guard lock(mutex_);
    certain = ++sweeps_tried_ <= kMostSweepsTried;
    if (certain && size_of_sweep(position, 0).most_memory > memory_to_use(0)) return {};
  }
  const std::string cost =
      last_move_cost_ == 0 ? "" : fmt::format("--last-move {} ", last_move_cost_);
  return fmt::format("; or 'pipo solve {}{}' {} it", cost, to_string(position),
                     certain ? "solves" : "may solve");
}

namespace {

// The time that --time should allow, divided by the estimate of a sweep.
constexpr double kSpareTime = 2;

// The time advised for a search, whose length is not known before.
constexpr double kTimeOfSearch = 60;

// Rounds up to one digit, or to two digits that end in 5.
std::uint64_t rounded_up(double number) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(number)) - 1));
  return static_cast<std::uint64_t>(std::ceil(number / unit / 5) * 5 * unit);
}

std::string size_option(std::uint64_t bytes) {
  constexpr std::uint64_t kMega = std::uint64_t{1} << 20;
  constexpr std::uint64_t kGiga = std::uint64_t{1} << 30;
  const auto in = [bytes](std::uint64_t unit) { return (bytes + unit - 1) / unit; };
  return bytes > 10 * kGiga ? fmt::format("{}G", in(kGiga)) : fmt::format("{}M", in(kMega));
}

}  // namespace

std::string sufficient_options(const SweepSize& size, const Limits& limits, double seconds,
                               double before) {
  if (size.most_memory > memory_to_use(0)) return {};
  const int threads = limits.threads > 0 ? limits.threads : loop_threads();
  const double needed = size.seconds / threads;
  std::string options;
  if (limits.time > 0 && needed > seconds) {
    const std::uint64_t time = rounded_up(kSpareTime * needed + before);
    if (static_cast<double>(time) > kLongestTime) return {};
    options += fmt::format(" --time {}", time);
  }
  if (!limits.memory.empty() && size.most_memory > limits.bytes()) {
    options += " --memory " + size_option(size.most_memory);
  }
  return options.empty() ? options : options.substr(1);
}

namespace {

// Returns the options that allow a sweep of the position in this time, if it needs a sweep.
std::string options_for_sweep(const Position& position, const Limits& limits) {
  const SweepSize size = size_of_sweep(position, memory_to_use(limits.bytes()));
  return sufficient_options(size, limits, limits.time);
}

bool needs_sweep(const Position& position) {
  return position.board.is_small() && !has_few_open(position);
}

}  // namespace

std::string with_sufficient_options(const std::string& message, const std::string& facts,
                                    const Position& position, const Limits& limits) {
  if (!needs_sweep(position)) return message;
  const std::string options = options_for_sweep(position, limits);
  return options.empty() ? message : fmt::format("{}; {} would suffice", facts, options);
}

namespace {

// Returns the options with which a position that was not to be solved, --time 0, would be solved:
// "--time 60". Returns nothing if the solver would refuse the position.
std::string options_to_solve(const Position& position, const Limits& limits) {
  Limits shortest = limits;
  shortest.time = kShortestTime;
  if (needs_sweep(position)) return options_for_sweep(position, shortest);
  return would_begin(position, Budget(limits.bytes(), kTimeOfSearch, {}))
             ? fmt::format("--time {}", kTimeOfSearch)
             : "";
}

}  // namespace

AnswerError current_answer_error(const Position& position, MakingAdvice& advice,
                                 const Limits* limits) {
  try {
    throw;
  } catch (const BadInput&) {
    throw;
  } catch (const Stopped&) {
    throw;
  } catch (const Error& error) {
    const ErrorCode code = error.code();
    AnswerError described{.code = exit_status(code),
                          .message = error.what(),
                          .no_table = code == ErrorCode::missing_table};
    const auto* const missing = dynamic_cast<const MissingTable*>(&error);
    if (described.no_table && missing != nullptr && !missing->omitted_layer()) {
      described.message += "; " + advice.on(position);
    }
    if (limits == nullptr) return described;
    if (code == ErrorCode::out_of_memory || code == ErrorCode::out_of_time) {
      described.message =
          with_sufficient_options(described.message, facts_of(error), position, *limits);
    }
    if (described.no_table && limits->time == 0) {
      const std::string options = options_to_solve(position, *limits);
      if (!options.empty()) {
        described.message += "; or give " + options + ", so that the position is solved";
      }
    }
    return described;
  }
}

}  // namespace pipo
