// Well-formed tables with a wrong value.
#pragma once

#include <filesystem>

#include "pipopipette/position.hpp"

namespace pipo::test {

// Copies the table in a folder into the tables folder `to`, and adds 2 to the first stored value of
// a layer.
void write_wrong_table(const std::filesystem::path& table, const std::filesystem::path& to,
                       int layer);

// The same, but adds 2 to every stored value of a quiet position that contains the table's start.
void write_wrong_table(const std::filesystem::path& table, const std::filesystem::path& to,
                       const Position& quiet);

}  // namespace pipo::test
