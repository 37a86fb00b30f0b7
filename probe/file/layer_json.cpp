#include "probe/file/layer_json.hpp"

#include <fmt/core.h>

#include <string>

namespace pipo {

Json histogram_json(const Histogram& values) {
  Json json = Json::object();
  for (int margin = -kMaximumMargin; margin <= kMaximumMargin; ++margin) {
    if (values[margin] != 0) json[std::to_string(margin)] = values[margin];
  }
  return json;
}

Json layer_json(const ManifestLayer& layer) {
  Json json{{"layer", layer.layer}};
  if (!layer.omitted()) json["file"] = layer.file;
  json["stored"] = layer.stored;
  json["bytes"] = layer.bytes;
  json["content_hash"] = fmt::format("{:016x}", layer.content_hash);
  json["values"] = histogram_json(layer.values);
  return json;
}

}  // namespace pipo
