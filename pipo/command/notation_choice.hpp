// The notation that a command reads, and what the notation leaves open.
#pragma once

#include <string>

#include "answers/question.hpp"
#include "pipo/command/command.hpp"
#include "pipo/io/input.hpp"

namespace pipo {

// The options as the user gave them.
struct NotationChoice {
  std::string notation = "dbn";
  bool notation_given = false;
  bool ordered = false;
  std::string score;
  std::string picture;  // a file
  std::string file;     // another one
};

// Declares --picture, --file, --notation, --ordered and --mover-score.
void add_notation(Command& command, NotationChoice& choice);

// Returns "HELP: dbn, moves, ... or NAME" for the help of an option, with "auto" first for reading.
std::string listed_notations(const std::string& help, bool for_reading);

// Returns how lines are to be read by a command that asks for values with this cost of the last
// move. Throws BadInput for an unknown notation or a bad score.
ReadOptions read_options_of(const NotationChoice& choice, std::uint64_t last_move_cost = 0);

// Returns whether --picture or --file is given. `others` is how many of the alternatives are given,
// and `names` names them. Throws BadInput if more than one is given.
bool reads_file(const NotationChoice& choice, int others, std::string_view names);

// Returns the game in the file of --picture or --file, and its turn and score. Without --notation,
// the notation is detected. Throws BadInput, which names the file.
ParsedGame read_game_file(CommandContext& context, const NotationChoice& choice);

// Returns the game of `argument`, or that of --picture or --file. `what` is what the argument is,
// "a position". Throws BadInput: `missing` if there is neither.
ParsedGame read_given_game(CommandContext& context, const NotationChoice& choice,
                           const std::string& argument, std::string_view what,
                           const std::string& missing);

// Reads a whole text as a game. Throws BadInput that begins with `name`.
Game read_named(const std::string& name, std::string_view text, const ReadOptions& reading);

}  // namespace pipo
