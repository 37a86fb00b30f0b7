// Python's text, paths and numbers as the library's, and back.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>

#include "pipopipette/position.hpp"

namespace pipo::python {

// A position that Python holds. Python can make one without initialising it (Position.__new__): its
// memory is zeros then, which is no position, and not what happened to be there.
class HeldPosition {
 public:
  explicit HeldPosition(const Position& position) : position_(position) {}

  // Throws BadInput if it was never initialised.
  const Position& get() const;

  static void* operator new(std::size_t size) {
    void* memory = std::calloc(1, size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
  static void operator delete(void* memory) { std::free(memory); }

 private:
  Position position_;
};

// In UTF-8; what cannot be written so (half of a surrogate pair) as an escape, which no notation
// takes. TypeError naming `what` was expected unless it is a str.
std::string text_of(pybind11::handle object, std::string_view what);

// A str whatever the bytes are: file names, and what damaged files hold, need not be UTF-8.
pybind11::str text_for_people(std::string_view bytes);

// As os.fsencode and os.fsdecode do.
std::filesystem::path path_of(const pybind11::bytes& path);
pybind11::str path_text(const std::filesystem::path& path);

// "3x3".
Board board_of(pybind11::handle object);

// "3x3:0101..." or a Position.
Position position_of(pybind11::handle object);

// Any whole number from 0 to 2^64 - 1, numpy's as well. TypeError for what is none, PositionError
// where it is out of range.
EdgeSet edges_of(pybind11::handle object);

// An edge's name, "h2.3", or its index.
int edge_of(const Board& board, pybind11::handle object);

}  // namespace pipo::python
