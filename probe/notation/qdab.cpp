// `qdab`: JSON with two bit sets, for 5x5 boards only. H contains the vertical edges, which are
// side by side in a row of boxes: bit 6y+x is v y.x. V contains the horizontal ones: bit 6x+y is h
// y.x.
#include <fmt/core.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "probe/notation/json_object.hpp"
#include "probe/notation/notation_entry.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

constexpr int kQdabSize = 5;
constexpr std::uint64_t kQdabBits = (std::uint64_t{1} << kQdabSize * (kQdabSize + 1)) - 1;

constexpr NotationInfo kQdabInfo{.name = "qdab",
                                 .description = "bit sets of QDAB, 5x5 only: {\"H\":128,\"V\":0}",
                                 .form = NotationForm::json};

Game read_qdab(std::string_view text) {
  const nlohmann::json sets = parse_object(text);
  const Board board(kQdabSize, kQdabSize);
  Position position{board, {}};
  const auto draw = [&](std::uint64_t bits, bool horizontal) {
    for (; bits != 0; bits &= bits - 1) {
      const int bit = std::countr_zero(bits);
      const int across = bit / (kQdabSize + 1), along = bit % (kQdabSize + 1);
      position.drawn.insert(horizontal ? board.horizontal(along, across)
                                       : board.vertical(across, along));
    }
  };
  draw(whole_number(sets, "H", kQdabBits), false);
  draw(whole_number(sets, "V", kQdabBits), true);
  return game_of(position);
}

std::string write_qdab(const Game& game) {
  const Board& board = game.board();
  expect_board("qdab", board, Board(kQdabSize, kQdabSize));
  std::uint64_t verticals = 0, horizontals = 0;
  for (const int edge : game.edges()) {
    const auto [horizontal, row, column] = place_of(board, edge);
    if (horizontal) {
      horizontals |= std::uint64_t{1} << ((kQdabSize + 1) * column + row);
    } else {
      verticals |= std::uint64_t{1} << ((kQdabSize + 1) * row + column);
    }
  }
  return fmt::format("{{\"H\":{},\"V\":{}}}", verticals, horizontals);
}

constexpr std::array<std::string_view, 2> kQdabMembers = {"H", "V"};

}  // namespace

const NotationEntry kQdab{
    .info = kQdabInfo, .read = read_qdab, .write = write_qdab, .members = kQdabMembers};

}  // namespace pipo
