// Which notation a text is in.
#pragma once

#include "probe/notation/notation_entry.hpp"

namespace pipo {

struct Recognised {
  const NotationEntry& entry;
  Game game;
};

// The only one that reads the text. Throws BadInput: where there are several, naming them, and
// where there is none, with what the one says that got furthest.
Recognised recognise(std::string_view text);

}  // namespace pipo
