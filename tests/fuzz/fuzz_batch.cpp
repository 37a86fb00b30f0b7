// Lines of positions as `pipo probe --batch` reads them, compressed or not. Any bytes give lines,
// possibly followed by BadInput. Lines are numbered consecutively and have a maximal length.
#include <istream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "answers/question.hpp"
#include "pipo/io/compressed.hpp"
#include "pipo/io/input.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "tests/fuzz/property.hpp"

namespace pipo::fuzz {
namespace {

// A small input can decompress to a large text, so the target stops after a few pieces.
constexpr std::size_t kEnough = std::size_t{300} << 10;

void check_line(const TextLine& line) {
  const std::string_view text = line.text;
  require(text.size() <= kLongestLine, "lines have a limit");
  require(text.find('\n') == text.npos, "a line is one line");
  const auto space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  require(text.empty() || (!space(text.front()) && !space(text.back())), "lines are trimmed");
}

void check_question(const TextLine& line) {
  const Question question = parse_question(line.text, {}, line.number);
  require(question.number == line.number && question.text == line.text, "it is that line's");
  if (question.position) {
    require(to_string(*question.position) == line.text, "a position prints back");
  } else {
    require_message(question.problem);
  }
}

// Reads every line, up to a limit.
void read_lines(std::streambuf& from) {
  const auto unpacked = unpacking(from, "input");
  std::istream stream(unpacked.get());
  stream.exceptions(std::ios::badbit);
  LineReader reader(stream, "input");
  std::vector<TextLine> lines;
  std::uint64_t number = 0;
  std::size_t read = 0;
  while (read < kEnough && reader.next(lines)) {
    require(!lines.empty(), "there are lines, or it is the end");
    std::size_t at_once = 0;
    for (const TextLine& line : lines) {
      require(line.number == ++number, "lines are numbered one by one");
      check_line(line);
      if (lines.size() < 1000 || line.number % 1000 == 0) check_question(line);
      at_once += line.text.size() + 1;
    }
    require(at_once <= std::size_t{320} << 10, "not too much is read at once");
    read += at_once;
  }
}

}  // namespace
}  // namespace pipo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pipo::fuzz;
  std::stringbuf from{std::string(as_text(data, size))};
  try {
    read_lines(from);
  } catch (const pipo::BadInput& error) {
    require_message(error.what());
  }
  return 0;
}
