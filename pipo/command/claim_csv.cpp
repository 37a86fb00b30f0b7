// Claims as csv (RFC 4180), one per line; the header names the columns.
#include <fmt/core.h>

#include <algorithm>

#include "pipo/command/claim_reader.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

struct Cell {
  std::string text;
  std::size_t column = 1;                 // of its first character, after the quote if it has one
  std::vector<std::size_t> columns = {};  // of all characters and the end, if it is in quotes

  void add(char character, std::size_t at) {
    text += character;
    columns.push_back(at);
  }
};

// Reads a cell in quotes, in which a quote is written twice; `at` is after the opening quote.
Cell quoted_cell(const ClaimField& line, std::size_t& at) {
  const std::size_t begin = at;
  Cell cell{.text = {}, .column = line.column + begin};
  while (true) {
    const std::size_t quote = line.text.find('"', at);
    if (quote == line.text.npos) {
      refuse_column(line.column + begin - 1, "the quote opened here is not closed in its line");
    }
    for (; at < quote; ++at) cell.add(line.text[at], line.column + at);
    ++at;
    if (at == line.text.size() || line.text[at] != '"') {
      cell.columns.push_back(line.column + quote);
      return cell;
    }
    cell.add('"', line.column + quote);
    ++at;
  }
}

std::vector<Cell> cells_of(const ClaimField& line) {
  std::vector<Cell> cells;
  for (std::size_t at = 0;; ++at) {
    if (at < line.text.size() && line.text[at] == '"') {
      ++at;
      cells.push_back(quoted_cell(line, at));
      if (at < line.text.size() && line.text[at] != ',') {
        refuse_column(line.column + at, "expected a comma after the quote");
      }
    } else {
      const std::size_t end = std::min(line.text.find(',', at), line.text.size());
      const std::string_view text = line.text.substr(at, end - at);
      if (const std::size_t quote = text.find('"'); quote != text.npos) {
        refuse_column(line.column + at + quote,
                      "a quote is allowed only at the beginning of a field; write it twice "
                      "inside quotes");
      }
      cells.push_back({std::string(text), line.column + at});
      at = end;
    }
    if (at == line.text.size()) return cells;
  }
}

ClaimField field_of(const Cell& cell) {
  return {cell.text, cell.column, cell.columns};
}

}  // namespace

bool is_csv_header(std::string_view line) {
  try {
    const std::vector<Cell> cells = cells_of({line, 1});
    return std::ranges::any_of(cells, [](const Cell& cell) { return cell.text == "position"; });
  } catch (const BadInput&) {
    return false;
  }
}

ClaimColumns read_csv_header(const ClaimField& line) {
  const std::vector<Cell> cells = cells_of(line);
  const auto column = [&](std::string_view name) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].text != name) continue;
      if (found) {
        refuse_column(cells[i].column, fmt::format("two columns are called \"{}\"", name));
      }
      found = i;
    }
    return found;
  };
  const auto needed = [&](std::string_view name) {
    const std::optional<std::size_t> found = column(name);
    if (!found) {
      refuse_column(
          line.column,
          fmt::format("the header has no column \"{}\"; a csv has the columns position and "
                      "value, and, if they are claimed, best and moves",
                      name));
    }
    return *found;
  };
  return {.count = cells.size(),
          .position = needed("position"),
          .value = needed("value"),
          .best = column("best"),
          .moves = column("moves")};
}

Claim read_claim_csv(const ClaimField& line, const ClaimColumns& columns,
                     std::string_view notation) {
  const std::vector<Cell> cells = cells_of(line);
  if (cells.size() != columns.count) {
    refuse_column(
        line.column + line.text.size(),
        fmt::format("the line has {} fields, and the header {}", cells.size(), columns.count));
  }
  Claim claim;
  claim.position = read_claimed_position(field_of(cells[columns.position]), notation);
  claim.value = read_claimed_value(field_of(cells[columns.value]));
  if (columns.best && !cells[*columns.best].text.empty()) {
    claim.best = read_claimed_best(field_of(cells[*columns.best]), claim.position);
  }
  if (columns.moves && !cells[*columns.moves].text.empty()) {
    claim.moves = read_claimed_moves(field_of(cells[*columns.moves]), claim.position);
  }
  return claim;
}

}  // namespace pipo
