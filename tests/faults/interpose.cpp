// Replaces the C library's functions for files. Calls for the watched folder go through the layer
// (layer.hpp). Loaded before the C library with LD_PRELOAD. The functions use system calls, so that
// they never call themselves.
//
// faults.py compares these names with the program's imports, so that no call is missed.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <string>

#include "tests/faults/layer.hpp"
#include "tests/faults/tracked.hpp"

using faults::Call;
using faults::Group;
using faults::make_call;

namespace {

long system_call(auto... arguments) {
  return ::syscall(arguments...);
}

bool is_there(const std::string& path) {
  const int error = errno;
  struct stat status {};
  const bool there =
      system_call(SYS_newfstatat, AT_FDCWD, path.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
  errno = error;
  return there;
}

int open_path(const char* name, int folder, const char* path, int flags, mode_t mode) {
  const auto real = [&](std::size_t = 0) {
    return system_call(SYS_openat, folder, path, flags, mode);
  };
  const std::string place = faults::watched(folder, path);
  if (place.empty()) return static_cast<int>(real());
  Call call{.name = name,
            .group = (flags & O_CREAT) != 0 ? Group::creating : Group::opening,
            .path = place};
  call.truncated = (flags & O_TRUNC) != 0;
  // Called while the layer handles this call.
  const auto real_open = [&](std::size_t length) {
    call.created = (flags & O_CREAT) != 0 && !is_there(place);
    return real(length);
  };
  return static_cast<int>(make_call(call, real_open, [&](long result) {
    return faults::track(static_cast<int>(result), place);
  }));
}

// A call for an open file.
template <typename Real>
long on_file(const char* name, Group group, int descriptor, const Real& real,
             std::size_t length = 0, const void* data = nullptr, long long offset = 0) {
  const int handle = faults::handle_of(descriptor);
  if (handle == 0) return real(length);
  Call call{.name = name,
            .group = group,
            .handle = handle,
            .path = faults::path_of(descriptor),
            .offset = offset,
            .length = length,
            .data = data};
  return make_call(call, real);
}

// A call for a path, or for two.
template <typename Real>
int on_path(const char* name, Group group, int folder, const char* path, const Real& real) {
  const std::string place = faults::watched(folder, path);
  if (place.empty()) return static_cast<int>(real());
  Call call{.name = name, .group = group, .path = place};
  return static_cast<int>(make_call(call, [&](std::size_t) -> long { return real(); }));
}

template <typename Real>
int on_paths(const char* name, Group group, int folder, const char* path, int other_folder,
             const char* other, const Real& real) {
  const std::string place = faults::watched(folder, path);
  const std::string other_place = faults::watched(other_folder, other);
  if (place.empty() && other_place.empty()) return static_cast<int>(real());
  Call call{.name = name, .group = group, .path = place, .other = other_place};
  return static_cast<int>(make_call(call, [&](std::size_t) -> long { return real(); }));
}

int rename_path(const char* name, int folder, const char* from, int other, const char* to,
                unsigned flags) {
  return on_paths(name, Group::renaming, folder, from, other, to,
                  [&] { return system_call(SYS_renameat2, folder, from, other, to, flags); });
}

int remove_path(const char* name, int folder, const char* path, int flags) {
  return on_path(name, Group::removing, folder, path,
                 [&] { return system_call(SYS_unlinkat, folder, path, flags); });
}

int ask_path(const char* name, int folder, const char* path, struct stat* status, int flags) {
  return on_path(name, Group::asking, folder, path,
                 [&] { return system_call(SYS_newfstatat, folder, path, status, flags); });
}

long read_file(const char* name, int file, void* data, std::size_t bytes) {
  return on_file(
      name, Group::reading, file,
      [&](std::size_t length) { return system_call(SYS_read, file, data, length); }, bytes);
}

long read_file(const char* name, int file, void* data, std::size_t bytes, off_t at) {
  return on_file(
      name, Group::reading, file,
      [&](std::size_t length) { return system_call(SYS_pread64, file, data, length, at); }, bytes,
      nullptr, at);
}

// The offset at which write() writes: the end of a file opened with O_APPEND, else the current one.
long long place_of(int file) {
  if ((system_call(SYS_fcntl, file, F_GETFL, 0) & O_APPEND) == 0)
    return system_call(SYS_lseek, file, 0, SEEK_CUR);
  struct stat status {};
  system_call(SYS_fstat, file, &status);
  return status.st_size;
}

long write_file(const char* name, int file, const void* data, std::size_t bytes) {
  const long long at = faults::handle_of(file) == 0 ? 0 : place_of(file);
  return on_file(
      name, Group::writing, file,
      [&](std::size_t length) { return system_call(SYS_write, file, data, length); }, bytes, data,
      at);
}

long write_file(const char* name, int file, const void* data, std::size_t bytes, off_t at) {
  return on_file(
      name, Group::writing, file,
      [&](std::size_t length) { return system_call(SYS_pwrite64, file, data, length, at); }, bytes,
      data, at);
}

int sync_file(const char* name, int file) {
  return static_cast<int>(on_file(name, Group::syncing, file,
                                  [&](std::size_t) { return system_call(SYS_fsync, file); }));
}

int resize(const char* name, int file, off_t bytes) {
  return static_cast<int>(on_file(
      name, Group::sizing, file,
      [&](std::size_t) { return system_call(SYS_ftruncate, file, bytes); }, 0, nullptr, bytes));
}

int reserve(const char* name, int file, int mode, off_t offset, off_t bytes) {
  return static_cast<int>(on_file(
      name, Group::sizing, file,
      [&](std::size_t) { return system_call(SYS_fallocate, file, mode, offset, bytes); }, 0,
      nullptr, mode == 0 ? offset + bytes : 0));
}

// posix_fallocate returns the error number.
int reserve_posix(const char* name, int file, off_t offset, off_t bytes) {
  const int error = errno;
  const int result = reserve(name, file, 0, offset, bytes) == 0 ? 0 : errno;
  errno = error;
  return result;
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

FILE* open_stream(const char* name, const char* path, const char* mode) {
  auto* const real = next<FILE*(const char*, const char*)>(name);
  const std::string place = faults::watched(AT_FDCWD, path);
  if (place.empty()) return real(path, mode);
  FILE* stream = nullptr;
  const bool creates = *mode != 'r';
  Call call{.name = name, .group = creates ? Group::creating : Group::opening, .path = place};
  call.truncated = *mode == 'w';
  make_call(
      call,
      [&](std::size_t) {
        call.created = creates && !is_there(place);
        stream = real(path, mode);
        return stream == nullptr ? -1L : 0L;
      },
      [&](long) { return faults::track(::fileno(stream), place); });
  return stream;
}

}  // namespace

extern "C" {

#define PIPO_MODE(flags)                                \
  mode_t mode = 0;                                      \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) {         \
    va_list arguments;                                  \
    va_start(arguments, flags);                         \
    mode = static_cast<mode_t>(va_arg(arguments, int)); \
    va_end(arguments);                                  \
  }

int open(const char* path, int flags, ...) {
  PIPO_MODE(flags)
  return open_path("open", AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  PIPO_MODE(flags)
  return open_path("open", AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  PIPO_MODE(flags)
  return open_path("openat", folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
  PIPO_MODE(flags)
  return open_path("openat", folder, path, flags, mode);
}
int __open_2(const char* path, int flags) {
  return open_path("open", AT_FDCWD, path, flags, 0);
}
int __open64_2(const char* path, int flags) {
  return open_path("open", AT_FDCWD, path, flags, 0);
}
int creat(const char* path, mode_t mode) {
  return open_path("creat", AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}
int creat64(const char* path, mode_t mode) {
  return creat(path, mode);
}
FILE* fopen(const char* path, const char* mode) {
  return open_stream("fopen", path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  return open_stream("fopen64", path, mode);
}
int fclose(FILE* stream) {
  const int file = ::fileno(stream);
  auto* const real = next<int(FILE*)>("fclose");
  return static_cast<int>(on_file("fclose", Group::closing, file, [&](std::size_t) -> long {
    faults::forget(file);
    return real(stream);
  }));
}
DIR* opendir(const char* path) {
  auto* const real = next<DIR*(const char*)>("opendir");
  DIR* folder = nullptr;
  on_path("opendir", Group::asking, AT_FDCWD, path, [&] {
    folder = real(path);
    return folder == nullptr ? -1L : 0L;
  });
  return folder;
}
int closedir(DIR* folder) {
  faults::forget(::dirfd(folder));
  return next<int(DIR*)>("closedir")(folder);
}
int close(int file) {
  return static_cast<int>(on_file("close", Group::closing, file, [&](std::size_t) {
    faults::forget(file);
    return system_call(SYS_close, file);
  }));
}

ssize_t read(int file, void* data, size_t bytes) {
  return read_file("read", file, data, bytes);
}
ssize_t pread(int file, void* data, size_t bytes, off_t at) {
  return read_file("pread", file, data, bytes, at);
}
ssize_t pread64(int file, void* data, size_t bytes, off64_t at) {
  return read_file("pread", file, data, bytes, at);
}
ssize_t write(int file, const void* data, size_t bytes) {
  return write_file("write", file, data, bytes);
}
ssize_t pwrite(int file, const void* data, size_t bytes, off_t at) {
  return write_file("pwrite", file, data, bytes, at);
}
ssize_t pwrite64(int file, const void* data, size_t bytes, off64_t at) {
  return write_file("pwrite", file, data, bytes, at);
}
ssize_t writev(int file, const struct iovec* parts, int count) {
  if (faults::handle_of(file) == 0) return system_call(SYS_writev, file, parts, count);
  std::string whole;
  for (const iovec* part = parts; part != parts + count; ++part)
    whole.append(static_cast<const char*>(part->iov_base), part->iov_len);
  return write_file("writev", file, whole.data(), whole.size());
}

int fsync(int file) {
  return sync_file("fsync", file);
}
int fdatasync(int file) {
  return sync_file("fdatasync", file);
}
int ftruncate(int file, off_t bytes) noexcept {
  return resize("ftruncate", file, bytes);
}
int ftruncate64(int file, off64_t bytes) noexcept {
  return resize("ftruncate", file, bytes);
}
int fallocate(int file, int mode, off_t offset, off_t bytes) {
  return reserve("fallocate", file, mode, offset, bytes);
}
int fallocate64(int file, int mode, off64_t offset, off64_t bytes) {
  return reserve("fallocate", file, mode, offset, bytes);
}
int posix_fallocate(int file, off_t offset, off_t bytes) {
  return reserve_posix("fallocate", file, offset, bytes);
}
int posix_fallocate64(int file, off64_t offset, off64_t bytes) {
  return reserve_posix("fallocate", file, offset, bytes);
}
// The C library also has a structure of this name.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
int flock(int file, int operation) noexcept {
  return static_cast<int>(on_file("flock", Group::locking, file, [&](std::size_t) {
    return system_call(SYS_flock, file, operation);
  }));
}
#pragma GCC diagnostic pop

int rename(const char* from, const char* to) noexcept {
  return rename_path("rename", AT_FDCWD, from, AT_FDCWD, to, 0);
}
int renameat(int folder, const char* from, int other, const char* to) noexcept {
  return rename_path("rename", folder, from, other, to, 0);
}
int renameat2(int folder, const char* from, int other, const char* to, unsigned flags) noexcept {
  return rename_path("rename", folder, from, other, to, flags);
}
int link(const char* from, const char* to) noexcept {
  return on_paths("link", Group::naming, AT_FDCWD, from, AT_FDCWD, to,
                  [&] { return system_call(SYS_link, from, to); });
}
int linkat(int folder, const char* from, int other, const char* to, int flags) noexcept {
  return on_paths("link", Group::naming, folder, from, other, to,
                  [&] { return system_call(SYS_linkat, folder, from, other, to, flags); });
}
int unlink(const char* path) noexcept {
  return remove_path("unlink", AT_FDCWD, path, 0);
}
int unlinkat(int folder, const char* path, int flags) noexcept {
  return remove_path(flags == AT_REMOVEDIR ? "rmdir" : "unlink", folder, path, flags);
}
int rmdir(const char* path) noexcept {
  return remove_path("rmdir", AT_FDCWD, path, AT_REMOVEDIR);
}
int remove(const char* path) noexcept {
  if (::unlink(path) == 0) return 0;
  return errno == EISDIR ? ::rmdir(path) : -1;
}
int mkdir(const char* path, mode_t mode) noexcept {
  return on_path("mkdir", Group::naming, AT_FDCWD, path,
                 [&] { return system_call(SYS_mkdir, path, mode); });
}
int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  return on_path("mkdir", Group::naming, folder, path,
                 [&] { return system_call(SYS_mkdirat, folder, path, mode); });
}

int stat(const char* path, struct stat* status) noexcept {
  return ask_path("stat", AT_FDCWD, path, status, 0);
}
int lstat(const char* path, struct stat* status) noexcept {
  return ask_path("lstat", AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
int fstatat(int folder, const char* path, struct stat* status, int flags) noexcept {
  return ask_path("fstatat", folder, path, status, flags);
}
int fstat(int file, struct stat* status) noexcept {
  return static_cast<int>(on_file("fstat", Group::asking, file, [&](std::size_t) {
    return system_call(SYS_fstat, file, status);
  }));
}
int access(const char* path, int mode) noexcept {
  return on_path("access", Group::asking, AT_FDCWD, path,
                 [&] { return system_call(SYS_access, path, mode); });
}

}  // extern "C"
