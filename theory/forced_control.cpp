#include "theory/forced_control.hpp"

#include <algorithm>
#include <map>

namespace pipo::theory {

bool controlled_value_is_value(const Structure& structure, int controlled) {
  std::map<int, std::vector<int>> cups;  // by joint, their lengths
  for (const String& one : structure.strings) {
    if (one.stops[0] != one.stops[1] || one.stops[0] == kGround) continue;
    cups[one.stops[0]].push_back(one.length());
  }
  const auto joints_with = [&](const std::vector<int>& lengths) {
    return std::ranges::count_if(cups, [&](const auto& one) { return one.second == lengths; });
  };
  return controlled >= 2 && joints_with({3}) == 0 && joints_with({5}) + joints_with({5, 5}) <= 1;
}

}  // namespace pipo::theory
