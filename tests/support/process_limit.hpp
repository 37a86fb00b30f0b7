// A limit of this process, as `ulimit` sets it, during the life of the object.
#pragma once

#include <sys/resource.h>

#include <csignal>
#include <stdexcept>

namespace pipo::test {

class ProcessLimit {
 public:
  ProcessLimit(decltype(RLIMIT_FSIZE) resource, rlim_t value) : resource_(resource) {
    if (getrlimit(resource_, &before_) != 0) throw std::runtime_error("getrlimit");
    // Ignores the signal, so that a file that grows too large is a failed write.
    if (resource_ == RLIMIT_FSIZE) handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limited{value, before_.rlim_max};
    if (setrlimit(resource_, &limited) != 0) throw std::runtime_error("setrlimit");
  }
  ~ProcessLimit() {
    setrlimit(resource_, &before_);
    if (resource_ == RLIMIT_FSIZE) std::signal(SIGXFSZ, handler_);
  }
  ProcessLimit(const ProcessLimit&) = delete;
  ProcessLimit& operator=(const ProcessLimit&) = delete;

 private:
  decltype(RLIMIT_FSIZE) resource_;
  rlimit before_{};
  void (*handler_)(int) = SIG_DFL;
};

}  // namespace pipo::test
