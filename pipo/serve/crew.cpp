#include "pipo/serve/crew.hpp"

#include <utility>

namespace pipo {

void Crew::start(std::function<void()> work) {
  Member& member = members_.emplace_back();
  try {
    member.thread = std::thread([&member, work = std::move(work)] {
      work();
      member.done = true;
    });
  } catch (...) {
    members_.pop_back();
    throw;
  }
}

std::size_t Crew::size() {
  std::erase_if(members_, [](Member& member) {
    if (!member.done) return false;
    member.thread.join();
    return true;
  });
  return members_.size();
}

void Crew::join() {
  for (Member& member : members_) member.thread.join();
  members_.clear();
}

}  // namespace pipo
