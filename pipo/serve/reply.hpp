// What the server answers: a status, and a body whole or in pieces.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "pipo/serve/request.hpp"

namespace pipo {

struct Reply {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::map<std::string, std::string> headers;

  // In place of a body: puts the next piece into `piece`, and returns whether others may follow. It
  // is called until none does, or until the client is gone.
  std::function<bool(std::string& piece)> pieces;

  // Set where pieces come as things happen, and are empty meanwhile: calls `tell`, in any thread,
  // whenever the next piece may be there, as long as the returned object lives.
  std::function<std::shared_ptr<void>(std::function<void()> tell)> news;
};

Reply json_reply(std::string body, int status = 200);

// The same, of what may be otherwise in a moment: nobody is to keep it.
Reply passing_reply(std::string body, int status = 200);
void keep_nowhere(Reply& reply);

// Adds what lets clients keep the answer: the tag, and for how many seconds they need not ask
// again.
void keep(Reply& reply, const std::string& etag, int seconds);

// 204: there is nothing to say.
Reply no_content();

// "Not modified": in place of an answer, where the client has it.
Reply unchanged(const std::string& etag, int seconds);

// Is the tag one of those the client has, as If-None-Match lists them?
bool has_tag(std::string_view if_none_match, std::string_view etag);

// The reply that `make` returns, kept so; or "not modified", if the client has it.
template <typename Make>
Reply kept(const Request& request, const std::string& etag, int seconds, Make&& make) {
  if (has_tag(request.if_none_match, etag)) return unchanged(etag, seconds);
  Reply reply = make();
  keep(reply, etag, seconds);
  return reply;
}

}  // namespace pipo
