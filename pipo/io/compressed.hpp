// Input that may be compressed, read as if it were not.
#pragma once

#include <exception>
#include <memory>
#include <streambuf>
#include <string>
#include <vector>

#include "pipo/io/raw_input.hpp"
#include "pipopipette/error.hpp"

namespace pipo {

class Unpacker;

// Behind compressed data, all of which has been read, something else follows.
class JunkBehind : public BadInput {
 public:
  using BadInput::BadInput;
};

// What a stream says, unpacked if it begins as gzip (.gz) or zstd (.zst) files do. Nothing is read
// before it is asked for, and nothing is waited for that is not needed. Reading throws BadInput,
// beginning with `name`, where the stream cannot be read, and where data are damaged or end too
// early, after everything that could be unpacked before. An istream passes that on only if its
// exceptions() have badbit.
class UnpackingBuffer : public std::streambuf {
 public:
  // The stream must outlive this.
  UnpackingBuffer(std::streambuf& from, std::string name);
  ~UnpackingBuffer() override;

 protected:
  int_type underflow() override;

 private:
  std::size_t fill();

  RawInput input_;
  std::unique_ptr<Unpacker> unpacker_;  // once it is known which
  std::vector<char> unpacked_;
  std::exception_ptr failure_;  // what reading has come to
};

}  // namespace pipo
