#include "pipopipette/error.hpp"

#include <utility>

namespace pipo {

MissingTable::MissingTable(const std::string& message) : MissingTable(message, Details()) {}

MissingTable::MissingTable(const std::string& message, Details details, ErrorCode code)
    : Error(code, message), details_(std::make_shared<const Details>(std::move(details))) {}

UnreadableTable::UnreadableTable(const std::string& message)
    : UnreadableTable(message, Details()) {}

UnreadableTable::UnreadableTable(const std::string& message, Details details)
    : MissingTable(message, std::move(details), ErrorCode::unreadable_table) {}

DamagedTable::DamagedTable(const std::string& message, std::filesystem::path file,
                           std::optional<std::uint64_t> offset, ErrorCode code)
    : Error(code, message),
      file_(std::make_shared<const std::filesystem::path>(std::move(file))),
      offset_(offset) {}

NewerTable::NewerTable(const std::string& message, std::filesystem::path file)
    : DamagedTable(message, std::move(file), {}, ErrorCode::newer_table) {}

}  // namespace pipo
