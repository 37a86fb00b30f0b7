#include "pipo/words/answer_text.hpp"
#include "pipo/words/explained.hpp"
#include "pipo/words/marked_picture.hpp"
#include "pipo/words/units.hpp"
#include "pipo/words/wrapping.hpp"
#include "pipopipette/notation.hpp"
#include "probe/endgame/wording.hpp"

namespace pipo {
namespace {

constexpr std::size_t kIndent = 2;

// A line of the theory, its own indentation kept.
std::string line_of_theory(const std::string& line) {
  const std::size_t own = line.find_first_not_of(' ');
  return wrapped(line, std::string(kIndent + own, ' '), kIndent + own + 4);
}

std::string exact_value(const Explained& explained) {
  const Position& position = explained.theory.position;
  const std::string title = "by the table";
  if (!explained.exact) {
    return title + "\n" +
           wrapped("no table of " + position.board.name() + " is at hand to say the exact value",
                   "  ", kIndent + 4);
  }
  const Answer& answer = explained.exact->answer;
  std::string text =
      title + "\n" + wrapped(value_in_words(position, answer.value), "  ", kIndent + 4);
  if (!answer.best.empty()) text += wrapped("best: " + best_moves(answer), "  ", kIndent + 4);
  return text;
}

std::vector<std::string> notes(const Explained& explained) {
  std::vector<std::string> result;
  if (!explained.exact) return result;
  for (const int margin : explained.exact->margins) {
    result.push_back(" (table: margin " + signed_number(margin) + ")");
  }
  return result;
}

}  // namespace

std::string explained_text(const Explained& explained) {
  const Position& position = explained.theory.position;
  std::string text = to_string(position) + "\n\n" + marked_picture(explained.theory);
  text += "\n" + exact_value(explained);
  for (const endgame::Paragraph& one : endgame::paragraphs(explained.theory, notes(explained))) {
    text += "\n" + one.title + "\n";
    for (const std::string& line : one.lines) text += line_of_theory(line);
  }
  return text;
}

}  // namespace pipo
