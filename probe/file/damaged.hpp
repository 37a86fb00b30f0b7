// Throws the errors for damaged files and for files of other versions, and finds the reason why a
// file is not there: links that lead nowhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "pipopipette/error.hpp"

namespace pipo {

// Throws DamagedTable: "FILE: WHAT; copy the file again or generate the table anew". `offset` is
// the byte of the file at which the damaged part begins.
[[noreturn]] void throw_damaged(const std::string& file, const std::string& what,
                                std::optional<std::uint64_t> offset = {});

// Throws DamagedTable: "FILE: WHAT, which ...; generate the table again", for a file of an earlier
// version that this one does not read.
[[noreturn]] void throw_older(const std::string& file, const std::string& what);

// Throws NewerTable: "FILE: format version N, ...".
[[noreturn]] void throw_newer(const std::string& file, std::uint64_t version,
                              std::uint64_t newest_known);

// Throws NewerTable: "FILE: WHAT, ...", for a value that this version does not know and whose
// checksum is right.
[[noreturn]] void throw_unknown(const std::string& file, const std::string& what);

// Calls `read` and returns its result, or nothing if a file is missing or damaged. The errors for
// unreadable files and for files of newer versions are not caught: such files must not be replaced.
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

// Returns the error for a path that is such a link or leads through one, with the remedy; nothing
// for all other paths.
std::string broken_link(const std::filesystem::path& path);

}  // namespace pipo
