// Reads files of claimed values of positions, line by line: as plain text, csv or JSON. Every error
// is BadInput that begins with the column: "column 12: ...".
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipo/command/audit_report.hpp"
#include "pipo/io/input.hpp"

namespace pipo {

// A field of a claim, with its place in its line.
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

enum class ClaimForm { text, csv, jsonl };

struct ClaimLine {
  std::uint64_t number = 0;
  std::string_view text;
  std::optional<Claim> claim;
  std::string problem;  // why it is not a claim, with the column
};

// The columns of a csv.
struct ClaimColumns {
  std::size_t count = 0;
  std::size_t position = 0;
  std::size_t value = 0;
  std::optional<std::size_t> best;
  std::optional<std::size_t> moves;
};

// Reads a claim as JSON (claim_json.cpp). Throws BadInput, which names the column.
Claim read_claim_json(const ClaimField& line, std::string_view notation);

class ClaimReader {
 public:
  // `notation` is that of the positions, or "auto". Without a form, the first line determines it.
  ClaimReader(std::string notation, std::optional<ClaimForm> form)
      : notation_(std::move(notation)), form_(form) {}

  // Returns the claims of these lines, which must be the next lines of the file without its
  // remarks. Throws BadInput if the header of a csv is wrong.
  std::vector<ClaimLine> read(std::vector<TextLine> lines);

 private:
  void begin(const TextLine& first);
  Claim read_line(const TextLine& line) const;

  std::string notation_;
  std::optional<ClaimForm> form_;
  std::optional<ClaimColumns> columns_;
  bool begun_ = false;
};

}  // namespace pipo
