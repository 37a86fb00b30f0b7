// Tables: what they contain, as text, JSON and CSV.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "probe/file/layer_json.hpp"
#include "probe/table/table_folders.hpp"

namespace pipo {

// Adds the table's size and value.
void add_measures(Json& json, const Manifest& manifest);

// Describes a table without naming files, with or without its layers.
Json table_json(const Manifest& manifest, bool layers);

struct TableReport {
  TableState state;
  std::string writer;  // the process that is making the table now, if any
  bool atlas = false;
};

// Returns a paragraph for each table, with a table of its layers and the shape of each layer's
// histogram; for a broken or unfinished table, its state. `blocks`: draws with the block characters
// of Unicode instead of ASCII.
std::string info_text(const std::vector<TableReport>& tables, bool blocks);

// Returns a line for each table of the atlas in this folder, with its value and size.
std::string atlas_text(const std::filesystem::path& folder, const std::vector<TableReport>& tables);

// Describes a table, complete or not, with its files.
Json info_json(const TableReport& table);

// Returns a header line, then one line per layer of each complete table of margins: board, start,
// layer, stored, bytes, and the number of values of each margin.
std::string info_csv(const std::vector<TableReport>& tables);

// Returns the output of `pipo count`: the numbers of all positions of each layer of a table, by
// value.
std::string count_csv(const Manifest& manifest, const std::vector<Histogram>& counts);

}  // namespace pipo
