// Memory for whole layers, one allocation each, kept until no later move can reach them.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/value_memory.hpp"

namespace pipo {

class MemorySections {
 public:
  // Tells `loaded` where sections are.
  explicit MemorySections(LoadedSections& loaded);
  // Makes room for the canonical sections of a layer; their values are undefined until written.
  // Throws NoSpace.
  void add_layer(int layer, const std::vector<SectionKey>& keys);

  // Gives a layer's memory back.
  void drop_layer(int layer);

 private:
  struct Layer {
    ValueMemory memory;
    std::vector<SectionKey> keys;
  };

  LoadedSections& loaded_;
  std::vector<Layer> layers_;
};

}  // namespace pipo
