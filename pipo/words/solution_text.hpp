// How a value was found, and bounds on a value, as text and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pipo/words/standing.hpp"
#include "pipopipette/solver.hpp"

namespace pipo {

// The work of a sweep or a search.
struct Work {
  std::uint64_t looked_at = 0;
  std::uint64_t helped = 0;  // of these, answered by tables and sweeps
  double seconds = 0;
};

// "by a search of 1,234 positions in 0.5 s"
std::string how_solved(Way way, const Work& work);

enum class AnswerFormat { text, jsonl };

// Returns the format of this name, "text" or "jsonl".
inline AnswerFormat answer_format(std::string_view name) {
  return name == "jsonl" ? AnswerFormat::jsonl : AnswerFormat::text;
}

// Adds to an object, one line of JSON, where its value comes from: "by":"sweep".
void append_way(std::string& line, Way way);

// Appends a solution: several lines that end with how it was solved, or one line of JSON.
void append_solution(std::string& out, const Solution& solution, const Standing& standing,
                     AnswerFormat format);

// "value at least +3: the player to move wins", "value from -7 to +5".
std::string bounds_text(const Bounds& bounds, const Window& window);

// Returns several lines: the position, its layer, what is known about its value, the move that
// achieves the lower bound, and how it was found.
std::string enclosure_text(const Enclosure& found, const Window& window, const Standing& standing);

// Returns one line of JSON.
std::string enclosure_json(const Enclosure& found, const Standing& standing);

}  // namespace pipo
