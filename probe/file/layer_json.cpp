#include "probe/file/layer_json.hpp"

#include <string>

namespace pipo {

Json histogram_json(const Histogram& values) {
  Json json = Json::object();
  for (int margin = -kMaximumMargin; margin <= kMaximumMargin; ++margin) {
    if (values[margin] != 0) json[std::to_string(margin)] = values[margin];
  }
  return json;
}

}  // namespace pipo
