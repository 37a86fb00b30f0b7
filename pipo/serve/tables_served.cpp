#include "pipo/serve/tables_served.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "pipo/asking/available_tables.hpp"
#include "pipo/serve/problem.hpp"
#include "pipo/words/table_json.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

using Folders = std::vector<std::filesystem::path>;

// Each table once: the first of its copies.
std::vector<TableState> complete_in(const Folders& folders) {
  std::vector<TableState> complete;
  for (const auto& folder : folders) {
    try {
      for (TableState& state : table_states(folder)) {
        const bool known = std::ranges::any_of(complete, [&](const TableState& other) {
          return state.complete() && other.manifest->table == state.manifest->table;
        });
        if (state.complete() && !known) complete.push_back(std::move(state));
      }
    } catch (const MissingTable&) {
    }
  }
  return complete;
}

std::string board_key(const Board& board) {
  return table_identity(board).board.name();
}

std::string tag(std::uint64_t hash) {
  return fmt::format("\"{:016x}-" PIPO_VERSION "\"", hash);
}

Json about(const Manifest& manifest) {
  const Board& board = manifest.table.board;
  Json json{{"table", folder_name(manifest.table)},
            {"board", board.name()},
            {"start", start_name(manifest.table)},
            {"position", to_string(Position{board, manifest.table.start})}};
  add_measures(json, manifest);
  json["content_hash"] = fmt::format("{:016x}", manifest.content_hash);
  return json;
}

}  // namespace

TablesServed::TablesServed(const Folders& folders, std::uint64_t cache_bytes,
                           std::function<std::string(const Position&)> advice)
    : tables_(available_tables(folders, {.cache_bytes = static_cast<std::size_t>(cache_bytes)})),
      states_(complete_in(folders)),
      advice_(std::move(advice)) {
  for (const TableState& state : states_) {
    // Any one of them may answer; the sum does not depend on their order.
    hashes_[state.manifest->table.board.name()] += state.manifest->content_hash;
  }
}

std::string TablesServed::etag(const Board& board) const {
  const auto found = hashes_.find(board_key(board));
  return tag(found == hashes_.end() ? 0 : found->second);
}

void TablesServed::require_sound(const Position& position) const {
  try {
    (void)tables_.value(position);
  } catch (const UnreadableTable&) {
    throw;
  } catch (const MissingTable& error) {
    if (!error.file().empty()) throw;
  }
}

Json TablesServed::list() const {
  Json list = Json::array();
  for (const TableState& state : states_) list.push_back(about(*state.manifest));
  return list;
}

const Manifest& TablesServed::named(const std::string& name) const {
  for (const TableState& state : states_) {
    if (folder_name(state.manifest->table) == name) return *state.manifest;
  }
  throw Refusal(Kind::no_table,
                fmt::format("no table {} is served; /api/v1/boards lists those there are",
                            pipo::quoted(name)));
}

Json TablesServed::table(const std::string& name) const {
  const Manifest& manifest = named(name);
  Json json = about(manifest);
  json["layers"] = Json::array();
  for (const ManifestLayer& layer : manifest.layers) {
    json["layers"].push_back(layer_json(layer));
    json["layers"].back().erase("file");  // nobody can fetch it here
  }
  return json;
}

std::string TablesServed::etag_of_table(const std::string& name) const {
  return tag(named(name).content_hash);
}

}  // namespace pipo
