// Compresses text with gzip, piece by piece.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace pipo {

class Packer {
 public:
  Packer();
  ~Packer();
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  // Returns the next compressed bytes: some, or none, of those of the pieces so far; after the last
  // piece, all of them.
  std::string add(std::string_view piece, bool last);

 private:
  struct Filter;  // keeps Boost out of this header

  std::unique_ptr<Filter> filter_;
};

}  // namespace pipo
