// The tables that a server answers from: what there is, and the tags of its answers.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "pipopipette/tables.hpp"
#include "probe/file/layer_json.hpp"
#include "probe/table/table_state.hpp"

namespace pipo {

class TablesServed {
 public:
  // Those that are complete now. `advice` says how to come by a table of a position. Throws
  // as Tables does; no tables at all are no error, and neither is a folder that is not there.
  TablesServed(const std::vector<std::filesystem::path>& folders, std::uint64_t cache_bytes,
               std::function<std::string(const Position&)> advice);

  const Tables& tables() const { return tables_; }
  std::size_t size() const { return states_.size(); }

  // Of all that tables answer about positions of this board: it changes with their values, and with
  // the version of the program.
  std::string etag(const Board& board) const;

  // Throws what is wrong with the table that should answer this position, if something is: to be
  // asked before an answer is given without it.
  void require_sound(const Position& position) const;

  // An object a table, without its layers.
  Json list() const;

  // A table with its layers, by the name of its folder. Throws Refusal.
  Json table(const std::string& name) const;
  std::string etag_of_table(const std::string& name) const;

  // How to come by a table that answers this position.
  std::string advice(const Position& position) const { return advice_(position); }

 private:
  const Manifest& named(const std::string& name) const;

  Tables tables_;
  std::vector<TableState> states_;
  std::map<std::string, std::uint64_t> hashes_;  // by board, rows <= columns
  std::function<std::string(const Position&)> advice_;
};

}  // namespace pipo
