// `dbn` and `picture`: the two forms that all commands read, as notations.
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "probe/notation/notation_entry.hpp"

namespace pipo {

const NotationEntry kDbn{
    .info = {.name = "dbn",
             .description = "0 or 1 an edge, as OpenSpiel has them: 2x2:110000000000"},
    .read = [](std::string_view text) { return game_of(parse_position(text)); },
    .write = [](const Game& game) { return to_string(game.position()); }};

const NotationEntry kPicture{
    .info = {.name = "picture",
             .description = "dots and lines: +--+, |, spaces",
             .form = NotationForm::file},
    .read = [](std::string_view text) { return game_of(parse_picture(text)); },
    .write = [](const Game& game) { return picture(game.position()); }};

}  // namespace pipo
