// HTTP for a service on a connection: who may ask, and how answers are written.
#pragma once

#include <httplib.h>

#include <optional>
#include <set>
#include <string>

#include "pipo/serve/connection.hpp"
#include "pipo/serve/head.hpp"
#include "pipo/serve/listener.hpp"
#include "pipo/serve/request.hpp"
#include "pipo/serve/service.hpp"

namespace pipo {

struct HttpOptions {
  // Pages of these origins may read what is answered; "*" is any.
  std::set<std::string> cors = {};
};

// The library's server without its sockets: requests are read from, and answered on, connections of
// ours. It takes heads and bodies of any size, unpacks what is compressed, believes broken chunks,
// matches paths by recursion, and answers requests for thousands of ranges; so it is given no more
// than a line, and writes what is answered.
class Protocol : private httplib::Server {
 public:
  Protocol(Service& service, const Listener& listener, const HttpOptions& options);

  // Answers one request, whose head has been read. Is the connection of any use after that? Any
  // thread.
  bool serve(Connection& connection, const Head& head);

 private:
  struct Current;

  void answer(const httplib::Request& request, httplib::Response& response);
  Reply reply();
  bool allowed(const std::string& origin) const;
  std::optional<Problem> not_allowed(const Head& head) const;
  Reply refusal(const Problem& problem) const;
  void write(Reply reply, httplib::Response& response) const;

  Service& service_;
  const Listener& listener_;
  const HttpOptions& options_;
  static thread_local Current* current_;
};

}  // namespace pipo
