#include "probe/base/operating_system.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#ifdef __EMSCRIPTEN__
#include <emscripten/heap.h>
#include <malloc.h>
#endif
#ifdef __linux__
#include <linux/fs.h>
#include <malloc.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#endif

namespace pipo {
namespace {

constexpr mode_t kByOwner = S_IRUSR | S_IWUSR;

// Creates a file and removes its name. Some file systems have no files without names.
[[maybe_unused]] Descriptor open_removed_file(const std::filesystem::path& folder) {
  static std::atomic<int> count = 0;
  const std::filesystem::path path =
      folder / fmt::format(".pipo-scratch-{}-{}", ::getpid(), ++count);
  Descriptor file = open_file(path, O_CREAT | O_EXCL | O_RDWR, kByOwner);
  if (file.open()) ::unlink(path.c_str());
  return file;
}

// Returns where the program or shared library with this address was loaded, and its file as it was
// named then.
Dl_info loaded_with(const void* address) {
  Dl_info info{};
  return ::dladdr(address, &info) != 0 ? info : Dl_info{};
}

}  // namespace

std::filesystem::path file_of_this_code() {
  const Dl_info info = loaded_with(reinterpret_cast<const void*>(&loaded_with));
  std::error_code error;
#ifdef __linux__
  // A program's name there is the one that it was called by.
  const Dl_info program = loaded_with(reinterpret_cast<const void*>(::getauxval(AT_PHDR)));
  if (info.dli_fbase == nullptr || info.dli_fbase == program.dli_fbase) {
    return std::filesystem::read_symlink("/proc/self/exe", error);
  }
#endif
  return info.dli_fname == nullptr ? std::filesystem::path()
                                   : std::filesystem::canonical(info.dli_fname, error);
}

#ifdef __EMSCRIPTEN__

std::optional<LimitedHeap> limited_heap() {
  // Memory that was freed below the end of the heap can be allocated again.
  const std::uint64_t used = reinterpret_cast<std::uintptr_t>(::sbrk(0)) - ::mallinfo().fordblks;
  return LimitedHeap{used, emscripten_get_heap_max() - used};
}

#else

std::optional<LimitedHeap> limited_heap() {
  return {};
}

#endif

#ifdef __linux__

void prefetch_file(int descriptor, off_t offset, off_t bytes) {
  (void)::posix_fadvise(descriptor, offset, bytes, POSIX_FADV_WILLNEED);
}

void* enlarged_mapping(void* memory, std::size_t bytes, std::size_t more_bytes) {
  void* const larger = ::mremap(memory, bytes, more_bytes, MREMAP_MAYMOVE);
  return larger == MAP_FAILED ? nullptr : larger;
}

void prefer_huge_pages(void* memory, std::size_t bytes) {
  (void)::madvise(memory, bytes, MADV_HUGEPAGE);
}

void return_freed_memory() {
  ::malloc_trim(0);
}

void keep_large_pieces_off_the_heap() {
  ::mallopt(M_MMAP_THRESHOLD, 128 * 1024);  // the initial value; setting it makes it final
}

void keep_one_heap() {
  ::mallopt(M_ARENA_MAX, 1);
}

void sleep_precisely() {
  ::prctl(PR_SET_TIMERSLACK, 1000);
}

bool share_blocks(int from, int to) {
  return ::ioctl(to, FICLONE, from) == 0;
}

Descriptor open_unnamed_file(const std::filesystem::path& folder) {
  Descriptor file = open_file(folder, O_TMPFILE | O_RDWR, kByOwner);
  return file.open() ? std::move(file) : open_removed_file(folder);
}

#else

void prefetch_file(int, off_t, off_t) {}

void* enlarged_mapping(void* memory, std::size_t bytes, std::size_t more_bytes) {
  void* const larger =
      ::mmap(nullptr, more_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (larger == MAP_FAILED) return nullptr;
  std::memcpy(larger, memory, bytes);
  ::munmap(memory, bytes);
  return larger;
}

void prefer_huge_pages(void*, std::size_t) {}

void return_freed_memory() {}

void keep_large_pieces_off_the_heap() {}

void keep_one_heap() {}

void sleep_precisely() {}

bool share_blocks(int, int) {
  return false;
}

Descriptor open_unnamed_file(const std::filesystem::path& folder) {
  return open_removed_file(folder);
}

#endif

}  // namespace pipo
