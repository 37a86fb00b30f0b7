// The tables that a server answers from, and the tags of its answers.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "pipopipette/tables.hpp"
#include "probe/file/layer_json.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {

class TablesServed {
 public:
  // Takes the tables that are complete now. `advice` tells how to get a table of a position. Throws
  // as Tables does; no tables at all are no error, and neither is a missing folder.
  TablesServed(const std::vector<std::filesystem::path>& folders, std::uint64_t cache_bytes,
               std::function<std::string(const Position&)> advice);

  const Tables& tables() const { return tables_; }
  std::size_t size() const { return complete_.size(); }

  // Returns the tag of all answers from tables of this board. It changes with their values and with
  // the version of the program.
  std::string etag(const Board& board) const;

  // Throws the error of the table that should answer this position, if it has one. Asked before an
  // answer is given without a table.
  void require_sound(const Position& position) const;

  // Lists the tables, an object each, without their layers.
  Json list() const;

  // Returns the manifest of a table by the name of its folder. Throws Refusal.
  const Manifest& named(const std::string& name) const;

  std::string advice(const Position& position) const { return advice_(position); }

 private:
  Tables tables_;
  std::vector<Manifest> complete_;               // each table once
  std::map<std::string, std::uint64_t> hashes_;  // by board, rows <= columns
  std::function<std::string(const Position&)> advice_;
};

// Returns the tag of answers from tables with this content.
std::string etag_of(std::uint64_t content_hash);

}  // namespace pipo
