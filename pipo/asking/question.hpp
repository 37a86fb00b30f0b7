// A question to the tables: a position written as text, in some notation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipo/game/given_game.hpp"
#include "pipo/io/line_reader.hpp"

namespace pipo {

struct Question {
  std::uint64_t number = 0;  // 1 for the first
  std::string_view text;
  std::optional<Position> position;
  Standing standing;
  std::string problem;  // why the text is not a position; empty if it is one
};

Question parse_question(const TextLine& line, const Reading& reading = {});

// Parses several lines in parallel.
std::vector<Question> parse_questions(const std::vector<TextLine>& lines,
                                      const Reading& reading = {});

}  // namespace pipo
