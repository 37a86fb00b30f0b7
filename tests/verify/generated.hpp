// Tables for the tests of the checks.
#pragma once

#include <filesystem>

#include "generator/run/generate.hpp"

namespace pipo::test {

// Makes a table in a tables folder and returns its own folder.
inline std::filesystem::path generated(const std::filesystem::path& tables,
                                       GenerateOptions options) {
  options.tables = tables;
  return generate(options).folder;
}

}  // namespace pipo::test
