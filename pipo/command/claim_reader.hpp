// Reads files of claimed values of positions, line by line: as plain text, csv or JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipo/command/claim_fields.hpp"
#include "pipo/io/line_reader.hpp"

namespace pipo {

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

// Read one line each. Throw BadInput, which names the column.
Claim read_claim_text(const ClaimField& line, std::string_view notation);
Claim read_claim_csv(const ClaimField& line, const ClaimColumns& columns,
                     std::string_view notation);
Claim read_claim_json(const ClaimField& line, std::string_view notation);

// The header of a csv: whether a line looks like one, and its columns.
bool is_csv_header(std::string_view line);
ClaimColumns read_csv_header(const ClaimField& line);

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
