#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <vector>

#include "pipo/io/in_parts.hpp"
#include "pipo/io/question.hpp"
#include "pipo/serve/answers.hpp"
#include "pipo/serve/problem.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

// So many are answered at a time: some milliseconds, and some hundred KiB.
constexpr std::size_t kPiece = 512;
constexpr std::size_t kTogether = 16;

class BatchStream {
 public:
  BatchStream(const Request& request, const TablesServed& served, std::uint64_t most)
      : body_(request.body), reader_(body_, kName), served_(served) {
    reading_.notation = notation_asked(request);
    require_few(most);
  }

  bool next(std::string& piece) {
    while (done_ == lines_.size()) {
      done_ = 0;
      if (!read_on(reader_)) return false;
    }
    const std::size_t count = std::min(kPiece, lines_.size() - done_);
    const auto parts = in_parts<std::string>(
        count, kTogether,
        [this](std::size_t i, std::string& part) { answer(lines_[done_ + i], part); });
    for (const std::string& part : parts) piece += part;
    done_ += count;
    return true;
  }

 private:
  bool read_on(LineReader& reader) {
    if (!reader.next(lines_)) return false;
    std::erase_if(lines_, is_remark);
    return true;
  }

  // Goes through all of it once, so that what is refused is refused before anything is answered.
  void require_few(std::uint64_t most) {
    LineReader counting(body_, kName);
    for (std::uint64_t positions = 0; read_on(counting);) {
      positions += lines_.size();
      if (positions <= most) continue;
      throw Refusal(Kind::too_large,
                    fmt::format("a batch may have {} positions: send it in parts", most));
    }
    lines_.clear();
    body_.clear();
    body_.seekg(0);
  }

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
  LineReader reader_;
  const TablesServed& served_;
  Reading reading_;
  std::vector<TextLine> lines_;  // read, and not all of them answered
  std::size_t done_ = 0;
};

}  // namespace

Reply batch_reply(const Request& request, const TablesServed& served, std::uint64_t most) {
  allow_only(request, {"notation"});
  const auto stream = std::make_shared<BatchStream>(request, served, most);
  Reply reply;
  reply.type = "application/x-ndjson";
  keep_nowhere(reply);
  reply.pieces = [stream](std::string& piece) { return stream->next(piece); };
  return reply;
}

}  // namespace pipo
