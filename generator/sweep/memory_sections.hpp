// Memory for whole layers, one allocation each, kept until no later move can reach them.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/loaded_sections.hpp"

namespace pipo {

class MemorySections {
 public:
  // Tells `loaded` where sections are.
  explicit MemorySections(LoadedSections& loaded);
  ~MemorySections();
  MemorySections(const MemorySections&) = delete;
  MemorySections& operator=(const MemorySections&) = delete;

  // Makes room for the canonical sections of a layer; their values are undefined until written.
  // Throws NoSpace.
  void add_layer(int layer, const std::vector<SectionKey>& keys);

  // Gives a layer's memory back.
  void drop_layer(int layer);

  // Bytes held now.
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Layer {
    std::int8_t* memory = nullptr;
    std::size_t bytes = 0;
    std::vector<SectionKey> keys;
  };

  LoadedSections& loaded_;
  std::vector<Layer> layers_;
  std::uint64_t bytes_ = 0;
};

}  // namespace pipo
