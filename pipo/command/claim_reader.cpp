#include "pipo/command/claim_reader.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/notations.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "probe/notation/cursor.hpp"

namespace pipo {
namespace {

// Returns the offset, from 0, of the first error in BOARD:BITS.
std::size_t wrong_place(std::string_view text) {
  const std::size_t bits = text.find(':') + 1;
  if (bits == 0) return 0;
  try {
    const auto edges = static_cast<std::size_t>(Board::parse(text.substr(0, bits - 1)).edges());
    const std::size_t strange = text.find_first_not_of("01", bits);
    return std::min({strange, bits + edges, text.size()});
  } catch (const BadInput&) {
    return 0;
  }
}

// Splits a list at commas or spaces.
std::vector<ClaimField> parts_of(const ClaimField& field) {
  std::vector<ClaimField> parts;
  std::size_t begin = 0;
  const auto is_space = [&](std::size_t i) { return field.text[i] == ' '; };
  while (begin <= field.text.size()) {
    while (begin < field.text.size() && is_space(begin)) ++begin;
    const std::size_t end = std::min(field.text.find_first_of(", ", begin), field.text.size());
    const ClaimField part = field.part(begin, end - begin);
    begin = end;
    while (begin < field.text.size() && is_space(begin)) ++begin;
    if (part.text.empty()) {
      refuse_column(part.column, begin < field.text.size() ? "expected an edge, got ','"
                                                           : "expected an edge, got the end");
    }
    parts.push_back(part);
    if (begin == field.text.size()) break;
    if (field.text[begin] == ',') ++begin;
  }
  return parts;
}

}  // namespace

void refuse_column(std::size_t column, const std::string& reason) {
  throw BadInput(fmt::format("column {}: {}", column, reason));
}

Position read_claimed_position(const ClaimField& field, std::string_view notation) {
  const bool dbn = notation == "dbn";
  try {
    return dbn ? parse_position(field.text) : read_game(notation, field.text).position();
  } catch (const Malformed& malformed) {
    const std::size_t offset = malformed.offset();
    if (field.column_of(offset) == 1 + offset) refuse_column(1 + offset, malformed.reason());
    // The reason may name columns, which count from the position's beginning.
    throw BadInput(fmt::format("column {}, {} of the position: {}", field.column_of(offset),
                               1 + offset, malformed.reason()));
  } catch (const BadInput& error) {
    refuse_column(field.column_of(dbn ? wrong_place(field.text) : 0), error.what());
  }
}

int read_claimed_value(const ClaimField& field) {
  std::string_view digits = field.text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const auto value = parsed_number<int>(digits);
  const bool two_signs = field.text.starts_with("+-");
  if (!value || two_signs || *value > kLargestClaim || *value < -kLargestClaim) {
    refuse_column(field.column,
                  fmt::format("{} is not a value; give a margin in boxes, such as 3 or -1",
                              pipo::quoted(field.text)));
  }
  return *value;
}

int read_claimed_edge(const ClaimField& field, const Position& position) {
  const Board& board = position.board;
  int edge = 0;
  try {
    edge = parse_edge(board, field.text);
  } catch (const BadInput& error) {
    refuse_column(field.column, error.what());
  }
  if (position.open().empty()) {
    refuse_column(field.column, fmt::format("{} is not a move: all {} edges of {} are drawn",
                                            edge_name(board, edge), board.edges(), board.name()));
  }
  if (position.drawn.contains(edge)) {
    refuse_column(field.column, edge_name(board, edge) + " is not a move: it is drawn already");
  }
  return edge;
}

void add_claimed_edge(IndexSet& edges, int edge, const Board& board, std::size_t column) {
  if (edges.contains(edge)) refuse_column(column, edge_name(board, edge) + " is listed twice");
  edges.insert(edge);
}

IndexSet read_claimed_best(const ClaimField& field, const Position& position) {
  IndexSet edges;
  for (const ClaimField& part : parts_of(field)) {
    add_claimed_edge(edges, read_claimed_edge(part, position), position.board, part.column);
  }
  return edges;
}

std::vector<ClaimedMove> read_claimed_moves(const ClaimField& field, const Position& position) {
  std::vector<ClaimedMove> moves;
  IndexSet edges;
  for (const ClaimField& part : parts_of(field)) {
    const std::size_t sign = part.text.find('=');
    if (sign == part.text.npos) {
      refuse_column(
          part.column_of(part.text.size()),
          fmt::format("expected a value after {}, as in h0.0=1", pipo::quoted(part.text)));
    }
    const int edge = read_claimed_edge(part.part(0, sign), position);
    add_claimed_edge(edges, edge, position.board, part.column);
    moves.push_back({edge, read_claimed_value(part.part(sign + 1, part.text.npos))});
  }
  return moves;
}

namespace {

// Claims as plain text: POSITION VALUE [BEST] [MOVES]. These are the fields.
std::vector<ClaimField> fields_of(const ClaimField& line, std::string_view separators) {
  std::vector<ClaimField> fields;
  for (std::size_t begin = 0; begin < line.text.size();) {
    const std::size_t end = std::min(line.text.find_first_of(separators, begin), line.text.size());
    if (end > begin) fields.push_back({line.text.substr(begin, end - begin), line.column + begin});
    begin = end + 1;
  }
  return fields;
}

// Returns whether spaces separate the fields. Positions in notations other than dbn contain spaces.
bool spaces_separate(const ClaimField& line, std::string_view notation) {
  if (notation == "dbn") return true;
  const std::string_view first_word = line.text.substr(0, line.text.find_first_of(" \t"));
  return notation == "auto" && first_word.find(':') != first_word.npos && first_word[0] != '{';
}

Claim read_claim_text(const ClaimField& line, std::string_view notation) {
  const bool spaces = spaces_separate(line, notation);
  const std::vector<ClaimField> fields = fields_of(line, spaces ? " \t" : "\t");
  Claim claim;
  claim.position = read_claimed_position(fields.front(), spaces ? "dbn" : notation);
  if (fields.size() < 2) {
    refuse_column(line.column + line.text.size(),
                  spaces ? "the value of the position is missing"
                         : "the value is missing; positions of this notation contain spaces, so "
                           "separate them from the value by a tab");
  }
  claim.value = read_claimed_value(fields[1]);
  for (std::size_t i = 2; i < fields.size(); ++i) {
    const bool moves = fields[i].text.find('=') != std::string_view::npos;
    if (i > 3 || (moves ? !claim.moves.empty() : claim.best.has_value())) {
      refuse_column(fields[i].column,
                    "expected nothing more after the position, its value, the best moves and the "
                    "values of moves");
    }
    if (moves) {
      claim.moves = read_claimed_moves(fields[i], claim.position);
    } else {
      claim.best = read_claimed_best(fields[i], claim.position);
    }
  }
  return claim;
}

// A cell of claims as csv (RFC 4180), one claim per line; the header names the columns.
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

}  // namespace

// Finds the form from the first line, and reads that line if it is the header of a csv. (A position
// that is itself JSON has a value after it.)
void ClaimReader::begin(const TextLine& first) {
  if (!form_) {
    const bool json = first.text.starts_with('{') && first.text.ends_with('}');
    form_ = json ? ClaimForm::jsonl : is_csv_header(first.text) ? ClaimForm::csv : ClaimForm::text;
  }
  if (form_ != ClaimForm::csv) return;
  try {
    columns_ = read_csv_header({first.text, first.column});
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("line {}, {}", first.number, error.what()));
  }
}

Claim ClaimReader::read_line(const TextLine& line) const {
  const ClaimField field{line.text, line.column};
  if (columns_) return read_claim_csv(field, *columns_, notation_);
  return form_ == ClaimForm::jsonl ? read_claim_json(field, notation_)
                                   : read_claim_text(field, notation_);
}

std::vector<ClaimLine> ClaimReader::read(std::vector<TextLine> lines) {
  if (!begun_ && !lines.empty()) {
    begun_ = true;
    begin(lines.front());
    if (columns_) lines.erase(lines.begin());
  }
  std::vector<ClaimLine> claims(lines.size());
  parallel_loop(std::size_t{0}, lines.size(), [&](std::size_t i) {
    claims[i] = {.number = lines[i].number, .text = lines[i].text, .claim = {}, .problem = {}};
    try {
      claims[i].claim = read_line(lines[i]);
    } catch (const BadInput& error) {
      claims[i].problem = error.what();
    }
  });
  return claims;
}

}  // namespace pipo
