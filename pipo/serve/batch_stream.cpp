#include "pipo/serve/batch_stream.hpp"

#include <fmt/core.h>

#include <memory>
#include <string_view>
#include <vector>

#include "pipo/io/in_parts.hpp"
#include "pipo/io/question.hpp"
#include "pipo/serve/answers.hpp"
#include "pipo/serve/problem.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipo/words/trimmed.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

// So many are answered at a time: some milliseconds, and some hundred KiB.
constexpr std::size_t kPiece = 512;
constexpr std::size_t kTogether = 16;

class BatchStream {
 public:
  BatchStream(const Request& request, const TablesServed& served, std::uint64_t most)
      : body_(request.body), served_(served) {
    reading_.notation = notation_asked(request);
    std::string_view rest = body_;
    for (std::uint64_t number = 1; !rest.empty(); ++number) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      add(number, rest.substr(0, end), most);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  bool next(std::string& piece) {
    if (done_ == lines_.size()) return false;
    const std::size_t count = std::min(kPiece, lines_.size() - done_);
    const auto parts = in_parts<std::string>(
        count, kTogether,
        [this](std::size_t i, std::string& part) { answer(lines_[done_ + i], part); });
    for (const std::string& part : parts) piece += part;
    done_ += count;
    return true;
  }

 private:
  void add(std::uint64_t number, std::string_view text, std::uint64_t most) {
    if (text.size() > kLongestLine) {
      throw BadInput(fmt::format("line {} has more than {} bytes: no position is so long", number,
                                 kLongestLine));
    }
    const TextLine line{number, trimmed(text)};
    if (is_remark(line)) return;
    if (lines_.size() == most) {
      throw Refusal(Kind::too_large,
                    fmt::format("a batch may have {} positions: send it in parts", most));
    }
    lines_.push_back(line);
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

  std::string body_;
  const TablesServed& served_;
  Reading reading_;
  std::vector<TextLine> lines_;
  std::size_t done_ = 0;
};

}  // namespace

Reply batch_reply(const Request& request, const TablesServed& served, std::uint64_t most) {
  allow_only(request, {"notation"});
  const auto stream = std::make_shared<BatchStream>(request, served, most);
  Reply reply;
  reply.type = "application/x-ndjson";
  reply.headers["Cache-Control"] = "no-store";
  reply.pieces = [stream](std::string& piece) { return stream->next(piece); };
  return reply;
}

}  // namespace pipo
