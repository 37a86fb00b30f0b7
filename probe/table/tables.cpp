#include "pipopipette/tables.hpp"

#include <exception>
#include <utility>

#include "pipopipette/error.hpp"
#include "probe/board/settle.hpp"
#include "probe/file/manifest.hpp"
#include "probe/table/table_folders.hpp"
#include "probe/table/table_set.hpp"

namespace pipo {

namespace fs = std::filesystem;

Tables::Tables(const std::vector<fs::path>& folders, const TablesOptions& options)
    : set_(std::make_shared<TableSet>(options)) {
  std::exception_ptr first;
  std::size_t listed = 0;
  for (const fs::path& folder : folders) {
    set_->note_searched(folder);
    try {
      set_->add_folder(folder);
      ++listed;
    } catch (const MissingTable& error) {
      if (!first) first = std::current_exception();
      set_->note(folder, error.what());
    }
  }
  if (first && listed == 0) std::rethrow_exception(first);
}

Tables::Tables(std::shared_ptr<TableSet> set) : set_(std::move(set)) {}

Tables Tables::only(const fs::path& table_folder, const TablesOptions& options) {
  auto set = std::make_shared<TableSet>(options);
  check_name(table_folder);
  set->note_searched(table_folder);
  const FoundTable found{read_manifest(table_folder).table, table_folder};
  set->add(found);
  set->open_all();
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
  const EdgeSet quiet = settle(position.board, position.drawn).quiet;
  try {
    return set_->with_table_of(position.board, quiet, [](const auto&, const auto&) { return true; })
        .has_value();
  } catch (const MissingTable&) {
    return false;
  } catch (const DamagedTable&) {
    return false;
  }
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
