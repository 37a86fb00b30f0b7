// Reads at any offset, and how long a file keeps its descriptor.
#include "probe/file/read_only_file.hpp"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>

#include "pipopipette/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

// The number of further reads to cut short; a signal interrupts every other one first.
int interruptions = 0;

}  // namespace

// Replaces the C library's function.
extern "C" ssize_t pread(int file, void* data, std::size_t bytes, off_t offset) {
  if (interruptions > 0 && --interruptions % 2 == 0) {
    errno = EINTR;
    return -1;
  }
  const std::size_t length = interruptions > 0 ? std::min<std::size_t>(bytes, 1) : bytes;
  return ::syscall(SYS_pread64, file, data, length, offset);
}

namespace pipo::read_only_file_test {

class ReadOnlyFileTest : public testing::Test {
 protected:
  ReadOnlyFileTest() : path_(folder_.path() / "ten") {
    std::ofstream(path_, std::ios::binary) << "0123456789";
  }

  // The number of open descriptors of this process, including the one for counting.
  static std::ptrdiff_t descriptors() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  }

  static std::string read(const ReadOnlyFile& file, std::uint64_t offset, std::size_t bytes) {
    std::string text(bytes, '\0');
    file.read(offset, std::as_writable_bytes(std::span(text)));
    return text;
  }

  TemporaryFolder folder_;
  std::filesystem::path path_;
};

TEST_F(ReadOnlyFileTest, ReadsAtAnyOffset) {
  for (const auto keep_open : {KeepOpen::yes, KeepOpen::no}) {
    const ReadOnlyFile file(path_, keep_open);
    EXPECT_EQ(file.bytes(), 10U);
    EXPECT_EQ(read(file, 7, 3), "789");
    EXPECT_EQ(read(file, 0, 10), "0123456789");
    EXPECT_EQ(read(file, 10, 0), "");
    EXPECT_THROW(read(file, 8, 3), DamagedTable);
  }
}

// The hint changes no result, and is harmless beyond the end.
TEST_F(ReadOnlyFileTest, ExpectingIsAHint) {
  for (const KeepOpen keep_open : {KeepOpen::yes, KeepOpen::no}) {
    const ReadOnlyFile file(path_, keep_open);
    file.prefetch(2, 3);
    file.prefetch(8, 1'000'000);
    EXPECT_EQ(read(file, 2, 3), "234");
  }
}

TEST_F(ReadOnlyFileTest, ContinuesAfterInterruptionsAndShortReads) {
  const ReadOnlyFile file(path_, KeepOpen::yes);
  interruptions = 5;
  EXPECT_EQ(read(file, 2, 8), "23456789");
  EXPECT_EQ(interruptions, 0);
}

TEST_F(ReadOnlyFileTest, AFileNotKeptOpenUsesNoDescriptor) {
  const std::ptrdiff_t before = descriptors();
  std::vector<ReadOnlyFile> files;
  for (int i = 0; i < 20; ++i) files.emplace_back(path_, KeepOpen::no);
  EXPECT_EQ(descriptors(), before);
  for (const ReadOnlyFile& file : files) EXPECT_EQ(read(file, 4, 2), "45");
  EXPECT_EQ(descriptors(), before);
}

TEST_F(ReadOnlyFileTest, AFileKeptOpenUsesADescriptorUntilDestroyed) {
  const std::ptrdiff_t before = descriptors();
  {
    ReadOnlyFile one(path_, KeepOpen::yes);
    EXPECT_EQ(descriptors(), before + 1);
    ReadOnlyFile moved(std::move(one));
    EXPECT_EQ(descriptors(), before + 1);
    ReadOnlyFile other(path_, KeepOpen::yes);
    other = std::move(moved);
    EXPECT_EQ(read(other, 9, 1), "9");
  }
  EXPECT_EQ(descriptors(), before);
}

TEST_F(ReadOnlyFileTest, AFailureToOpenLeaksNoDescriptor) {
  const std::ptrdiff_t before = descriptors();
  EXPECT_THROW(ReadOnlyFile(folder_.path() / "none", KeepOpen::yes), MissingTable);
  EXPECT_THROW(ReadOnlyFile(folder_.path(), KeepOpen::yes), DamagedTable);
  EXPECT_EQ(descriptors(), before);
}

}  // namespace pipo::read_only_file_test
