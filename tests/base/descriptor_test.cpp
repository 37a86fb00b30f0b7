// Descriptors: ownership, moves, and the kinds of files.
#include "probe/base/descriptor.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace pipo::descriptor_test {

TEST(Descriptor, ClosesTheFileAndKeepsErrno) {
  int number = -1;
  {
    const Descriptor file = open_file("/dev/null", O_RDONLY);
    ASSERT_TRUE(file.open());
    number = file.get();
    EXPECT_TRUE(fcntl(number, F_GETFD) & FD_CLOEXEC);
    errno = ENOSPC;
  }
  EXPECT_EQ(errno, ENOSPC);
  EXPECT_EQ(fcntl(number, F_GETFD), -1);
  EXPECT_FALSE(open_file("/nonexistent/file", O_RDONLY).open());
  EXPECT_EQ(errno, ENOENT);
}

TEST(Descriptor, IsMovable) {
  Descriptor one = open_file("/dev/null", O_RDONLY);
  const int number = one.get();
  Descriptor two = std::move(one);
  EXPECT_EQ(two.get(), number);
  Descriptor three;
  three = std::move(two);
  EXPECT_EQ(three.get(), number);
  EXPECT_NE(fcntl(number, F_GETFD), -1);
}

TEST(Descriptor, IsNeverAStandardOne) {
  const pid_t child = fork();
  if (child == 0) {
    for (const int number : {0, 1, 2}) close(number);
    const Descriptor file = open_file("/dev/null", O_RDONLY);
    const bool free = fcntl(0, F_GETFD) == -1 && fcntl(1, F_GETFD) == -1 && fcntl(2, F_GETFD) == -1;
    _exit(file.get() > 2 && free && (fcntl(file.get(), F_GETFD) & FD_CLOEXEC) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Descriptor, KindsOfFiles) {
  EXPECT_EQ(irregular_kind(S_IFREG), "");
  EXPECT_EQ(irregular_kind(S_IFDIR), "a folder");
  EXPECT_EQ(irregular_kind(S_IFIFO), "a FIFO");
  EXPECT_EQ(irregular_kind(S_IFSOCK), "a socket");
  EXPECT_EQ(irregular_kind(S_IFLNK), "a symbolic link");
  EXPECT_EQ(irregular_kind(S_IFCHR), "a device");
  EXPECT_EQ(irregular_kind(S_IFBLK), "a device");
}

}  // namespace pipo::descriptor_test
