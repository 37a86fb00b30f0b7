#include "pipo/command/failure_report.hpp"

#include <fmt/core.h>

#include "generator/plan/disk_plan.hpp"
#include "generator/plan/machine.hpp"
#include "generator/plan/table_plan.hpp"
#include "pipo/command/context.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/file/broken_link.hpp"
#include "probe/table/table_folders.hpp"
#include "solve/start_sweep.hpp"
#include "solve/way.hpp"

namespace pipo {

namespace {

constexpr std::size_t kMostMessages = 1000;  // as many as there can be problems

}  // namespace

void ProblemReporter::mark_reported(const std::string& message) {
  if (reported_messages_.size() < kMostMessages) reported_messages_.insert(message);
}

void ProblemReporter::report(CommandContext& context, const std::vector<TableProblem>& problems) {
  for (; reported_ < problems.size(); ++reported_) {
    const std::string& message = problems[reported_].message;
    if (!reported_messages_.contains(message)) report_error(context, "warning: " + message);
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
  const TableIdentity whole = table_identity(position.board, 0, game_);
  const auto [known, is_new] = by_board_.try_emplace(whole.board.name());
  if (is_new && fits_here(whole, folders_)) known->second = makes_it(whole, named_);
  if (!known->second.empty()) return known->second;
  if (++starts_tried_ <= kMostStartsTried) {
    const TableIdentity own = table_identity(position.board, position.drawn, game_);
    if (fits_here(own, folders_)) {
      return fmt::format("{}; for this position {}", too_large(whole), makes_it(own, named_));
    }
  }
  return too_large(whole) + "; a start with more edges drawn makes a smaller table";
}

std::string MakingAdvice::solving(const Position& position) {
  if (!position.board.is_small()) return {};
  bool certain = open_when_settled(position) <= kFewOpen;
  if (!certain) {
    const std::lock_guard lock(mutex_);
    certain = ++sweeps_tried_ <= kMostSweepsTried;
    if (certain && size_of_sweep(position, 0).most_memory > memory_to_use(0)) return {};
  }
  return fmt::format("; or 'pipo solve {}' {} it", to_string(position),
                     certain ? "solves" : "may solve");
}

}  // namespace pipo
