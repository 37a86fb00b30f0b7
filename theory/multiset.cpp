#include "theory/multiset.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <numeric>

#include "pipopipette/error.hpp"

namespace pipo::theory {
namespace {

// The number of equal components from which a power is written.
constexpr int kWrittenAsPower = 5;

std::vector<int>& lengths(std::vector<int>& chains, std::vector<int>& loops, Shape shape) {
  return shape == Shape::chain ? chains : loops;
}

int count(const std::vector<int>& lengths, int length) {
  const auto [first, last] = std::equal_range(lengths.begin(), lengths.end(), length);
  return static_cast<int>(last - first);
}

[[noreturn]] void refuse(std::string_view text, std::string_view term, std::string_view reason) {
  throw BadInput(fmt::format("endgame '{}': '{}': {}", text, term, reason));
}

// Reads a number at the front of `rest` and removes it.
int take_number(std::string_view text, std::string_view term, std::string_view& rest) {
  int number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc{} || number < 1 || rest.front() == '0') {
    refuse(text, term, "expected a number from 1 up, as in 3, 4l or 4l^2");
  }
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return number;
}

struct Term {
  Simple component;
  int times = 1;
};

Term read_term(std::string_view text, std::string_view term) {
  std::string_view rest = term;
  Term result{{Shape::chain, take_number(text, term, rest)}, 1};
  if (!rest.empty() && rest.front() == 'l') {
    result.component.shape = Shape::loop;
    rest.remove_prefix(1);
  }
  if (!rest.empty() && rest.front() == '^') {
    rest.remove_prefix(1);
    result.times = take_number(text, term, rest);
  }
  if (!rest.empty())
    refuse(text, term, "expected a length, then 'l' for a loop, then '^' a number");
  return result;
}

void write(std::string& text, Shape shape, const std::vector<int>& lengths) {
  for (auto from = lengths.begin(); from != lengths.end();) {
    const auto to = std::upper_bound(from, lengths.end(), *from);
    const auto times = to - from;
    const std::string one = to_string(Simple{shape, *from});
    for (int i = 0; i < (times < kWrittenAsPower ? times : 1); ++i) {
      if (!text.empty()) text += '+';
      text += one;
    }
    if (times >= kWrittenAsPower) text += fmt::format("^{}", times);
    from = to;
  }
}

}  // namespace

std::string to_string(Simple component) {
  return fmt::format("{}{}", component.length, component.shape == Shape::loop ? "l" : "");
}

Multiset::Multiset(std::vector<int> chains, std::vector<int> loops)
    : chains_(std::move(chains)), loops_(std::move(loops)) {
  std::ranges::sort(chains_);
  std::ranges::sort(loops_);
  if (!chains_.empty() && chains_.front() < 1) throw BadInput("a chain has at least 1 box");
  for (const int length : loops_) {
    if (length < 4 || length % 2 != 0) {
      throw BadInput(fmt::format("a loop has 4, 6, 8, ... boxes, not {}", length));
    }
  }
}

Multiset Multiset::parse(std::string_view given) {
  std::string text(given);
  std::erase(text, ' ');
  if (text == "0") return {};
  std::vector<int> chains, loops;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find('+', from), text.size());
    const std::string_view name = std::string_view(text).substr(from, to - from);
    const Term term = read_term(given, name);
    if (term.times + static_cast<int>(chains.size() + loops.size()) > kMaximumComponents) {
      refuse(given, name, fmt::format("more than {} components", kMaximumComponents));
    }
    std::vector<int>& list = lengths(chains, loops, term.component.shape);
    list.insert(list.end(), static_cast<std::size_t>(term.times), term.component.length);
    from = to + 1;
  }
  return Multiset(std::move(chains), std::move(loops));
}

int Multiset::size() const {
  return std::accumulate(chains_.begin(), chains_.end(), 0) +
         std::accumulate(loops_.begin(), loops_.end(), 0);
}

int Multiset::chains_of(int length) const {
  return count(chains_, length);
}

int Multiset::loops_of(int length) const {
  return count(loops_, length);
}

bool Multiset::contains(Simple component) const {
  return component.shape == Shape::chain ? chains_of(component.length) > 0
                                         : loops_of(component.length) > 0;
}

std::vector<Simple> Multiset::distinct() const {
  std::vector<Simple> result;
  for (const int length : chains_) {
    if (result.empty() || result.back().length != length) result.push_back({Shape::chain, length});
  }
  const std::size_t chains = result.size();
  for (const int length : loops_) {
    if (result.size() == chains || result.back().length != length) {
      result.push_back({Shape::loop, length});
    }
  }
  return result;
}

Multiset Multiset::without(Simple component) const {
  if (!contains(component)) {
    throw BadInput(fmt::format("no {} in {}", to_string(component), to_string(*this)));
  }
  Multiset result = *this;
  std::vector<int>& list = lengths(result.chains_, result.loops_, component.shape);
  list.erase(std::ranges::lower_bound(list, component.length));
  return result;
}

Multiset Multiset::with(Simple component) const {
  Multiset result = *this;
  std::vector<int>& list = lengths(result.chains_, result.loops_, component.shape);
  list.push_back(component.length);
  return Multiset(std::move(result.chains_), std::move(result.loops_));
}

Multiset Multiset::without_loops(int length) const {
  Multiset result = *this;
  std::erase(result.loops_, length);
  return result;
}

void require_simple_loony(const Multiset& multiset) {
  if (multiset.is_simple_loony()) return;
  throw BadInput(fmt::format("{} is not a simple loony endgame: a chain of {} is short",
                             to_string(multiset), multiset.chains().front()));
}

std::string to_string(const Multiset& multiset) {
  std::string text;
  write(text, Shape::chain, multiset.chains());
  write(text, Shape::loop, multiset.loops());
  return text.empty() ? "0" : text;
}

std::size_t MultisetHash::operator()(const Multiset& multiset) const {
  std::uint64_t hash = 0x9E3779B97F4A7C15u;
  const auto add = [&hash](int number) {
    hash = (hash ^ static_cast<std::uint64_t>(number)) * 0xD6E8FEB86659FD93u;
    hash ^= hash >> 29;
  };
  for (const int length : multiset.chains()) add(length);
  add(0);
  for (const int length : multiset.loops()) add(length);
  return static_cast<std::size_t>(hash);
}

}  // namespace pipo::theory
