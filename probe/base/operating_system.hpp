// Calls of the operating system that only Linux has. Elsewhere each does the same in another way,
// or nothing where it is only a hint. No other file has such calls; tests/house checks this.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "probe/base/descriptor.hpp"

namespace pipo {

// Tells the system that a part of a file will be read soon.
void prefetch_file(int descriptor, off_t offset, off_t bytes);

// Enlarges memory that mmap has returned, and may move it. Returns null if there is not enough; the
// memory then stays as it is.
void* enlarged_mapping(void* memory, std::size_t bytes, std::size_t more_bytes);

// Asks for large pages for memory that mmap has returned.
void prefer_huge_pages(void* memory, std::size_t bytes);

// The heap of a system that has no other memory and limits it (WebAssembly): bytes that are in use,
// and those that can still be allocated. Nothing elsewhere.
struct LimitedHeap {
  std::uint64_t used = 0;
  std::uint64_t left = 0;
};
std::optional<LimitedHeap> limited_heap();

// Returns memory that was freed to the system.
void return_freed_memory();

// Keeps the C library from enlarging the heap for large pieces once one has been freed: such pieces
// then leave no holes there.
void keep_large_pieces_off_the_heap();

// Makes all threads allocate from one heap, so that each takes less address space.
void keep_one_heap();

// Lets sleeps of this thread end on time. Otherwise each short sleep takes 50 us longer.
void sleep_precisely();

// Gives a file the contents of another one, so that both share their blocks until one is changed.
// Returns false if their file system cannot do that.
bool share_blocks(int from, int to);

// Returns the file of the program or shared library that contains this code, from the root on, or
// an empty path if it is not known.
std::filesystem::path file_of_this_code();

// Creates a file without a name in this folder, for reading and writing by the owner. Returns an
// invalid descriptor and sets errno if that fails.
Descriptor open_unnamed_file(const std::filesystem::path& folder);

}  // namespace pipo
