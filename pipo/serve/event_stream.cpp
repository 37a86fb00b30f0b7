#include "pipo/serve/event_stream.hpp"

#include <fmt/core.h>

#include "pipo/serve/message.hpp"

namespace pipo {

std::string event_text(std::string_view name, std::uint64_t id, const Json& data) {
  return fmt::format("event: {}\nid: {}\ndata: {}\n\n", name, id, data.dump());
}

EventStream::~EventStream() {
  gone_ = true;
}

void EventStream::add(std::string_view name, const Json& data) {
  const std::lock_guard lock(mutex_);
  // A client that reads slowly needs only the latest progress.
  if (!events_.empty() && events_.back().name == name && name == "progress") events_.pop_back();
  events_.push_back({std::string(name), ++last_id_, data});
  changed_.notify_all();
}

void EventStream::run() {
  try {
    work_([this](std::string_view name, const Json& data) { add(name, data); }, gone_);
  } catch (...) {
    if (!gone_) add("problem", problem_json(current_problem()));
  }
  const std::lock_guard lock(mutex_);
  over_ = true;
  changed_.notify_all();
}

bool EventStream::next(std::string& piece) {
  if (!worker_.valid()) worker_ = std::async(std::launch::async, [this] { run(); });
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kSign, [this] { return over_ || !events_.empty(); });
  piece = events_.empty() && !over_ ? kComment : "";
  for (const Event& event : events_) piece += event_text(event.name, event.id, event.data);
  events_.clear();
  return !over_;
}

}  // namespace pipo
