// A table that is well made but says something wrong.
#pragma once

#include <filesystem>

#include "pipopipette/position.hpp"

namespace pipo::test {

// Copies the table in a folder into the tables folder `to`, adding 2 to the first stored value of a
// layer.
void write_wrong_table(const std::filesystem::path& table, const std::filesystem::path& to,
                       int layer);

// The same, adding 2 to the value of a quiet position that contains the table's start, however
// often it is stored.
void write_wrong_table(const std::filesystem::path& table, const std::filesystem::path& to,
                       const Position& quiet);

}  // namespace pipo::test
