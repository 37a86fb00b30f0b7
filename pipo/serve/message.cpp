#include "pipo/serve/message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "answers/values.hpp"
#include "pipo/io/compressed.hpp"
#include "pipo/io/input.hpp"
#include "pipo/serve/jobs.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/error_kinds.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/trimmed.hpp"

namespace pipo {
namespace {

std::string percent_decoded(std::string_view text, bool plus_is_space) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += plus_is_space && text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    const auto byte = parsed_number<unsigned char>(digits, 16);
    if (!byte || digits.size() != 2) {
      throw BadInput(
          fmt::format("% has to be followed by two hexadecimal digits, and not as in {}; a % "
                      "itself is written %25",
                      pipo::quoted(text.substr(i, 3))));
    }
    result += static_cast<char>(*byte);
    i += 2;
  }
  return result;
}

constexpr std::size_t kWorthwhile = 1000;  // bytes; fewer fit into one network packet anyway

}  // namespace

std::string_view next_part(std::string_view& text, char separator) {
  const std::size_t size = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, size);
  text.remove_prefix(std::min(size + 1, text.size()));
  return part;
}

void read_target(std::string_view target, Request& request) {
  target = target.substr(0, target.find('#'));
  request.path = percent_decoded(next_part(target, '?'), false);
  while (!target.empty()) {
    std::string_view value = next_part(target, '&');
    const std::string_view name = next_part(value, '=');
    if (name.empty()) continue;
    request.parameters.emplace(percent_decoded(name, true), percent_decoded(value, true));
  }
}

void check_text_body(const Request& request) {
  require_utf8(request.body, "the body");
  std::string_view rest = request.content_type;
  const std::string_view type = trimmed(next_part(rest, ';'));
  if (type.empty() || type.starts_with("text/") || type == "application/x-www-form-urlencoded" ||
      type == "application/octet-stream") {
    return;
  }
  throw Refusal(ProblemKind::unsupported,
                "the body of {} is plain text, not {}: send it as text/plain", request.path,
                pipo::quoted(type));
}

Reply json_reply(const Json& json, int status) {
  return {.status = status, .body = line_of(json)};
}

bool etag_matches(std::string_view if_none_match, std::string_view etag) {
  while (!if_none_match.empty()) {
    std::string_view one = trimmed(next_part(if_none_match, ','));
    if (one == "*") return true;
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == etag) return true;
  }
  return false;
}

Reply kept(const Request& request, const std::string& etag, int seconds, Reply reply) {
  if (etag_matches(request.if_none_match, etag)) {
    reply = {.status = 304, .type = {}, .headers = {}};
  }
  reply.headers["ETag"] = etag;
  reply.headers["Cache-Control"] =
      seconds > 0 ? fmt::format("public, max-age={}", seconds) : std::string("no-cache");
  return reply;
}

bool prefers_gzip(std::string_view accepted) {
  std::map<std::string_view, double> weights;  // the first of each coding counts
  while (!accepted.empty()) {
    std::string_view one = next_part(accepted, ',');
    const std::string_view coding = trimmed(next_part(one, ';'));
    double weight = 1;
    one.remove_prefix(std::min(one.find("q="), one.size()));
    if (!one.empty()) std::from_chars(one.begin() + 2, one.end(), weight);
    weights.emplace(coding, weight);
  }
  for (const char* name : {"gzip", "x-gzip", "*"}) {
    const auto found = weights.find(name);
    if (found != weights.end()) return found->second > 0 && found->second >= weights["identity"];
  }
  return false;
}

void pack(Reply& reply, bool gzip) {
  const std::string& type = reply.type;
  const bool text =
      type.starts_with("text/") || type.starts_with("application/") || type.ends_with("+xml");
  const bool compressible =
      text && type != "text/event-stream" && (reply.pieces || reply.body.size() >= kWorthwhile);
  // 304 has the fields that 200 would have (RFC 9110, 15.4.5).
  if (!compressible && reply.status != 304) return;
  reply.headers["Vary"] = "Accept-Encoding";
  if (!gzip) return;
  if (reply.headers.contains("ETag")) reply.headers["ETag"].insert(0, "W/");
  if (!compressible) return;
  reply.headers["Content-Encoding"] = "gzip";
  if (!reply.pieces) {
    reply.body = Packer(true).add(reply.body, true);
    return;
  }
  reply.pieces = [packer = std::make_shared<Packer>(),
                  pieces = std::move(reply.pieces)](std::string& packed) {
    std::string piece;
    const bool more = pieces(piece);
    packed = packer->add(piece, !more);
    return more;
  };
}

Reply problem_reply(const Problem& problem) {
  // Not made by problem_json(): the destructor of Json allocates, and terminates the program if it
  // cannot. Only the detail may have a character to escape, and needs less memory.
  Reply reply{.status = problem.kind.status, .type = "application/problem+json"};
  reply.body = fmt::format(
      R"({{"type":"urn:pipopipette:problem:{}","title":"{}","status":{},"detail":{}}})",
      problem.kind.word, problem.kind.title, problem.kind.status,
      Json(printable(problem.detail)).dump(-1, ' ', false, Json::error_handler_t::replace));
  reply.body += '\n';
  if (reply.status == 429 || reply.status == 503) {
    reply.headers["Retry-After"] = std::to_string(problem.retry_after);
  }
  return reply;
}

Problem current_problem() {
  try {
    throw;
  } catch (const NoSuchJob& error) {
    return {ProblemKind::no_such_job, error.what()};
  } catch (const TooManyJobs& error) {
    return {ProblemKind::too_many_jobs, error.what()};
  } catch (...) {
    return described_problem(
        "out of memory; ask for less at a time, or start the server with less --cache and "
        "--memory");
  }
}

}  // namespace pipo
