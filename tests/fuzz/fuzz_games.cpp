// Games and positions in the notations of other programs. The input is read in each notation. A
// notation writes every game that it accepts, and reads it back unchanged.
#include <optional>
#include <string>

#include "pipopipette/error.hpp"
#include "pipopipette/notations.hpp"
#include "tests/fuzz/property.hpp"

namespace pipo::fuzz {
namespace {

std::optional<Game> read_if_accepted(std::string_view notation, std::string_view text) {
  try {
    return read_game(notation, text);
  } catch (const BadInput& error) {
    require_message(error.what());
    return std::nullopt;
  }
}

void check_game(const Game& game) {
  const Position& position = game.position();
  IndexSet drawn;
  for (const int edge : game.edges()) {
    require(edge >= 0 && edge < position.board.edges(), "an edge is one of the board's");
    require(!drawn.contains(edge), "an edge is listed once");
    drawn.insert(edge);
  }
  require(drawn == position.drawn, "the edges are those of the position");
  require(!game.turn() || *game.turn() == 0 || *game.turn() == 1, "a player is 0 or 1");
  if (game.in_order()) {
    const Game again = played(position.board, game.edges());
    require(again.turn() == game.turn() && again.score() == game.score(), "turn and score follow");
  }
}

void check_notation(const NotationInfo& info, std::string_view text) {
  const auto game = read_if_accepted(info.name, text);
  if (!game) return;
  check_game(*game);
  const std::string written = write_game(info.name, *game);
  const auto again = read_if_accepted(info.name, written);
  require(again.has_value(), "what is written is read back");
  require(again->position() == game->position(), "as the same position");
  require(again->in_order() == game->in_order(), "in order of play, if it was");
  require(!game->in_order() || again->edges() == game->edges(), "and in the same order");
  require(write_game(info.name, *again) == written, "and is written in one way");
}

}  // namespace
}  // namespace pipo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pipo::fuzz;
  const std::string_view text = as_text(data, size);
  bool any = false;
  for (const pipo::NotationInfo& info : pipo::notations()) {
    check_notation(info, text);
    any = any || read_if_accepted(info.name, text).has_value();
  }
  const auto found = read_if_accepted(pipo::kAnyNotation, text);
  require(!found || any, "what is found out is one of them");
  return 0;
}
