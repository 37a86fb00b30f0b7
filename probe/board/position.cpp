// Positions, their text and the names of edges.
#include "pipopipette/position.hpp"

#include <fmt/core.h>

#include <optional>
#include <ostream>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/quote.hpp"
#include "probe/board/place.hpp"

namespace pipo {
namespace {

[[noreturn]] void refuse_edges(const Board& board, EdgeSet drawn) {
  throw BadInput(fmt::format("{:#x}: edges beyond the {} of {} are drawn", drawn, board.edges(),
                             board.name()));
}

// Inlined into both checks below: every question to a table makes one of them.
inline void check_word(const Board& board, EdgeSet drawn) {
  if ((drawn & ~board.all()) != 0) refuse_edges(board, drawn);
}

IndexSet parse_bits(const Board& board, std::string_view bits) {
  const auto bad = bits.find_first_not_of("01");
  if (bad != std::string_view::npos) {
    throw BadInput(
        fmt::format("{}: character {} of the bits is {}, only 0 (open) and 1 (drawn) are allowed",
                    board.name(), bad + 1, quoted(bits[bad])));
  }
  if (bits.size() != static_cast<std::size_t>(board.edges())) {
    throw BadInput(
        fmt::format("{} needs {} edges, got {}", board.name(), board.edges(), bits.size()));
  }
  IndexSet drawn;
  for (int edge = 0; edge < board.edges(); ++edge) {
    if (bits[static_cast<std::size_t>(edge)] == '1') drawn.insert(edge);
  }
  return drawn;
}

// Reads a decimal number below `limit` without sign or leading zeros.
std::optional<int> parse_below(std::string_view text, int limit) {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
    if (value >= limit) return std::nullopt;
  }
  return value;
}

// Reads "R.C" with R < rows and C < columns. Returns the index R * columns + C.
std::optional<int> parse_place(std::string_view text, int rows, int columns) {
  const auto dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto row = parse_below(text.substr(0, dot), rows);
  const auto column = parse_below(text.substr(dot + 1), columns);
  if (!row || !column) return std::nullopt;
  return *row * columns + *column;
}

std::optional<int> find_edge(const Board& board, std::string_view text) {
  if (text.starts_with('h')) {
    return parse_place(text.substr(1), board.rows() + 1, board.columns());
  }
  if (text.starts_with('v')) {
    const auto place = parse_place(text.substr(1), board.rows(), board.columns() + 1);
    return place ? std::optional(board.horizontals() + *place) : std::nullopt;
  }
  return parse_below(text, board.edges());
}

}  // namespace

IndexSet Position::open_on_large() const {
  IndexSet open;
  for (int edge = 0; edge < board.edges(); ++edge) {
    if (!drawn.contains(edge)) open.insert(edge);
  }
  return open;
}

void check_edges(const Board& board, EdgeSet drawn) {
  check_word(board, drawn);
}

void check_edges(const Board& board, const IndexSet& drawn) {
  if (board.is_small() && drawn.is_word()) {
    check_word(board, static_cast<EdgeSet>(drawn));
  } else if (drawn.largest() >= board.edges()) {
    throw BadInput(fmt::format("edge {} is drawn: {} has edges 0 to {}", drawn.largest(),
                               board.name(), board.edges() - 1));
  }
}

std::string to_string(const Position& position) {
  std::string text = position.board.name() + ":";
  for (int edge = 0; edge < position.board.edges(); ++edge) {
    text += position.drawn.contains(edge) ? '1' : '0';
  }
  return text;
}

std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << to_string(position);
}

Position parse_position(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) {
    throw BadInput(fmt::format(
        "{} is not a position: a position is BOARD:BITS, one 0 or 1 per edge, for example 1x1:0111",
        quoted(text)));
  }
  const Board board = Board::parse(text.substr(0, colon));
  return {board, parse_bits(board, text.substr(colon + 1))};
}

std::string edge_name(const Board& board, int edge) {
  if (edge < 0 || edge >= board.edges()) {
    throw BadInput(
        fmt::format("edge {}: {} has edges 0 to {}", edge, board.name(), board.edges() - 1));
  }
  const auto [horizontal, row, column] = place_of(board, edge);
  return fmt::format("{}{}.{}", horizontal ? 'h' : 'v', row, column);
}

int parse_edge(const Board& board, std::string_view text) {
  if (const auto edge = find_edge(board, text)) return *edge;
  const int last = board.edges() - 1;
  throw BadInput(
      fmt::format("{} is not an edge of {}: edges are h0.0 to {}, v0.0 to {}, or by index 0 to {}",
                  quoted(text), board.name(), edge_name(board, board.horizontals() - 1),
                  edge_name(board, last), last));
}

}  // namespace pipo
