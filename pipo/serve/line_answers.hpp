// Answers positions by tables, a line of text each, as lines of JSON.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "answers/question.hpp"
#include "pipopipette/tables.hpp"

namespace pipo {

// The answers to the lines of a text, made piece by piece as they are taken. Empty lines and lines
// that begin with '#' are skipped. A position that cannot be answered becomes an error in its
// place.
class AnsweredLines {
 public:
  // `name` is the text's name in errors. `best_first` sorts the moves by value. `why` describes the
  // error of a position, which is being handled when it is called. The tables must outlive this.
  AnsweredLines(const Tables& tables, const std::string& text, const std::string& name,
                const ReadOptions& reading, bool best_first, std::string (*why)());

  // Reads the text once and returns the number of positions. Throws BadInput for a line that is too
  // long. To be called first.
  std::uint64_t count();

  // Appends the next answers to `piece`. Returns false at the end.
  bool next(std::string& piece);

 private:
  void answer(const TextLine& line, std::string& part) const;

  const Tables& tables_;
  const std::string name_;
  const ReadOptions reading_;
  const bool best_first_;
  std::string (*const why_)();
  std::istringstream text_;
  LineReader reader_;
  std::vector<TextLine> lines_;
  std::size_t done_ = 0;  // of the lines
};

}  // namespace pipo
