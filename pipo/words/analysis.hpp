// A game analysed move by move, written in the formats of `pipo analyse`.
#pragma once

#include <string>
#include <string_view>

#include "solve/analysed_game.hpp"

namespace pipo {

// A table with a line a move, and what it all comes to.
std::string analysis_text(const AnalysedGame& game);

// A line of JSON for each move, and one for the whole.
std::string analysis_json(const AnalysedGame& game);

// The game in the notation `moves`, behind comments (lines that begin with '#') that say what each
// move is worth: what reads games reads it back.
std::string analysis_record(const AnalysedGame& game);

// The lines under the table: what each player threw away, where the game was decided, and how that
// is known.
std::string analysis_summary(const AnalysedGame& game);

std::string_view word(Result result);
std::string_view word(Ending ending);

}  // namespace pipo
