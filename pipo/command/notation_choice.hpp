// In which notation a command reads, and what the notation does not tell.
#pragma once

#include <string>
#include <vector>

#include "pipo/command/command.hpp"
#include "pipo/io/question.hpp"
#include "pipo/io/source.hpp"

namespace pipo {

// As the user gave it.
struct NotationChoice {
  std::string notation = "dbn";
  bool notation_given = false;
  bool ordered = false;
  std::string score;
  std::string picture;  // a file
  std::string file;     // another one
};

// Declares --picture, --file, --notation, --ordered and --score.
void add_notation(Command& command, NotationChoice& choice);

// "name one of these: dbn, moves, ...", for the help of an option; "auto" among them for reading.
std::string listed_notations(const std::string& help, bool for_reading);

// How lines are to be read. Throws BadInput for what is no notation or no score.
Reading reading_of(const NotationChoice& choice);

// Is it --picture or --file that is given? `others` is how many things are given that the command
// takes instead, and `names` what they are called. Throws BadInput if it is several.
bool reads_file(const NotationChoice& choice, int others, std::string_view names);

// The game in the file of --picture or --file, and how it was read: without --notation, as what is
// found out. Throws BadInput, naming the file.
GivenGame read_game_file(Session& session, const NotationChoice& choice);

// A whole text as a game. Throws BadInput naming what it is of.
Game read_named(const std::string& name, std::string_view text, const Reading& reading);

}  // namespace pipo
