// What `pipo info` tells about tables, in its three formats.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "probe/file/manifest.hpp"

namespace pipo {

struct TableReport {
  std::filesystem::path folder;
  Manifest manifest;
};

// Paragraphs with a table of layers, and for each layer the shape of its histogram. `blocks`: draw
// it with the block characters of Unicode instead of ASCII.
std::string info_text(const std::vector<TableReport>& tables, bool blocks);

// An object, as info_json() has one for each table.
std::string info_json(const TableReport& table);

// A list of objects.
std::string info_json(const std::vector<TableReport>& tables);

// A header line, then one line a layer of each table: board, start, layer, stored, bytes, and how
// many values there are of each margin.
std::string info_csv(const std::vector<TableReport>& tables);

}  // namespace pipo
