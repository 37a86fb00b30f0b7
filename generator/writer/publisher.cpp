#include "generator/writer/publisher.hpp"

#include <utility>

namespace pipo {
namespace {

// Each waits for the disk in a thread of its own.
constexpr std::size_t kMostAtOnce = 32;

}  // namespace

void Publisher::publish(std::unique_ptr<NewFile> file) {
  while (under_way_.size() >= kMostAtOnce) wait_for_oldest();
  under_way_.push_back(
      std::async(std::launch::async, [file = std::move(file)] { file->publish(); }));
}

void Publisher::wait() {
  while (!under_way_.empty()) wait_for_oldest();
}

void Publisher::wait_for_oldest() {
  std::future<void> oldest = std::move(under_way_.front());
  under_way_.pop_front();
  oldest.get();
}

}  // namespace pipo
