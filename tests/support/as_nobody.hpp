// Acting as a user who may not read everything, for as long as the object lives.
#pragma once

#include <unistd.h>

#include <exception>
#include <filesystem>
#include <stdexcept>

namespace pipo::test {

// As root, becomes the user "nobody", which needs the right to pass through the folders above the
// files (let_others_in). As any other user it changes nothing.
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

// Only its owner may enter a new temporary folder.
inline void let_others_in(const std::filesystem::path& folder) {
  std::filesystem::permissions(folder, std::filesystem::perms(0755));
}

// From now on only root may read, write or enter it.
inline void close_to_all(const std::filesystem::path& path) {
  std::filesystem::permissions(path, std::filesystem::perms::none);
}

}  // namespace pipo::test
