// A table that is well made but says something wrong.
#pragma once

#include <filesystem>

namespace pipo::test {

// Copies the table in a folder into the tables folder `to`, adding 2 to the first stored value of a
// layer.
void write_wrong_table(const std::filesystem::path& table, const std::filesystem::path& to,
                       int layer);

}  // namespace pipo::test
