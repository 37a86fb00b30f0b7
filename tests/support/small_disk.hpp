// A disk of a given size, for tests of full disks.
#pragma once

#include <sys/mount.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace pipo::test {

// A mounted file system, during the life of the object. Mounting takes privileges; see mounted().
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& size) {
    const std::string options = "size=" + size;
    mounted_ = mount("none", folder_.path().c_str(), "tmpfs", 0, options.c_str()) == 0;
    if (!mounted_) reason_ = std::strerror(errno);
  }
  ~SmallDisk() {
    if (mounted_) umount(folder_.path().c_str());
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }
  const std::string& reason() const { return reason_; }
  std::filesystem::path path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
  bool mounted_ = false;
  std::string reason_;
};

}  // namespace pipo::test
