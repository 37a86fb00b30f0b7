#include "pipopipette/error.hpp"

#include <utility>

namespace pipo {

MissingTable::MissingTable(const std::string& message, Details details)
    : Error(message), details_(std::make_shared<const Details>(std::move(details))) {}

DamagedTable::DamagedTable(const std::string& message, std::filesystem::path file,
                           std::optional<std::uint64_t> offset)
    : Error(message),
      file_(std::make_shared<const std::filesystem::path>(std::move(file))),
      offset_(offset) {}

}  // namespace pipo
