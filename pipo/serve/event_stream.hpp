// Server-sent events of work that runs in a thread of its own, while the client takes them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "probe/file/layer_json.hpp"

namespace pipo {

// While nothing changes, a comment is sent this often. A client that has gone is noticed when
// something is written to it.
constexpr std::chrono::milliseconds kSign{5'000};
constexpr const char* kComment = ": still at it\n\n";

// Returns an event as it is sent.
std::string event_text(std::string_view name, std::uint64_t id, const Json& data);

class EventStream {
 public:
  // Does the work. It tells events by tell(name, data), and is to end soon once `gone` is true.
  using Work =
      std::function<void(const std::function<void(std::string_view name, const Json& data)>& tell,
                         const std::atomic<bool>& gone)>;

  // The work begins when the first event is asked for.
  explicit EventStream(Work work) : work_(std::move(work)) {}

  // Ends the work, and waits for that.
  ~EventStream();
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  // Waits for events and puts them into `piece`; after five seconds without any, a comment. Returns
  // false after the last one. An error of the work is the event `problem`, unless the client has
  // gone.
  bool next(std::string& piece);

 private:
  struct Event {
    std::string name;
    std::uint64_t id;
    Json data;
  };

  void run();
  void add(std::string_view name, const Json& data);

  const Work work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Event> events_;  // not sent yet
  std::uint64_t last_id_ = 0;
  bool over_ = false;
  std::atomic<bool> gone_ = false;
  std::future<void> worker_;  // last: its destructor waits before the others' run
};

}  // namespace pipo
