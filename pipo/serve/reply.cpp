#include "pipo/serve/reply.hpp"

#include <fmt/core.h>

#include <utility>

#include "pipo/words/trimmed.hpp"

namespace pipo {

Reply json_reply(std::string body, int status) {
  Reply reply;
  reply.status = status;
  reply.body = std::move(body);
  if (!reply.body.ends_with('\n')) reply.body += '\n';
  return reply;
}

Reply passing_reply(std::string body, int status) {
  Reply reply = json_reply(std::move(body), status);
  keep_nowhere(reply);
  return reply;
}

void keep_nowhere(Reply& reply) {
  reply.headers["Cache-Control"] = "no-store";
}

void keep(Reply& reply, const std::string& etag, int seconds) {
  reply.headers["ETag"] = etag;
  reply.headers["Cache-Control"] =
      seconds > 0 ? fmt::format("public, max-age={}", seconds) : std::string("no-cache");
}

Reply no_content() {
  Reply reply;
  reply.status = 204;
  reply.type.clear();
  return reply;
}

Reply unchanged(const std::string& etag, int seconds) {
  Reply reply;
  reply.status = 304;
  reply.type.clear();
  keep(reply, etag, seconds);
  return reply;
}

bool has_tag(std::string_view if_none_match, std::string_view etag) {
  while (!if_none_match.empty()) {
    const std::size_t comma = std::min(if_none_match.find(','), if_none_match.size());
    std::string_view one = trimmed(if_none_match.substr(0, comma));
    if (one == "*") return true;
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == etag) return true;
    if_none_match.remove_prefix(std::min(comma + 1, if_none_match.size()));
  }
  return false;
}

}  // namespace pipo
