#include "pipo/serve/clients.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <cmath>
#include <utility>

#include "answers/problem.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/trimmed.hpp"

namespace pipo {
namespace {

constexpr double kMinute = 60;

// More clients than a small machine can serve are not remembered.
constexpr std::size_t kMostClients = 10'000;

constexpr std::uint64_t kLeastPlaces = 2;
constexpr std::chrono::milliseconds kAskIfStopped{100};
constexpr std::uint64_t kShare = 8;

// Returns the seconds after which this much has grown back.
int seconds_for(double missing, std::uint64_t a_minute) {
  return static_cast<int>(std::ceil(missing * kMinute / static_cast<double>(a_minute)));
}

// Returns the address of "192.0.2.7:80" or "[2001:db8::1]:80".
std::string without_port(std::string_view text) {
  if (text.starts_with('[')) return std::string(text.substr(1, text.find(']') - 1));
  const std::size_t colon = text.find(':');
  return std::string(colon == text.rfind(':') ? text.substr(0, colon) : text);
}

const char* name_of(PlaceOf kind) {
  switch (kind) {
    case PlaceOf::connections:
      return "connections";
    case PlaceOf::jobs:
      return "unfinished jobs and analyses";
    default:
      return "streams";
  }
}

}  // namespace

// Returns what the client has now.
Clients::Left& Clients::left(const std::string& client) {
  const double now = now_();
  const auto requests = static_cast<double>(limits_.requests);
  const auto seconds = static_cast<double>(limits_.seconds);
  const auto [found, added] = left_.try_emplace(client, Left{requests, seconds, now});
  Left& left = found->second;
  const double passed = (now - std::exchange(left.at, now)) / kMinute;
  left.requests = std::min(requests, left.requests + passed * requests);
  left.seconds = std::min(seconds, left.seconds + passed * seconds);
  return left;
}

// Makes room for a new client: by those that have not asked for a minute and owe nothing, who are
// as good as new; if that is not enough, by all who owe nothing, and in the end by everybody.
void Clients::forget_idle(const std::string& asking) {
  if (left_.size() < kMostClients || left_.contains(asking)) return;
  const double now = now_();
  const auto owes = [&](const Left& left) {
    const double passed = (now - left.at) / kMinute;
    return left.seconds + passed * static_cast<double>(limits_.seconds) < 0;
  };
  std::erase_if(
      left_, [&](const auto& one) { return one.second.at + kMinute < now && !owes(one.second); });
  if (left_.size() < kMostClients) return;
  std::erase_if(left_, [&](const auto& one) { return !owes(one.second); });
  if (left_.size() >= kMostClients) left_.clear();
}

void Clients::ask(const std::string& client) {
  if (!limits_.any()) return;
  const std::lock_guard lock(mutex_);
  forget_idle(client);
  Left& left = this->left(client);
  if (limits_.seconds > 0 && left.seconds <= 0) {
    throw Refusal(ProblemKind::too_many_requests,
                  "the server works {1} seconds a minute for one client, and has done so for {0}: "
                  "ask again after the seconds that Retry-After says",
                  client, limits_.seconds)
        .after(seconds_for(1 - left.seconds, limits_.seconds));
  }
  if (limits_.requests == 0) return;
  if (left.requests < 1) {
    throw Refusal(ProblemKind::too_many_requests,
                  "one client may send {1} requests a minute, and {0} has sent more: ask again "
                  "after the seconds that Retry-After says, and send many positions in one batch",
                  client, limits_.requests)
        .after(seconds_for(1 - left.requests, limits_.requests));
  }
  --left.requests;
}

void Clients::charge(const std::string& client, double seconds) {
  if (limits_.seconds == 0) return;
  const std::lock_guard lock(mutex_);
  forget_idle(client);
  left(client).seconds -= seconds;
}

// Takes a place; the mutex is held.
std::shared_ptr<void> Clients::taken(const Key& key) {
  ++held_[key];
  return {nullptr, [this, key](void*) {
            {
              const std::lock_guard lock(mutex_);
              const auto mine = held_.find(key);
              if (--mine->second == 0) held_.erase(mine);
            }
            freed_.notify_all();
          }};
}

std::shared_ptr<void> Clients::hold(const std::string& client, PlaceOf kind, std::uint64_t all) {
  if (!limits_.any()) return nullptr;
  const std::uint64_t most = std::max(kLeastPlaces, all / kShare);
  const std::lock_guard lock(mutex_);
  const Key key{client, kind};
  const auto held = held_.find(key);
  if (held != held_.end() && held->second >= most) {
    throw Refusal(ProblemKind::too_many_requests, "one client may have {} {}, and {} has as many",
                  most, name_of(kind), client);
  }
  return taken(key);
}

std::shared_ptr<void> Clients::turn(const std::string& client,
                                    const std::function<bool()>& stopped) {
  if (!limits_.any()) return nullptr;
  std::unique_lock lock(mutex_);
  const Key key{client, PlaceOf::answers};
  const auto free = [&] {
    const auto held = held_.find(key);
    return held == held_.end() || held->second < kLeastPlaces;
  };
  while (!freed_.wait_for(lock, kAskIfStopped, free)) {
    if (stopped()) throw Stopped("stopped while other requests were being answered");
  }
  return taken(key);
}

std::string client_of(const ClientLimits& limits, const std::string& address,
                      std::string_view forwarded_for) {
  std::string name = address;
  boost::system::error_code error;
  if (limits.forwarded) {
    name = without_port(trimmed(forwarded_for.substr(forwarded_for.rfind(',') + 1)));
    (void)boost::asio::ip::make_address(name, error);
    if (error) name = address;  // no address: all such requests are of one client, the proxy
  }
  const auto parsed = boost::asio::ip::make_address(name, error);
  if (error || !parsed.is_v6()) return name;
  if (parsed.to_v6().is_v4_mapped()) {
    return make_address_v4(boost::asio::ip::v4_mapped, parsed.to_v6()).to_string();
  }
  auto bytes = parsed.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return boost::asio::ip::address_v6(bytes).to_string() + "/64";
}

}  // namespace pipo
