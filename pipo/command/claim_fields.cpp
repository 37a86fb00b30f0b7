#include "pipo/command/claim_fields.hpp"

#include <fmt/core.h>

#include <algorithm>

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

}  // namespace pipo
