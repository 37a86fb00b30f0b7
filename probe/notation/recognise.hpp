// Detects the notation of a text.
#pragma once

#include "probe/notation/notation_entry.hpp"

namespace pipo {

struct Recognised {
  const NotationEntry& entry;
  Game game;
};

// Returns the only notation that can read the text, with the game. If several can, throws BadInput
// naming them. If none can, throws BadInput with the message of the one that got furthest.
Recognised recognise(std::string_view text);

}  // namespace pipo
