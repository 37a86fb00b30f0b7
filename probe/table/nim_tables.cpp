#include "probe/table/nim_tables.hpp"

#include <bit>
#include <utility>

#include "probe/board/settle.hpp"
#include "probe/space/game_values.hpp"
#include "probe/table/table_set.hpp"

namespace pipo {

NimTables::NimTables(const std::vector<std::filesystem::path>& folders,
                     const TablesOptions& options)
    : coded_(std::make_shared<TableSet>(options, TableGame::nimstring)) {
  coded_.set_->add_folders(folders);
  if (!options.no_atlas) coded_.set_->add_atlas();
}

NimTables NimTables::only(const std::filesystem::path& table_folder, const TablesOptions& options) {
  auto set = std::make_shared<TableSet>(options, TableGame::nimstring);
  set->add_only(table_folder);
  return NimTables(Tables(std::move(set)));
}

NimValue NimTables::value(const Position& position) const {
  return nim_value_of(coded_.value(position));
}

std::optional<NimValue> NimTables::find_value(const Position& position) const {
  const std::optional<int> value = coded_.find_value(position);
  return value ? std::optional(nim_value_of(*value)) : std::nullopt;
}

NimAnswer NimTables::answer(const Position& position) const {
  NimAnswer answer{.position = position, .value = value(position), .moves = {}, .table = {}};
  const EdgeSet quiet = settle(position.board, position.drawn).quiet;
  answer.table =
      coded_.set_
          ->with_answering_table(position.board, quiet,
                                 [this](const auto& way, const LazyTable::Opened&) {
                                   return coded_.set_->tables()[way.table]->found().table;
                                 })
          .value();
  for (EdgeSet open = position.open(); open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    const NimValue after = value({position.board, position.drawn | (open & -open)});
    const int captures = completed_boxes(position.board, position.drawn, edge);
    answer.moves.push_back({.edge = edge,
                            .captures = captures,
                            .after = after,
                            .wins = after.next_player_wins() == (captures > 0)});
  }
  return answer;
}

StoredValues StoredValues::only(const std::filesystem::path& table_folder,
                                const TableIdentity& table, TablesOptions options) {
  options.last_move_cost = table.last_move_cost;
  if (table.game == TableGame::nimstring) return NimTables::only(table_folder, options);
  return Tables::only(table_folder, options);
}

}  // namespace pipo
