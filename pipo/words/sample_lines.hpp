// Positions with exact values as lines of a file, which `pipo audit` reads back.
#pragma once

#include <string>
#include <string_view>

#include "pipopipette/tables.hpp"

namespace pipo {

struct SampleForm {
  std::string format = "text";  // text, csv or jsonl
  std::string notation = "dbn";
  bool moves = false;  // with the value of each move; jsonl always has them
};

// The header of a csv; nothing else has one.
std::string sample_header(const SampleForm& form);

// A line, ended by a newline. Throws BadInput where the notation cannot say a mere position.
void append_sample(std::string& out, const Answer& answer, const SampleForm& form);

}  // namespace pipo
