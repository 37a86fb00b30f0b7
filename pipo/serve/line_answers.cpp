#include "pipo/serve/line_answers.hpp"

#include <algorithm>
#include <functional>

#include "answers/values.hpp"
#include "parallel/in_parts.hpp"

namespace pipo {

namespace {

constexpr std::size_t kAnswersAPiece = 512;  // positions: a few milliseconds and a few hundred KiB
constexpr std::size_t kAnswersATask = 16;

}  // namespace

AnsweredLines::AnsweredLines(const Tables& tables, const std::string& text, const std::string& name,
                             const ReadOptions& reading, bool best_first, std::string (*why)())
    : tables_(tables),
      name_(name),
      reading_(reading),
      best_first_(best_first),
      why_(why),
      text_(text),
      reader_(text_, name) {}

std::uint64_t AnsweredLines::count() {
  std::uint64_t count = 0;
  LineReader all(text_, name_);
  while (all.next(lines_)) {
    count += lines_.size() - static_cast<std::uint64_t>(std::ranges::count_if(lines_, is_remark));
  }
  lines_.clear();
  text_.clear();
  text_.seekg(0);
  return count;
}

bool AnsweredLines::next(std::string& piece) {
  for (; done_ == lines_.size(); done_ = 0) {
    if (!reader_.next(lines_)) return false;
    std::erase_if(lines_, is_remark);
  }
  const std::size_t count = std::min(kAnswersAPiece, lines_.size() - done_);
  const auto parts = in_parts<std::string>(
      count, kAnswersATask,
      [this](std::size_t i, std::string& part) { answer(lines_[done_ + i], part); });
  for (const std::string& part : parts) piece += part;
  done_ += count;
  return true;
}

void AnsweredLines::answer(const TextLine& line, std::string& part) const {
  const Question question = parse_question(line.text, reading_, line.number);
  if (!question.position) return append_json_error(part, line.text, question.problem);
  try {
    Answer answer = tables_.answer(*question.position);
    if (best_first_) std::ranges::stable_sort(answer.moves, std::greater<>(), &MoveValue::value);
    append_json(part, answer, question.turn_and_score);
  } catch (const std::exception&) {
    append_json_error(part, line.text, why_());
  }
}

}  // namespace pipo
