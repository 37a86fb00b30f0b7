#include "probe/file/file_names.hpp"

#include <cstdio>

namespace pipo {

std::string layer_file_name(int layer) {
  char text[32];
  std::snprintf(text, sizeof text, "layer-%02d.pipo", layer);
  return text;
}

}  // namespace pipo
