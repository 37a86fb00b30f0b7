#include "pipopipette/tables.hpp"

#include <utility>

#include "probe/board/settle.hpp"
#include "probe/table/table_set.hpp"

namespace pipo {

namespace fs = std::filesystem;

Tables::Tables(const std::vector<fs::path>& folders, const TablesOptions& options)
    : set_(std::make_shared<TableSet>(options)) {
  set_->add_folders(folders);
}

Tables::Tables(std::shared_ptr<TableSet> set) : set_(std::move(set)) {}

Tables Tables::only(const fs::path& table_folder, const TablesOptions& options) {
  auto set = std::make_shared<TableSet>(options);
  set->add_only(table_folder);
  return Tables(std::move(set));
}

Tables::~Tables() = default;
Tables::Tables(const Tables&) noexcept = default;
Tables& Tables::operator=(const Tables&) noexcept = default;

void Tables::add(const fs::path& folder) {
  set_->add_folder(folder);
  set_->note_searched(folder);
}

std::vector<FoundTable> Tables::found() const {
  std::vector<FoundTable> found;
  for (const auto& table : set_->tables()) found.push_back(table->found());
  return found;
}

std::vector<TableProblem> Tables::problems() const {
  return set_->problems();
}

bool Tables::covers(const Position& position) const {
  check_edges(position.board, position.drawn);
  if (!position.board.is_small()) return false;
  return set_->covers(position.board, settle(position.board, position.drawn).quiet);
}

// Only if a table omits layers can it cover the position and not every later one.
bool Tables::covers_moves(const Position& position) const {
  if (!covers(position)) return false;
  if (!set_->omits_layers(position.board)) return true;
  for (EdgeSet open = position.open(); open != 0; open &= open - 1) {
    const EdgeSet after = position.drawn | (open & -open);
    if (!set_->covers(position.board, settle(position.board, after).quiet)) return false;
  }
  return true;
}

bool Tables::computes(const Position& position) const {
  check_edges(position.board, position.drawn);
  if (!position.board.is_small()) return false;
  const EdgeSet quiet = settle(position.board, position.drawn).quiet;
  return !set_->keeps(position.board, quiet) && set_->computes(position.board, quiet);
}

std::optional<int> Tables::find_value(const Position& position) const {
  return set_->find_value(position);
}

int Tables::value(const Position& position) const {
  const std::optional<int> value = find_value(position);
  if (!value) set_->throw_missing(position);
  return *value;
}

}  // namespace pipo
