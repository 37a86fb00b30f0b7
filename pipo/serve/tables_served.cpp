#include "pipo/serve/tables_served.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "pipo/asking/available_tables.hpp"
#include "pipo/serve/problem.hpp"
#include "pipo/words/table_json.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/table/table_state.hpp"

namespace pipo {
TablesServed::TablesServed(const std::vector<std::filesystem::path>& folders,
                           std::uint64_t cache_bytes,
                           std::function<std::string(const Position&)> advice)
    : tables_(available_tables(folders, {.cache_bytes = static_cast<std::size_t>(cache_bytes)})),
      advice_(std::move(advice)) {
  for (const FoundTable& found : tables_.found()) {
    const bool known = std::ranges::any_of(
        complete_, [&](const Manifest& other) { return other.table == found.table; });
    if (known) continue;
    const TableState state = table_state(found.folder);
    if (!state.complete()) continue;
    complete_.push_back(*state.manifest);
    // Any table of the board may answer. The sum does not depend on their order.
    hashes_[found.table.board.name()] += state.manifest->content_hash;
  }
}

std::string TablesServed::etag(const Board& board) const {
  const auto found = hashes_.find(table_identity(board).board.name());
  return etag_of(found == hashes_.end() ? 0 : found->second);
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
  for (const Manifest& manifest : complete_) list.push_back(table_json(manifest, false));
  return list;
}

const Manifest& TablesServed::named(const std::string& name) const {
  for (const Manifest& manifest : complete_) {
    if (folder_name(manifest.table) == name) return manifest;
  }
  throw Refusal(Kind::no_table,
                fmt::format("no table {} is served; /api/v1/boards lists those there are",
                            pipo::quoted(name)));
}

std::string etag_of(std::uint64_t content_hash) {
  return fmt::format("\"{:016x}-" PIPO_VERSION "\"", content_hash);
}

}  // namespace pipo
