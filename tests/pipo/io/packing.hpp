// Compresses data for tests.
#pragma once

#include <string>
#include <vector>

namespace pipo::test {

// A member of gzip, a frame of zstd with a checksum.
std::string gzip(const std::string& text);
std::string zstd(const std::string& text);

// One file in each format, made of parts that can be decompressed without the later ones; also the
// ends of the parts.
using PartPacker = std::string (*)(const std::vector<std::string>& parts,
                                   std::vector<std::size_t>& ends);
std::string gzip_parts(const std::vector<std::string>& parts, std::vector<std::size_t>& ends);
std::string zstd_parts(const std::vector<std::string>& parts, std::vector<std::size_t>& ends);

}  // namespace pipo::test
