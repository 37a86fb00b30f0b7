// The part of the server that one client may take, so that others are answered beside it: requests
// and seconds of work in a minute, and a share of the connections, jobs and streams.
//
// A client is an address; of IPv6 a network of 64 bits, of which one client has as many addresses
// as it likes.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "probe/base/steady_seconds.hpp"

namespace pipo {

struct ClientLimits {
  std::uint64_t requests = 0;  // a minute; 0: any number
  std::uint64_t seconds = 0;   // of work, a minute; 0: any number
  bool forwarded = false;      // the client is the one that a proxy names

  bool any() const { return requests > 0 || seconds > 0; }
};

// The kinds of places that a client holds.
enum class PlaceOf { connections, jobs, streams, answers };

// Any thread may use it.
class Clients {
 public:
  // `now` returns seconds.
  explicit Clients(const ClientLimits& limits, std::function<double()> now = steady_seconds)
      : limits_(limits), now_(std::move(now)) {}

  // Counts a request. Throws Refusal if the client has to wait.
  void ask(const std::string& client);

  // Counts work that was done for a client. It may be more than is left for this minute; the client
  // then waits longer.
  void charge(const std::string& client, double seconds);

  // Returns a place, of which a client may hold a part of `all`: an eighth, but at least two.
  // Throws Refusal. There are no limits unless there are those of requests or seconds. The clients
  // must outlive the place.
  std::shared_ptr<void> hold(const std::string& client, PlaceOf kind, std::uint64_t all);

  // Waits until fewer than two requests of the client are being answered, and returns a place among
  // these. So a client with many connections has no more of the solver than one with two. Throws
  // Stopped if `stopped` says so.
  std::shared_ptr<void> turn(const std::string& client, const std::function<bool()>& stopped);

 private:
  // The rest of a minute's worth of a client, which grows back evenly. Negative: a debt.
  struct Left {
    double requests = 0;
    double seconds = 0;
    double at = 0;  // the time
  };

  using Key = std::pair<std::string, PlaceOf>;

  Left& left(const std::string& client);
  std::shared_ptr<void> taken(const Key& key);
  void forget_idle(const std::string& asking);

  const ClientLimits limits_;
  const std::function<double()> now_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::unordered_map<std::string, Left> left_;
  std::map<Key, std::uint64_t> held_;
};

// Charges a client for the time from its construction to its end, without what it waits meanwhile.
class Charge {
 public:
  Charge(Clients& clients, std::string client) : clients_(clients), client_(std::move(client)) {}
  ~Charge() {
    try {
      clients_.charge(client_, steady_seconds() - begin_ - *waited_);
    } catch (const std::exception&) {
      // There is no memory for it: this work is not counted.
    }
  }
  Charge(const Charge&) = delete;
  Charge& operator=(const Charge&) = delete;

  // Returns SolverOptions::waited.
  std::function<void(double)> waited() const {
    return [waited = waited_](double seconds) { *waited += seconds; };
  }

 private:
  Clients& clients_;
  std::string client_;
  double begin_ = steady_seconds();
  std::shared_ptr<double> waited_ = std::make_shared<double>(0);
};

// Returns the client of a connection: its address or, if the server is behind a proxy that names
// it, the last one in the field X-Forwarded-For.
std::string client_of(const ClientLimits& limits, const std::string& address,
                      std::string_view forwarded_for);

}  // namespace pipo
