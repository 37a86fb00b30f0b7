#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <vector>

#include "pipo/asking/in_parts.hpp"
#include "pipo/asking/question.hpp"
#include "pipo/serve/answers.hpp"
#include "pipo/words/answer_json.hpp"

namespace pipo {
namespace {

constexpr std::size_t kBatchPiece = 512;  // positions: some milliseconds, and some hundred KiB
constexpr std::size_t kTogether = 16;

class BatchStream {
 public:
  // Reads all lines once, to refuse the batch before anything is answered.
  BatchStream(const Request& request, const TablesServed& served, std::uint64_t most)
      : body_(request.body), served_(served) {
    reading_.notation = notation_asked(request);
    std::uint64_t positions = 0;
    const auto broken = LineReader(body_, kName).read_all([&](const auto& lines) {
      positions += lines.size();
      if (positions <= most) return;
      throw Refusal(Kind::too_large,
                    fmt::format("a batch may have {} positions: send it in parts", most));
    });
    if (broken) throw BadInput(*broken);
    body_.clear();
    body_.seekg(0);
  }

  // Appends the next answers. Returns false at the end.
  bool next(std::string& piece) {
    for (; done_ == lines_.size(); done_ = 0) {
      if (!reader_.next(lines_)) return false;
      std::erase_if(lines_, is_remark);
    }
    const std::size_t count = std::min(kBatchPiece, lines_.size() - done_);
    const auto parts = in_parts<std::string>(
        count, kTogether,
        [this](std::size_t i, std::string& part) { answer(lines_[done_ + i], part); });
    for (const std::string& part : parts) piece += part;
    done_ += count;
    return true;
  }

 private:
  void answer(const TextLine& line, std::string& part) const {
    const Question question = parse_question(line, reading_);
    if (!question.position) return append_json_error(part, line.text, question.problem);
    try {
      append_json(part, served_.tables().answer(*question.position), question.standing);
    } catch (const std::exception&) {
      append_json_error(part, line.text, current_problem().detail);
    }
  }

  static constexpr const char* kName = "the body";

  std::istringstream body_;
  LineReader reader_{body_, kName};
  const TablesServed& served_;
  Reading reading_;
  std::vector<TextLine> lines_;
  std::size_t done_ = 0;  // of the lines
};

}  // namespace

Reply batch_reply(const Request& request, const TablesServed& served, std::uint64_t most) {
  allow_only(request, {"notation"});
  Reply reply;
  reply.type = "application/x-ndjson";
  reply.pieces = [batch = std::make_shared<BatchStream>(request, served, most)](
                     std::string& piece) { return batch->next(piece); };
  return reply;
}

}  // namespace pipo
