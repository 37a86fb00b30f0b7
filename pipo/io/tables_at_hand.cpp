#include "pipo/io/tables_at_hand.hpp"

#include "pipopipette/error.hpp"

namespace pipo {

Tables tables_at_hand(const std::vector<std::filesystem::path>& folders,
                      const TablesOptions& options) {
  try {
    return Tables(folders, options);
  } catch (const MissingTable&) {
    return Tables(std::vector<std::filesystem::path>(), options);
  }
}

}  // namespace pipo
