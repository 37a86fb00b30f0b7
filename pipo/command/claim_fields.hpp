// Parses the fields of a claim, each with its place in its line. Every error is BadInput that
// begins with the column: "column 12: ...".
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipo/words/claim.hpp"

namespace pipo {

struct ClaimField {
  std::string_view text;
  std::size_t column = 1;  // of its first character, from 1

  // The column of each character and of the end, if the file has escapes in the text; else empty.
  std::span<const std::size_t> columns = {};

  std::size_t column_of(std::size_t offset) const {
    return columns.empty() ? column + offset : columns[offset];
  }
  ClaimField part(std::size_t begin, std::size_t count) const {
    count = std::min(count, text.size() - begin);
    return {text.substr(begin, count), column_of(begin),
            columns.empty() ? columns : columns.subspan(begin, count + 1)};
  }
};

[[noreturn]] void refuse_column(std::size_t column, const std::string& reason);

// Parses a position in this notation, which may be "auto".
Position read_claimed_position(const ClaimField& field, std::string_view notation);

// No board has a larger margin.
constexpr int kLargestClaim = kMaximumBoxes;

// Parses "3", "+3" or "-3".
int read_claimed_value(const ClaimField& field);

// Parses an open edge of the position, by name or index.
int read_claimed_edge(const ClaimField& field, const Position& position);

// Parses "h0.0,v1.1", also separated by spaces. Refuses an edge that occurs twice.
IndexSet read_claimed_best(const ClaimField& field, const Position& position);

// Parses "h0.0=1,v1.1=-1" in the same way.
std::vector<ClaimedMove> read_claimed_moves(const ClaimField& field, const Position& position);

// Adds an edge to a set; refuses an edge that is already in it.
void add_claimed_edge(IndexSet& edges, int edge, const Board& board, std::size_t column);

}  // namespace pipo
