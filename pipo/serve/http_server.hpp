// A service over HTTP: the address it listens at, a thread for each client, and its end.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "pipo/serve/policy.hpp"
#include "pipo/serve/service.hpp"

namespace pipo {

struct HttpOptions {
  std::string host = "127.0.0.1";
  int port = 0;  // 0: any free port
  // Pages of these origins may read answers; "*" is any.
  std::set<std::string> cors = {};
};

class HttpServer {
 public:
  // Listens, but does not accept clients yet. Throws BadInput if the host is not an address of this
  // machine, or the port is not available.
  explicit HttpServer(const HttpOptions& options);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // "http://127.0.0.1:8765/"
  std::string url() const { return "http://" + policy_.host + '/'; }

  // Serves clients until `stopped` returns true, which is asked several times a second. Then
  // accepts no more, completes the replies that are being sent, ends the service, and returns.
  void serve(Service& service, const std::function<bool()>& stopped);

 private:
  struct Listening;  // keeps Asio out of this header

  Policy policy_;
  std::unique_ptr<Listening> listening_;
};

}  // namespace pipo
