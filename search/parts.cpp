#include "search/parts.hpp"

#include <algorithm>
#include <utility>

#include "probe/base/narrow.hpp"
#include "theory/multiset.hpp"

namespace pipo::graph {
namespace {

PartKind kind_of(const Region& region) {
  if (region.loop > 0) {
    if (region.loop < 4) return PartKind::other;
    return region.loop % 2 == 0 ? PartKind::loop : PartKind::loony;
  }
  if (region.joints == 0) {
    return region.boxes() < theory::kLongChain ? PartKind::short_chain : PartKind::long_chain;
  }
  const bool all_long = std::ranges::all_of(
      region.strings, [](const String& one) { return one.length >= theory::kLongChain; });
  return all_long ? PartKind::loony : PartKind::other;
}

}  // namespace

PartId Parts::number(const Region& region) {
  Region form = canonical(region);
  if (const auto found = ids_.find(form); found != ids_.end()) return found->second;
  const auto id = narrow<PartId>(parts_.size());
  ids_.emplace(form, id);
  Known known;
  known.part.boxes = form.boxes();
  known.part.kind = kind_of(form);
  known.part.region = std::move(form);
  parts_.push_back(std::move(known));
  return id;
}

std::vector<PartId> Parts::numbers(const std::vector<Region>& regions) {
  std::vector<PartId> result;
  for (const Region& one : regions) result.push_back(number(one));
  std::ranges::sort(result);
  return result;
}

const std::vector<PartMove>& Parts::moves(PartId id) {
  Known& known = parts_[id];
  if (!known.has_moves) {
    std::vector<PartMove> found;
    for (const RegionMove& move : graph::moves(known.part.region)) {
      found.push_back({move.captured, move.handout, numbers(move.rest)});
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    known.moves = std::move(found);
    known.has_moves = true;
  }
  return known.moves;
}

Control Parts::control(PartId id) {
  Known& known = parts_[id];
  if (known.control) return *known.control;
  Control best;
  bool first = true;
  for (const PartMove& move : moves(id)) {
    Control here{move.captured - static_cast<int>(move.handout),
                 move.rest.empty() && move.handout == Handout::two_boxes &&
                     move.captured > theory::kLongChain};
    for (const PartId rest : move.rest) {
      const Control after = control(rest);
      here.fully += after.fully;
      here.ends_chain |= after.ends_chain;
    }
    if (first || here.fully < best.fully) best = here;
    if (here.fully == best.fully) best.ends_chain |= here.ends_chain;
    first = false;
  }
  known.control = best;
  return best;
}

}  // namespace pipo::graph
