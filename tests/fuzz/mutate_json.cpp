// Mutates JSON as a tree. Changed bytes seldom keep the text valid, and manifests have a thousand
// bytes between two numbers.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/shallow_json.hpp"

// libFuzzer's own mutation, which changes bytes, and the function that libFuzzer calls instead if
// it exists.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed);

namespace pipo::fuzz {
namespace {

using Random = std::minstd_rand;

void list(Json& json, std::vector<Json*>& nodes) {
  nodes.push_back(&json);
  if (!json.is_structured()) return;
  for (Json& child : json) list(child, nodes);
}

Json other_number(const Json& number, Random& random) {
  constexpr std::array<std::uint64_t, 4> kEdges = {0, std::uint64_t{1} << 63,
                                                   std::numeric_limits<std::int64_t>::max(),
                                                   std::numeric_limits<std::uint64_t>::max()};
  switch (number.is_number_float() ? 2 : random() % 5) {
    case 0:
      return kEdges.at(random() % kEdges.size());
    case 1:
      return -static_cast<std::int64_t>(random() % 40);
    case 2:
      return static_cast<double>(random()) / 1000;
    default:
      return number.get<std::uint64_t>() + random() % 7 - 3;
  }
}

std::string other_text(std::string text) {
  const std::size_t size = text.size();
  text.resize(size + 8);
  text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size()));
  return text;
}

// Removes or duplicates a member.
void change_members(Json& json, Random& random) {
  const auto at = std::next(json.begin(), static_cast<std::ptrdiff_t>(random() % json.size()));
  const Json member = *at;
  if (random() % 2 == 0) {
    json.erase(at);
  } else if (json.is_array()) {
    json.insert(at, member);
  } else {
    json[std::to_string(random() % 70)] = member;
  }
}

void change(Json& json, Random& random) {
  std::vector<Json*> nodes;
  list(json, nodes);
  Json& node = *nodes[random() % nodes.size()];
  if (random() % 8 == 0) {
    const Json other = *nodes[random() % nodes.size()];
    node = other;
  } else if (node.is_number()) {
    node = other_number(node, random);
  } else if (node.is_string()) {
    node = other_text(node.get<std::string>());
  } else if (node.is_structured() && !node.empty()) {
    change_members(node, random);
  }
}

}  // namespace
}  // namespace pipo::fuzz

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                    unsigned seed) {
  using namespace pipo;
  fuzz::Random random(seed);
  Json json = fuzz::shallow_json({reinterpret_cast<const char*>(data), size});
  if (json.is_discarded() || random() % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  fuzz::change(json, random);
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::ignore);
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::copy(text.begin(), text.end(), data);
  return text.size();
}
