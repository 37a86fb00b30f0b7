// What `pipo info` tells about tables, in its three formats.
#pragma once

#include <string>
#include <vector>

#include "probe/table/table_state.hpp"

namespace pipo {

struct TableReport {
  TableState state;
  std::string writer;  // the process that is making it just now, if one is
};

// Paragraphs with a table of layers, and for each layer the shape of its histogram; of a broken
// table and of one that is not finished, what there is to say. `blocks`: draw with the block
// characters of Unicode instead of ASCII.
std::string info_text(const std::vector<TableReport>& tables, bool blocks);

// An object, as info_json() has one for each table.
std::string info_json(const TableReport& table);

// A list of objects.
std::string info_json(const std::vector<TableReport>& tables);

// A header line, then one line a layer of each complete table: board, start, layer, stored, bytes,
// and how many values there are of each margin.
std::string info_csv(const std::vector<TableReport>& tables);

}  // namespace pipo
