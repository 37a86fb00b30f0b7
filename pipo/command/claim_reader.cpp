#include "pipo/command/claim_reader.hpp"

#include <fmt/core.h>

#include "parallel/with_threads.hpp"
#include "pipopipette/error.hpp"

namespace pipo {

// Finds the form from the first line, and reads that line if it is the header of a csv. (A position
// that is itself JSON has a value after it.)
void ClaimReader::begin(const TextLine& first) {
  if (!form_) {
    const bool json = first.text.starts_with('{') && first.text.ends_with('}');
    form_ = json ? ClaimForm::jsonl : is_csv_header(first.text) ? ClaimForm::csv : ClaimForm::text;
  }
  if (form_ != ClaimForm::csv) return;
  try {
    columns_ = read_csv_header({first.text, first.column});
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("line {}, {}", first.number, error.what()));
  }
}

Claim ClaimReader::read_line(const TextLine& line) const {
  const ClaimField field{line.text, line.column};
  if (columns_) return read_claim_csv(field, *columns_, notation_);
  return form_ == ClaimForm::jsonl ? read_claim_json(field, notation_)
                                   : read_claim_text(field, notation_);
}

std::vector<ClaimLine> ClaimReader::read(std::vector<TextLine> lines) {
  if (!begun_ && !lines.empty()) {
    begun_ = true;
    begin(lines.front());
    if (columns_) lines.erase(lines.begin());
  }
  std::vector<ClaimLine> claims(lines.size());
  parallel_loop(std::size_t{0}, lines.size(), [&](std::size_t i) {
    claims[i] = {.number = lines[i].number, .text = lines[i].text, .claim = {}, .problem = {}};
    try {
      claims[i].claim = read_line(lines[i]);
    } catch (const BadInput& error) {
      claims[i].problem = error.what();
    }
  });
  return claims;
}

}  // namespace pipo
