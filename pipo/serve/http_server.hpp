// A service over HTTP: where it listens, its threads, and its end.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "pipo/serve/service.hpp"

namespace pipo {

struct HttpOptions {
  std::string host = "127.0.0.1";
  int port = 0;  // 0: any that is free
  // Pages of these origins may read answers; "*" is any.
  std::set<std::string> cors = {};
};

class HttpServer {
 public:
  // Listens. Throws BadInput if the host is none of this machine, or the port cannot be had.
  explicit HttpServer(HttpOptions options);
  ~HttpServer();

  // "http://127.0.0.1:8765/"
  std::string url() const;

  // Serves clients until `stopped` returns true, which is asked several times a second. Then takes
  // no more, finishes what is being answered, ends the service, and returns. To be called once.
  void serve(Service& service, const std::function<bool()>& stopped);

 private:
  struct Listening;

  const HttpOptions options_;
  std::unique_ptr<Listening> listening_;
};

}  // namespace pipo
