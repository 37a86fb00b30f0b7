#include "tests/faults/tracked.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <vector>

namespace faults {
namespace {

constexpr int kDescriptors = 1 << 16;

// Read without a lock, because most calls of a program are for files outside of the folder.
std::array<std::atomic<int>, kDescriptors> handles{};

struct Paths {
  std::mutex mutex;
  std::vector<std::string> of_handle = {""};
};

// Never destroyed: threads may still close files while the process ends.
Paths& paths() {
  static Paths& only = *new Paths;
  return only;
}

const std::string& watched_folder() {
  static const std::string& only = *new std::string([] {
    const char* folder = std::getenv("PIPO_FAULTS_FOLDER");
    return folder == nullptr ? "" : folder;
  }());
  return only;
}

std::string current_folder() {
  std::array<char, PATH_MAX> buffer{};
  return syscall(SYS_getcwd, buffer.data(), buffer.size()) > 0 ? buffer.data() : "";
}

}  // namespace

std::string watched(int folder, const char* path) {
  const std::string& root = watched_folder();
  if (root.empty() || path == nullptr) return "";
  std::filesystem::path whole = path;
  if (whole.is_relative()) {
    if (folder != AT_FDCWD && handle_of(folder) == 0) return "";
    whole = (folder == AT_FDCWD ? current_folder() : path_of(folder)) / whole;
  }
  std::string text = whole.lexically_normal().string();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  const bool inside =
      text.starts_with(root) && (text.size() == root.size() || text[root.size()] == '/');
  return inside ? text : "";
}

int handle_of(int descriptor) {
  return descriptor >= 0 && descriptor < kDescriptors ? handles[descriptor].load() : 0;
}

std::string path_of(int descriptor) {
  const int handle = handle_of(descriptor);
  const std::lock_guard lock(paths().mutex);
  return paths().of_handle[handle];
}

int track(int descriptor, const std::string& path) {
  if (descriptor < 0 || descriptor >= kDescriptors) std::abort();
  const std::lock_guard lock(paths().mutex);
  const int handle = static_cast<int>(paths().of_handle.size());
  paths().of_handle.push_back(path);
  handles[descriptor] = handle;
  return handle;
}

void forget(int descriptor) {
  if (descriptor >= 0 && descriptor < kDescriptors) handles[descriptor] = 0;
}

}  // namespace faults
