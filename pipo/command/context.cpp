#include "pipo/command/context.hpp"

#include <execinfo.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <iostream>

#include "pipopipette/error.hpp"
#include "probe/base/enough_stack.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/operating_system.hpp"
#include "probe/base/quote.hpp"

namespace pipo {

std::vector<std::filesystem::path> default_tables() {
  const char* variable = std::getenv("PIPO_TABLES");  // NOLINT(concurrency-mt-unsafe): none is set
  const std::string_view text = variable != nullptr ? variable : "";
  if (text.empty()) return {"tables"};
  std::vector<std::filesystem::path> folders;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    if (end == begin) {
      throw BadInput(
          fmt::format("PIPO_TABLES, {}, has an empty entry; separate folders by single colons",
                      pipo::quoted(text)));
    }
    folders.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

namespace {

// The signal number; the handler writes it, any thread reads it.
std::atomic<int> stop_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void note(int signal) {
  stop_signal = signal;
}

}  // namespace

void prepare_process() {
  // Opens /dev/null in the opposite direction, so that reading from a closed standard input and
  // writing to a closed standard output still fail. open() takes the lowest free number.
  constexpr std::array kModes = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number) {
    if (::fcntl(number, F_GETFD) == -1 && errno == EBADF) {
      (void)::open("/dev/null", kModes[static_cast<std::size_t>(number)]);
    }
  }
  // The C library loads its unwinder when a thread is first cancelled or exits early, and aborts if
  // it has no memory for that. This loads it now.
  void* frame = nullptr;
  (void)::backtrace(&frame, 1);
  give_threads_enough_stack();
  keep_large_pieces_off_the_heap();  // holes would take memory beyond --memory
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int call_program(const std::function<int()>& program) {
  try {
    return with_enough_stack(program);
  } catch (const std::exception&) {
    const Failure failure = current_failure();
    std::cerr << "pipo: " << failure.text << std::endl;
    return exit_status(failure.code);
  }
}

std::uint64_t possible_connections(std::uint64_t connections) {
  constexpr rlim_t kOthers = 16;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return connections;
  rlimit more = limit;
  more.rlim_cur = std::min<rlim_t>(limit.rlim_max, 2 * (2 * connections + kOthers));
  if (limit.rlim_cur < more.rlim_cur && ::setrlimit(RLIMIT_NOFILE, &more) == 0) limit = more;
  const rlim_t ours = std::max(limit.rlim_cur / 2, kOthers + 2) - kOthers;
  return std::min<std::uint64_t>(connections, ours / 2);
}

Interruption::Interruption() {
  for (std::size_t i = 0; i < kAsking.size(); ++i) {
    const int signal = kAsking[i];
    if (::sigaction(signal, nullptr, &before_[i]) != 0) continue;
    if (before_[i].sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = note;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < kAsking.size(); ++i) {
    struct sigaction action {};
    const bool ours = ::sigaction(kAsking[i], nullptr, &action) == 0 && action.sa_handler == note;
    if (ours) ::sigaction(kAsking[i], &before_[i], nullptr);
  }
}

bool Interruption::requested() {
  return stop_signal != 0;
}

void Interruption::check() {
  if (requested()) throw Stopped("stopped");
}

void end_as_asked() {
  if (stop_signal == 0) return;
  std::signal(stop_signal, SIG_DFL);
  std::raise(stop_signal);
}

}  // namespace pipo
