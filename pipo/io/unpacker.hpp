// One way to make bytes of what a stream has.
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

  // A step on: waits for bytes of the input once at most, writes what they give to the beginning of
  // `room`, which is not empty, and adds the number of bytes written to `filled`. False at the end.
  // Throws BadInput for damaged data, but counts what came before.
  virtual bool step(std::span<char> room, std::size_t& filled) = 0;
};

// By the first bytes of the input, none of which is taken yet. Waits for no more of them than it
// takes to tell.
std::unique_ptr<Unpacker> make_unpacker(RawInput& input);

std::unique_ptr<Unpacker> make_gzip_unpacker(RawInput& input);
std::unique_ptr<Unpacker> make_zstd_unpacker(RawInput& input);

}  // namespace pipo
