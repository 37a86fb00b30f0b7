// The files that several ranks write together.
#include "generator/cluster/part_files.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>

#include "generator/writer/new_file.hpp"
#include "pipopipette/error.hpp"
#include "probe/file/file_names.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::part_files_test {

// A later run may have begun a file of the same name. A late rank must not write to that file.
TEST(PartFiles, WritesOnlyToTheFileWithThisInode) {
  const TemporaryFolder folder;
  const TableSpace space({Board(3, 3), 0});
  const std::filesystem::path path = folder.path() / layer_file_name(5);
  const std::string text = "block";
  const auto bytes = std::as_bytes(std::span(text));
  NewFile file(path);
  const std::uint64_t meant = file.inode();
  PartFiles(space, folder.path()).write(5, meant, 2, bytes);
  EXPECT_EQ(test::contents(part_of(path)), std::string("\0\0block", 7));

  PartFiles late(space, folder.path());
  for (const bool published : {false, true}) {
    if (published) file.publish();
    EXPECT_THROW(late.write(5, meant + 1, 0, bytes), CannotWrite);
  }
  EXPECT_EQ(test::contents(path), std::string("\0\0block", 7));
  // The file keeps its inode under its final name.
  EXPECT_NO_THROW(PartFiles(space, folder.path()).sync(5, meant));
}

}  // namespace pipo::part_files_test
