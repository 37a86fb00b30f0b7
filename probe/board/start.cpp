#include "probe/board/start.hpp"

#include <fmt/core.h>

#include <charconv>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {
namespace {

// Returns the position's edges on `board`, which is the position's board or its transpose.
IndexSet turned_to(const Board& board, const Position& position) {
  if (position.board == board) return position.drawn;
  return image_of(position, Image{.transpose = true}).drawn;
}

// Reads an edge set of this board, "0x1f".
EdgeSet parse_edge_set(const Board& board, std::string_view text) {
  EdgeSet edges = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + 2, end, edges, 16);
  if (rest != end || error == std::errc::invalid_argument) {
    throw BadInput(fmt::format(
        "{} is not a start; give hexadecimal digits after 0x, for example 0x1f", quoted(text)));
  }
  if (error != std::errc() || (edges & ~board.all()) != 0) {
    throw BadInput(
        fmt::format("the start {} has edges that {} does not have; it has {} edges, 0x{:x} in all",
                    quoted(text), board.name(), board.edges(), board.all()));
  }
  return edges;
}

}  // namespace

IndexSet american_start(const Board&) {
  return {};
}

IndexSet swedish_start(const Board& board) {
  IndexSet drawn;
  for (int edge = 0; edge < board.edges(); ++edge) {
    const auto [one, other] = board.neighbours(edge);
    if (one < 0 || other < 0) drawn.insert(edge);
  }
  return drawn;
}

IndexSet icelandic_start(const Board& board) {
  IndexSet drawn;
  for (int r = 0; r < board.rows(); ++r) drawn.insert(board.vertical(r, 0));
  for (int c = 0; c < board.columns(); ++c) drawn.insert(board.horizontal(board.rows(), c));
  return drawn;
}

IndexSet parse_start(const Board& board, std::string_view text) {
  if (text == "american") return american_start(board);
  if (text == "swedish") return swedish_start(board);
  if (text == "icelandic") return icelandic_start(board);
  if (text.starts_with("0x")) {
    const Board flat = board.rows() <= board.columns() ? board : board.transposed();
    return turned_to(board, {flat, parse_edge_set(flat, text)});
  }
  if (text.find(':') == std::string_view::npos) {
    throw BadInput(
        fmt::format("{} is not a start; give american, swedish, icelandic or a position of {}",
                    quoted(text), board.name()));
  }
  const Position position = parse_position(text);
  if (position.board != board && position.board != board.transposed()) {
    throw BadInput(fmt::format("the start {} is a position of {}, not of {}", quoted(text),
                               position.board.name(), board.name()));
  }
  return turned_to(board, position);
}

std::optional<std::uint64_t> take_cost(std::string_view& name) {
  const std::size_t at = name.rfind(kCostEnding);
  if (at == name.npos) return {};
  const auto cost = parsed_number<std::uint64_t>(name.substr(at + kCostEnding.size()));
  if (cost) name = name.substr(0, at);
  return cost;
}

}  // namespace pipo
