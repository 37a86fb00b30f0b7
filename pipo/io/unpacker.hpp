// Unpacks the bytes of an input stream.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "pipo/io/raw_input.hpp"

namespace pipo {

class Unpacker {
 public:
  Unpacker() = default;
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  virtual ~Unpacker() = default;

  // Makes one step: waits for input at most once, writes the resulting bytes to the beginning of
  // `room`, which is not empty, and adds their number to `filled`. Returns false at the end. Throws
  // BadInput for damaged data, but counts the bytes that came before.
  virtual bool step(std::span<char> room, std::size_t& filled) = 0;
};

// Chooses the unpacker by the first bytes of the input, without taking them. Waits for no more
// bytes than the decision needs.
std::unique_ptr<Unpacker> make_unpacker(RawInput& input);

std::unique_ptr<Unpacker> make_gzip_unpacker(RawInput& input);
std::unique_ptr<Unpacker> make_zstd_unpacker(RawInput& input);

}  // namespace pipo
