// `dbn` and `picture`: the two forms that all commands read, as notations.
#include <algorithm>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "probe/notation/cursor.hpp"
#include "probe/notation/notation_entry.hpp"
#include "probe/notation/wilson_results.hpp"

namespace pipo {
namespace {

// Returns the first line that is not blank.
std::string_view first_written_line(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \r\n"), text.size()));
  return text.substr(0, text.find('\n'));
}

// The error is that of the form that the text appears to have.
Game read_picture(std::string_view text) {
  try {
    return game_of(parse_picture(text));
  } catch (const BadInput&) {
    if (!is_wilson_dots(first_written_line(text))) throw;
    if (text.find_first_of("#^") != text.npos) return game_of(parse_wilson_results(text));
    try {
      return game_of(parse_wilson_results(text));
    } catch (const Malformed&) {
    }
    throw;
  }
}

}  // namespace

const NotationEntry kDbn{
    .info = {.name = "dbn",
             .description = "0 or 1 an edge, as OpenSpiel has them: 2x2:110000000000"},
    .read = [](std::string_view text) { return game_of(parse_position(text)); },
    .write = [](const Game& game) { return to_string(game.position()); }};

const NotationEntry kPicture{.info = {.name = "picture",
                                      .description = "dots and lines: +--+, |, spaces",
                                      .form = NotationForm::file},
                             .read = read_picture,
                             .write = [](const Game& game) { return picture(game.position()); }};

}  // namespace pipo
