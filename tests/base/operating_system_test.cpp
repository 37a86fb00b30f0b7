#include "probe/base/operating_system.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace pipo::operating_system_test {

TEST(OperatingSystem, LargerMappingsKeepTheirContents) {
  constexpr std::size_t kBefore = std::size_t{1} << 20;
  void* const memory =
      mmap(nullptr, kBefore, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  std::fill_n(static_cast<unsigned char*>(memory), kBefore, std::uint8_t{7});
  void* const larger = enlarged_mapping(memory, kBefore, 4 * kBefore);
  ASSERT_NE(larger, nullptr);
  const auto* const bytes = static_cast<const unsigned char*>(larger);
  EXPECT_TRUE(std::all_of(bytes, bytes + kBefore, [](unsigned char byte) { return byte == 7; }));
  EXPECT_TRUE(std::all_of(bytes + kBefore, bytes + 4 * kBefore,
                          [](unsigned char byte) { return byte == 0; }));
  // No system has that much, and the memory stays.
  EXPECT_EQ(enlarged_mapping(larger, 4 * kBefore, std::size_t{1} << 62), nullptr);
  EXPECT_EQ(bytes[kBefore - 1], 7);
  munmap(larger, 4 * kBefore);
}

TEST(OperatingSystem, UnnamedFilesHaveNoNames) {
  std::string folder = std::filesystem::temp_directory_path() / "pipo-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const Descriptor file = open_unnamed_file(folder);
  ASSERT_TRUE(file.open());
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  EXPECT_EQ(::pwrite(file.get(), "text", 4, 0), 4);
  char back[4] = {};
  EXPECT_EQ(::pread(file.get(), back, 4, 0), 4);
  EXPECT_EQ(std::string(back, 4), "text");
  struct stat status {};
  ASSERT_EQ(::fstat(file.get(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  std::filesystem::remove(folder);
  const Descriptor nowhere = open_unnamed_file(folder);
  EXPECT_EQ(errno, ENOENT);
  EXPECT_FALSE(nowhere.open());
}

}  // namespace pipo::operating_system_test
