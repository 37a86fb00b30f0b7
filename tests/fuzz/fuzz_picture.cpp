// Pictures of positions. An accepted picture, printed by picture() and read again, gives the same
// position, with or without labels.
#include <optional>
#include <string>

#include "pipopipette/error.hpp"
#include "pipopipette/picture.hpp"
#include "tests/fuzz/property.hpp"

namespace pipo::fuzz {
namespace {

// Numbers with and without a sign, as probe prints the values of moves.
Labels numbers(const Board& board, unsigned seed) {
  Labels labels;
  for (int edge = 0; edge < board.edges(); ++edge) {
    const int number = static_cast<int>(seed % 65) - 32 + edge;
    labels.edges.push_back((seed & 64) != 0 && number > 0 ? "+" + std::to_string(number)
                                                          : std::to_string(number));
  }
  for (int box = 0; box < board.boxes(); ++box) {
    labels.boxes.emplace_back(1, static_cast<char>('A' + box % 26));
  }
  return labels;
}

std::optional<Position> accepted(std::string_view text) {
  try {
    return parse_picture(text);
  } catch (const BadInput& error) {
    require_message(error.what());
    return std::nullopt;
  }
}

}  // namespace
}  // namespace pipo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pipo;
  using namespace pipo::fuzz;
  const std::optional<Position> position = accepted(as_text(data, size));
  if (!position) return 0;
  require(position->drawn.largest() < position->board.edges(), "edges are of the board");
  require(parse_picture(picture(*position)) == *position, "a picture is read back");
  const Labels labels = numbers(position->board, static_cast<unsigned>(size));
  require(parse_picture(picture(*position, labels)) == *position,
          "a picture with numbers is read back");
  return 0;
}
