// What is said of a file that is not what it should be.
#pragma once

#include <string>

namespace pipo {

// Throws DamagedTable: "FILE: WHAT; copy the file again or generate the table anew".
[[noreturn]] void throw_damaged(const std::string& file, const std::string& what);

}  // namespace pipo
