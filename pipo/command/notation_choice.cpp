#include "pipo/command/notation_choice.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"

namespace pipo {
namespace {

// Prefixes the message of a BadInput with the name.
template <typename Read>
auto naming(const std::string& name, Read read) {
  try {
    return read();
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace

std::string listed_notations(const std::string& help, bool for_reading) {
  std::string text = help + ": ";
  if (for_reading) text += "auto, ";
  const auto all = notations();
  for (const NotationInfo& info : all) {
    if (&info != &all.front()) text += &info == &all.back() ? " or " : ", ";
    text += info.name;
  }
  return text;
}

void add_notation(Command& command, NotationChoice& choice) {
  command.text("--picture", choice.picture, "FILE|-",
               "File with a picture of a position, - for standard input");
  command.text("--file", choice.file, "FILE|-",
               "File with a game or position in any notation, - for standard input");
  command.text("--notation", choice.notation, "NAME",
               listed_notations("Notation of the positions", true), Default::shown,
               &choice.notation_given);
  command.flag("--ordered", choice.ordered, "The edges are listed in order of play");
  command.text(
      "--mover-score", choice.score, "N-N",
      "Boxes of the player to move and of the other player, if the notation does not give them");
}

ReadOptions read_options_of(const NotationChoice& choice, std::uint64_t last_move_cost) {
  ReadOptions reading{
      choice.notation, choice.ordered, {}, static_cast<LastMoveCost>(last_move_cost)};
  if (choice.notation != kAnyNotation) notation(choice.notation);
  if (!choice.score.empty()) {
    reading.score = naming("--mover-score", [&] { return parse_score(choice.score); });
  }
  return reading;
}

bool reads_file(const NotationChoice& choice, int others, std::string_view names) {
  const int files = !choice.picture.empty() + !choice.file.empty();
  if (files + others > 1) {
    throw BadInput(
        fmt::format("{}, --picture and --file exclude each other; give only one", names));
  }
  return files > 0;
}

Game read_named(const std::string& name, std::string_view text, const ReadOptions& reading) {
  return naming(name, [&] { return read_as(reading, text); });
}

ParsedGame read_game_file(CommandContext& context, const NotationChoice& choice) {
  ReadOptions reading = read_options_of(choice, context.last_move_cost);
  if (!choice.picture.empty()) {
    if (choice.notation_given && choice.notation != "picture") {
      throw BadInput("--picture reads pictures only; use --file for a file in another notation");
    }
    reading.notation = "picture";
  } else if (!choice.notation_given) {
    reading.notation = kAnyNotation;
  }
  const bool picture = !choice.picture.empty();
  Source source(context.in, picture ? choice.picture : choice.file);
  const std::string text = read_text(source, picture ? kLongestGame : kLongestFile);
  const Game game = read_named(source.name(), text, reading);
  return {game, naming(source.name(), [&] { return turn_and_score_of(reading, game); })};
}

ParsedGame read_given_game(CommandContext& context, const NotationChoice& choice,
                           const std::string& argument, std::string_view what,
                           const std::string& missing) {
  if (reads_file(choice, !argument.empty(), what)) return read_game_file(context, choice);
  if (argument.empty()) throw BadInput(missing);
  return read_line(read_options_of(choice, context.last_move_cost), argument);
}

}  // namespace pipo
