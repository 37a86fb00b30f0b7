#include "probe/file/damaged.hpp"

#include "pipopipette/error.hpp"

namespace pipo {

void throw_damaged(const std::string& file, const std::string& what) {
  throw DamagedTable(file + ": " + what + "; copy the file again or generate the table anew");
}

}  // namespace pipo
