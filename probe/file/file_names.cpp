#include "probe/file/file_names.hpp"

#include <fmt/core.h>

namespace pipo {

std::string layer_file_name(int layer) {
  return fmt::format("layer-{:02}.pipo", layer);
}

}  // namespace pipo
