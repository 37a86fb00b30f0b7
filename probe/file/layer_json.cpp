#include "probe/file/layer_json.hpp"

#include <cstdio>

namespace pipo {

std::string hexadecimal(std::uint64_t hash) {
  char text[24];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

Json histogram_json(const Histogram& values) {
  Json json = Json::object();
  for (int margin = -kMaximumMargin; margin <= kMaximumMargin; ++margin) {
    if (values[margin] != 0) json[std::to_string(margin)] = values[margin];
  }
  return json;
}

}  // namespace pipo
