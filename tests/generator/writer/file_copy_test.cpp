// Copies of files have the same bytes, whatever becomes of the original's name.
#include "generator/writer/file_copy.hpp"

#include <gtest/gtest.h>

#include "generator/writer/new_file.hpp"
#include "pipopipette/error.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::file_copy_test {

void publish(const std::filesystem::path& path, const std::string& text) {
  NewFile file(path);
  file.append(std::as_bytes(std::span(text)));
  file.publish();
}

TEST(FileCopy, SurvivesTheReplacementOfTheOriginal) {
  const TemporaryFolder folder;
  const auto from = folder.path() / "from", to = folder.path() / "to";
  publish(from, "original");
  publish(to, "something else");
  copy_file(from, to, 8);
  EXPECT_EQ(test::contents(to), "original");
  publish(from, "replaced");
  EXPECT_EQ(test::contents(to), "original");
  std::filesystem::remove(from);
  EXPECT_EQ(test::contents(to), "original");
  EXPECT_FALSE(std::filesystem::exists(part_of(to)));
}

// /dev/shm is another file system than the folder, so neither kind of link is possible.
TEST(FileCopy, CopiesBetweenFileSystems) {
  const TemporaryFolder folder;
  const std::filesystem::path other = "/dev/shm";
  if (!std::filesystem::is_directory(other)) GTEST_SKIP() << "there is no " << other;
  const auto from = folder.path() / "from";
  const auto to = other / ("pipo-file-copy-" + folder.path().filename().string());
  const std::string text(40'000'000, 'x');
  publish(from, text);
  int polls = 0;
  const Shared shared = copy_file(from, to, text.size(), [&] { ++polls; });
  EXPECT_TRUE(test::contents(to) == text);
  std::filesystem::remove(to);
  EXPECT_TRUE(shared != Shared::no || polls == 3) << polls;
}

TEST(FileCopy, OfAMissingFileLeavesNothing) {
  const TemporaryFolder folder;
  EXPECT_THROW(copy_file(folder.path() / "from", folder.path() / "to", 8), MissingTable);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace pipo::file_copy_test
