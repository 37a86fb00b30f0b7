// Answers about Nimstring as text and JSON.
#pragma once

#include <string>

#include "probe/file/layer_json.hpp"
#include "probe/file/manifest.hpp"
#include "probe/table/nim_tables.hpp"

namespace pipo {

// "nim-value 3" or "loony".
std::string nim_value_text(const NimValue& value);

// "nim-value 3: the player to move wins Nimstring".
std::string winner_text(const NimValue& value);

// Returns the value of a table's start, in words, for either game.
std::string start_value_text(const Manifest& manifest);

// Returns a picture in which each open edge shows the nim-value after its move, or nothing if the
// move leaves a loony position. `moves` have values as in game_values.hpp.
std::string picture_of_nim_values(const Position& position, std::vector<MoveValue> moves);

// Appends several lines: the position, its layer and value, the picture, and the winning moves.
void append_text(std::string& out, const NimAnswer& answer);

Json nim_answer_json(const NimAnswer& answer);

}  // namespace pipo
