// Input that is compressed, read as if it were not.
#pragma once

#include <istream>
#include <memory>
#include <string>

namespace pipo {

// What `file` says when unpacked, if it begins as gzip (.gz) or zstd (.zst) files do; else nothing,
// and the file stands at its beginning, as before. Reading throws BadInput, beginning with `name`,
// where the data are damaged or end too early. The file must outlive the stream.
std::unique_ptr<std::istream> decompressed(std::istream& file, const std::string& name);

}  // namespace pipo
