// What is said of a file that is not what it should be.
#pragma once

#include <cstdint>
#include <string>

namespace pipo {

// Throws DamagedTable: "FILE: WHAT; copy the file again or generate the table anew".
[[noreturn]] void throw_damaged(const std::string& file, const std::string& what);

// Throws NewerTable: "FILE: format version N, ...".
[[noreturn]] void throw_newer(const std::string& file, std::uint64_t version,
                              std::uint64_t newest_known);

}  // namespace pipo
