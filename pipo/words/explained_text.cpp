#include <fmt/core.h>

#include "pipo/words/answer_text.hpp"
#include "pipo/words/explained.hpp"
#include "pipo/words/theory_words.hpp"
#include "pipo/words/wrapping.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"

namespace pipo {
namespace {

constexpr std::size_t kIndent = 2;

// Wraps a line of the theory and keeps its own indentation.
std::string line_of_theory(const std::string& line) {
  const std::size_t own = line.find_first_not_of(' ');
  return wrapped(line, std::string(kIndent + own, ' '), kIndent + own + 4);
}

std::string title_of(const std::optional<Exact>& exact) {
  if (!exact) return "exact value";
  return fmt::format("by {} {}", exact->way == Way::table ? "the" : "a", word(exact->way));
}

std::string exact_value(const Explained& explained) {
  const Position& position = explained.theory.position;
  const auto line = [](const std::string& text) { return wrapped(text, "  ", kIndent + 4); };
  const std::string title = title_of(explained.exact) + "\n";
  if (!explained.exact) return title + line("unknown: " + explained.why_not);
  const Answer& answer = explained.exact->answer;
  std::string text = title + line(value_text(position, answer.value));
  if (!answer.best.empty()) text += line("best: " + best_moves(answer));
  return text;
}

std::string_view winner(theory::OutcomeClass which) {
  switch (which) {
    case theory::OutcomeClass::left:
      return "the player to move wins in any case";
    case theory::OutcomeClass::right:
      return "the opponent wins in any case";
    case theory::OutcomeClass::next:
      return "the player who moves next wins";
    case theory::OutcomeClass::previous:
      return "the player who moves next loses";
    case theory::OutcomeClass::tied:
      return "none of the classes, because of a tie";
  }
  return "";
}

std::string outcome_text(const Outcomes& outcome) {
  const theory::OutcomeClass which = outcome.which();
  const std::string name =
      which == theory::OutcomeClass::tied ? std::string() : fmt::format("{}: ", word(which));
  return fmt::format(
      "\noutcome class{}\n{}", outcome.whole_game ? " of the game" : " of the boxes left",
      wrapped(fmt::format("{}{}; margin {} for the player to move, {} if the opponent moved "
                          "instead{}",
                          name, winner(which), signed_number(outcome.next),
                          signed_number(outcome.second), theory::cited({"Mao-Peng", "section 1"})),
              "  ", kIndent + 4));
}

std::optional<ExactMoves> exact_moves(const Explained& explained) {
  if (!explained.exact) return std::nullopt;
  const Answer& answer = explained.exact->answer;
  return ExactMoves{answer.value, answer.best, explained.exact->margins};
}

}  // namespace

std::string explained_text(const Explained& explained) {
  const Position& position = explained.theory.position;
  std::string text = fmt::format("{}\n", to_string(position));
  if (explained.standing.known()) {
    text += standing_text(position, explained.standing, explained.value()) + "\n";
  }
  text += fmt::format("\n{}\n{}", marked_picture(explained.theory), exact_value(explained));
  if (const auto outcome = explained.outcome()) text += outcome_text(*outcome);
  for (const Paragraph& one : paragraphs(explained.theory, exact_moves(explained))) {
    text += fmt::format("\n{}\n", one.title);
    for (const std::string& line : one.lines) text += line_of_theory(line);
  }
  return text;
}

}  // namespace pipo
