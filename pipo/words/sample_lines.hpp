// Positions with exact values as lines of a file that `pipo audit` can read.
#pragma once

#include <string>

#include "pipopipette/tables.hpp"

namespace pipo {

struct SampleForm {
  std::string format = "text";  // text, csv or jsonl
  std::string notation = "dbn";
  bool moves = false;  // with the value of each move; jsonl always has them
};

// Returns the header line of a csv; empty for other formats.
std::string sample_header(const SampleForm& form);

// Appends a line, ended by a newline. Throws BadInput if the notation cannot express a position
// without its game.
void append_sample(std::string& out, const Answer& answer, const SampleForm& form);

}  // namespace pipo
