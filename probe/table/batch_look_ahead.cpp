#include "probe/table/batch_look_ahead.hpp"

#include <algorithm>
#include <optional>

#include "pipopipette/tables.hpp"
#include "probe/base/in_parallel.hpp"
#include "probe/table/batch.hpp"
#include "probe/table/table_set.hpp"

namespace pipo {
namespace {

constexpr std::size_t kPart = 256;  // positions

constexpr std::int8_t kUnknown = kDrawn;  // in place of a value: the search continues

bool is_value(std::int8_t value) {
  return value != kNotCovered && value != kDamaged;
}

}  // namespace

std::vector<std::int8_t> BatchLookAhead::values(std::span<const EdgeSet> quiet) {
  std::vector<std::int8_t> values(quiet.size(), kUnknown);
  std::vector<Part> parts;
  for (std::size_t begin = 0; begin < quiet.size(); begin += kPart) {
    const std::size_t end = std::min(quiet.size(), begin + kPart);
    parts.push_back({.begin = begin, .end = end, .known = std::vector<KnownBounds>(end - begin)});
  }
  std::vector<std::int8_t> found;
  do {
    std::vector<std::size_t> first{0};  // the first request of each part
    for (const Part& part : parts) first.push_back(first.back() + part.requests.size());
    in_parallel(parts.size(), threads_, [&](std::size_t i) {
      learn(parts[i], std::span(found).subspan(first[i], first[i + 1] - first[i]), values);
      search(parts[i], quiet, values);
    });
    found = look_up(parts);
  } while (!found.empty());
  std::ranges::replace(values, kUnknown, kDamaged);
  return values;
}

// Passes the values found to the searches of a part that requested them. A search whose value was
// not found is abandoned.
void BatchLookAhead::learn(Part& part, std::span<const std::int8_t> found,
                           std::span<std::int8_t> values) const {
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto& [wanted, number] = part.requests[i];
    if (is_value(found[i])) {
      part.known[number - part.begin].set(wanted.merged, found[i]);
    } else {
      values[number] = kDamaged;
    }
  }
  part.requests.clear();
}

void BatchLookAhead::search(Part& part, std::span<const EdgeSet> quiet,
                            std::span<std::int8_t> values) const {
  LookAhead look_ahead(set_, board_, TableSet::kNoTable);
  std::vector<LookAhead::Wanted> wanted;
  for (std::size_t i = part.begin; i < part.end; ++i) {
    if (values[i] != kUnknown) continue;
    KnownBounds& known = part.known[i - part.begin];
    wanted.clear();
    if (const auto value = look_ahead.compute(quiet[i], known, wanted)) {
      values[i] = static_cast<std::int8_t>(*value);
      known = {};
    }
    for (const LookAhead::Wanted& one : wanted) part.requests.push_back({one, i});
  }
}

std::vector<std::int8_t> BatchLookAhead::look_up(std::span<const Part> parts) const {
  std::vector<EdgeSet> quiet;
  for (const Part& part : parts) {
    for (const Part::Request& request : part.requests) quiet.push_back(request.wanted.quiet);
  }
  std::vector<std::int8_t> found(quiet.size());
  BatchLookup(
      set_,
      [&](std::size_t i) {
        return std::optional(Position{board_, quiet[i]});
      },
      found, threads_, round_)
      .answer();
  return found;
}

}  // namespace pipo
