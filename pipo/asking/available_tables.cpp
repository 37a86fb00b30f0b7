#include "pipo/asking/available_tables.hpp"

#include <algorithm>

#include "pipopipette/error.hpp"

namespace pipo {

Tables available_tables(const std::vector<std::filesystem::path>& folders,
                        const TablesOptions& options) {
  try {
    return Tables(folders, options);
  } catch (const MissingTable&) {
    return Tables(std::vector<std::filesystem::path>(), options);
  }
}

TablesOptions tables_within(std::uint64_t memory) {
  constexpr std::uint64_t kCacheShare = 16;
  TablesOptions options;
  if (memory > 0) {
    options.cache_bytes = std::min(options.cache_bytes, std::size_t{memory / kCacheShare});
  }
  return options;
}

}  // namespace pipo
