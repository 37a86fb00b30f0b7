// What is said of a file that is not what it should be.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pipopipette/error.hpp"

namespace pipo {

// Throws DamagedTable: "FILE: WHAT; copy the file again or generate the table anew". `offset` is
// where in the file what is wrong begins.
[[noreturn]] void throw_damaged(const std::string& file, const std::string& what,
                                std::optional<std::uint64_t> offset = {});

// Throws NewerTable: "FILE: format version N, ...".
[[noreturn]] void throw_newer(const std::string& file, std::uint64_t version,
                              std::uint64_t newest_known);

// What `read` returns; nothing where a file is missing or damaged. What may not be read, and what a
// newer version made, is not to be passed over and is thrown.
template <typename Read>
auto if_whole(Read read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const UnreadableTable&) {
    throw;
  } catch (const NewerTable&) {
    throw;
  } catch (const MissingTable&) {
    return std::nullopt;
  } catch (const DamagedTable&) {
    return std::nullopt;
  }
}

}  // namespace pipo
