// Answers for programs: one line of JSON each.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pipo/words/standing.hpp"
#include "pipopipette/tables.hpp"

namespace pipo {

// Appends an answer as one line of JSON, ended by a newline:
// {"position":"1x1:0111","layer":3,"value":1,"moves":[{"edge":"h0.0","index":0,"captures":1,"value":1}],
//  "best":["h0.0"]}
// Turn and score follow if they are known. Writes straight into the buffer, since batches have tens
// of thousands of lines a second.
void append_json(std::string& out, const Answer& answer, const Standing& standing = {});

// Appends the value alone: {"position":"1x1:0111","layer":3,"value":1}, with turn and score
// likewise, and "computed" if the value is of a layer that its table omits.
void append_json(std::string& out, const Position& position, int value,
                 const Standing& standing = {}, bool computed = false);

// {"position":"3x3:01","error":"3x3 needs 24 edges, got 2"} and a newline. Bytes of the position
// that are not UTF-8 become U+FFFD.
void append_json_error(std::string& out, std::string_view position, std::string_view error);

// A list of the names of edges: ["h0.0","v1.1"].
std::string edges_json(const Board& board, std::span<const int> edges);

// A text between quotes. Bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

}  // namespace pipo
