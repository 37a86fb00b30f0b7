// Text that is kept until something has been written before it: in memory, or in a temporary file
// if it is long.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "probe/base/descriptor.hpp"

namespace pipo {

class Spool {
 public:
  // Throws OutOfResources or CannotWrite if the temporary file cannot be written.
  void add(std::string_view text);

  // Writes all of it to standard output, as write() does (output.hpp).
  void write_to(std::ostream& out);

 private:
  void spill();

  std::string memory_;
  Descriptor file_;         // what did not fit into memory_ and comes before it; unnamed
  std::uint64_t size_ = 0;  // of the file
};

}  // namespace pipo
