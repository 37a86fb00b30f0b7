// Compressed data to read.
#pragma once

#include <string>
#include <vector>

namespace pipo::test {

// A member of gzip, a frame of zstd with a checksum.
std::string gzip(const std::string& text);
std::string zstd(const std::string& text);

// One of each, made of parts of which each can be unpacked without those behind it; where they end.
using PartPacker = std::string (*)(const std::vector<std::string>& parts,
                                   std::vector<std::size_t>& ends);
std::string gzip_parts(const std::vector<std::string>& parts, std::vector<std::size_t>& ends);
std::string zstd_parts(const std::vector<std::string>& parts, std::vector<std::size_t>& ends);

}  // namespace pipo::test
