// A game analysed move by move, as text, as JSON and as a game record with comments.
#pragma once

#include <string>

#include "probe/file/layer_json.hpp"
#include "solve/game_analysis.hpp"

namespace pipo {

// Returns a table with one line per move, and a summary.
std::string analysis_text(const AnalysedGame& game);

// Returns {"moves":[...],"summary":{...}}.
Json review_json(const AnalysedGame& game);

// Returns one line of JSON for each move, and one for the whole game.
std::string analysis_lines(const AnalysedGame& game);

// Returns the game in the notation `moves`, preceded by comments (lines that begin with '#') that
// give the value of each move. Everything that reads games can read it.
std::string analysis_record(const AnalysedGame& game);

// Returns the lines below the table: what each player threw away, where the game was decided, and
// how that was found.
std::string analysis_summary(const AnalysedGame& game);

}  // namespace pipo
