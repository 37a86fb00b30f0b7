// Input that may be compressed, read as if it were not.
#pragma once

#include <memory>
#include <streambuf>
#include <string>

#include "pipopipette/error.hpp"

namespace pipo {

// Behind compressed data, all of which has been read, something else follows.
class JunkBehind : public BadInput {
 public:
  using BadInput::BadInput;
};

// What a stream says, unpacked if it begins as gzip (.gz) or zstd (.zst) files do. Nothing is read
// before it is asked for, and nothing is waited for that is not needed. Reading throws BadInput,
// beginning with `name`, where the stream cannot be read, and where data are damaged or end too
// early, after everything that could be unpacked before. An istream passes that on only if its
// exceptions() have badbit. The stream must outlive what is returned.
std::unique_ptr<std::streambuf> unpacking(std::streambuf& from, std::string name);

}  // namespace pipo
