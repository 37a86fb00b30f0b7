// Compressed data: input that may be gzip or zstd, and replies packed with gzip.
#pragma once

#include <boost/iostreams/filtering_stream.hpp>
#include <ios>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>

#include "pipopipette/error.hpp"

namespace pipo {

// Thrown if something else follows compressed data, after these have been read completely.
class JunkBehind : public BadInput {
 public:
  using BadInput::BadInput;
};

// Returns the error of a stream that fails. It has only the reason, because messages of the
// standard library name its own functions.
BadInput unreadable(const std::string& name, const std::ios_base::failure& error);

// Returns the content of a stream, unpacked if it begins like a gzip (.gz) or zstd (.zst) file. It
// reads nothing before it is asked to, and waits for no more than it needs. Reading throws
// BadInput, which contains `name`, if the stream cannot be read or its data are damaged or
// truncated, after everything that could be unpacked before. An istream passes that exception on
// only if its exceptions() include badbit. The stream must outlive the returned object.
std::unique_ptr<std::streambuf> unpacking(std::streambuf& from, std::string name);

// Compresses text with gzip, piece by piece.
class Packer {
 public:
  // `small` takes several times as long, and makes texts that are sent often 15% smaller.
  explicit Packer(bool small = false);

  // Returns the next compressed bytes: some, or none, of those of the pieces so far; after the last
  // piece, all of them.
  std::string add(std::string_view piece, bool last);

 private:
  std::string packed_;
  boost::iostreams::filtering_ostream out_;
};

}  // namespace pipo
