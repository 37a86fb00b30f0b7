#include "pipo/command/making_advice.hpp"

#include <fmt/core.h>

#include "generator/plan/disk_plan.hpp"
#include "generator/plan/table_plan.hpp"
#include "pipo/command/table_choice.hpp"

namespace pipo {
namespace {

constexpr int kMostStartsTried = 3;

}  // namespace

std::string MakingAdvice::on(const Position& position) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t disk = free_disk(folders_.front());
  const auto makes_it = [&](const TableIdentity& table) {
    return fmt::format("'{}' makes it", generate_command(table, folders_));
  };
  const TableIdentity whole = table_identity(position.board);
  const auto [known, is_new] = by_board_.try_emplace(whole.board.name());
  if (is_new && size_table(whole, 0).fits(disk)) known->second = makes_it(whole);
  if (!known->second.empty()) return known->second;
  const std::string too_large =
      fmt::format("this machine has too little memory or disk for all of {}", whole.board.name());
  if (++starts_tried_ <= kMostStartsTried) {
    const TableIdentity own = table_identity(position.board, position.drawn);
    if (size_table(own, 0).fits(disk)) {
      return fmt::format("{}, but for this position {}", too_large, makes_it(own));
    }
  }
  return too_large + "; a start with more edges drawn makes a smaller table";
}

}  // namespace pipo
