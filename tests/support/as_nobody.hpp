// Acts as a user without permission to read everything, during the life of the object.
#pragma once

#include <unistd.h>

#include <exception>
#include <filesystem>
#include <stdexcept>

namespace pipo::test {

// If the process is root, it becomes the user "nobody", which needs permission to enter the folders
// above the files (let_others_in). For any other user this has no effect.
class AsNobody {
 public:
  // False in containers whose root cannot become another user. Tests are skipped there.
  static bool possible() {
    if (::geteuid() != 0) return true;
    return ::seteuid(kNobody) == 0 && ::seteuid(0) == 0;
  }

  AsNobody() {
    if (root_ && ::seteuid(kNobody) != 0) throw std::runtime_error("root cannot become nobody");
  }
  ~AsNobody() {
    if (root_ && ::seteuid(0) != 0) std::terminate();
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  static constexpr uid_t kNobody = 65534;
  const bool root_ = ::geteuid() == 0;
};

// Lets other users enter a new temporary folder.
inline void let_others_in(const std::filesystem::path& folder) {
  std::filesystem::permissions(folder, std::filesystem::perms(0755));
}

// Makes a path readable, writable and enterable by root alone.
inline void close_to_all(const std::filesystem::path& path) {
  std::filesystem::permissions(path, std::filesystem::perms::none);
}

}  // namespace pipo::test
