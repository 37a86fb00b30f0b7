// Strings-and-coins on any graph with few strings, by the rules alone: cutting a string that frees
// a coin wins it and another move. A coin is free if no string holds it. Shares no code with the
// project.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace oracle {

// A set of strings, a bit each.
using Uncut = std::uint32_t;

class Coins {
 public:
  // Strings join two coins, or a coin and the ground, which is -1.
  Coins(int coins, const std::vector<std::array<int, 2>>& strings)
      : strings_(static_cast<int>(strings.size())), holding_(static_cast<std::size_t>(coins)) {
    if (strings_ > 26) throw std::invalid_argument("oracle: too many strings");
    for (int i = 0; i < strings_; ++i) {
      for (const int coin : strings[static_cast<std::size_t>(i)]) {
        if (coin >= 0) holding_[static_cast<std::size_t>(coin)] |= Uncut{1} << i;
      }
    }
  }

  Uncut all() const { return static_cast<Uncut>((std::uint64_t{1} << strings_) - 1); }

  int freed(Uncut uncut, int string) const {
    const Uncut after = uncut & ~(Uncut{1} << string);
    int count = 0;
    for (const Uncut held : holding_) count += (held & uncut) != 0 && (held & after) == 0;
    return count;
  }

  int coins_left(Uncut uncut) const {
    return static_cast<int>(
        std::ranges::count_if(holding_, [uncut](Uncut held) { return (held & uncut) != 0; }));
  }

 private:
  int strings_;
  std::vector<Uncut> holding_;  // the strings of each coin
};

// The margin of the player to move, for every set of strings.
class CoinValues {
 public:
  explicit CoinValues(const Coins& coins) : value_(std::size_t{coins.all()} + 1) {
    for (Uncut uncut = 1; uncut <= coins.all() && uncut != 0; ++uncut) {
      int best = -127;
      for (Uncut rest = uncut; rest != 0; rest &= rest - 1) {
        const int string = std::countr_zero(rest);
        const int gain = coins.freed(uncut, string);
        const int next = value_[uncut & ~(Uncut{1} << string)];
        best = std::max(best, gain > 0 ? gain + next : -next);
      }
      value_[uncut] = static_cast<signed char>(best);
    }
  }

  int operator()(Uncut uncut) const { return value_[uncut]; }

 private:
  std::vector<signed char> value_;
};

// The sum of Nimstring and a heap of counters: the first player who cannot complete a turn loses. A
// turn continues after a coin is freed. Returns the number of counters with which the player to
// move loses, or -1 if there is none.
class CoinNimbers {
 public:
  explicit CoinNimbers(const Coins& coins) : won_(std::size_t{coins.all()} + 1) {
    for (Uncut uncut = 0; uncut <= coins.all(); ++uncut) {
      std::uint32_t won = 0;  // with which heaps of up to 31 counters the player to move wins
      for (Uncut rest = uncut; rest != 0; rest &= rest - 1) {
        const int string = std::countr_zero(rest);
        const std::uint32_t next = won_[uncut & ~(Uncut{1} << string)];
        won |= coins.freed(uncut, string) > 0 ? next : ~next;
      }
      // From a larger heap the player leaves the one with which the opponent loses.
      const int lost = std::countr_one(won);
      won_[uncut] = lost == 32 ? won : ~(std::uint32_t{1} << lost);
      if (uncut == coins.all()) break;
    }
  }

  int operator()(Uncut uncut) const {
    const int lost = std::countr_one(won_[uncut]);
    return lost == 32 ? -1 : lost;
  }

 private:
  std::vector<std::uint32_t> won_;
};

}  // namespace oracle
