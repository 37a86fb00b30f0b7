// The folder that ranks share, and the files that rank 0 writes there.
#include "generator/cluster/part_files.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "generator/writer/new_file.hpp"
#include "pipopipette/error.hpp"
#include "probe/file/file_names.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::shared_folder_test {

enum Outcome { kAccepted, kRefused, kOtherMessage, kStillRoot };

// Calls require_shared() in a child process that is not root: root may write to any folder.
int outcome_in_child(const std::filesystem::path& folder, const std::string& token) {
  const pid_t child = fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    if (::getuid() == 0 && ::setuid(kNobody) != 0) ::_exit(kStillRoot);
    try {
      require_shared(folder, token);
      ::_exit(kAccepted);
    } catch (const CannotWrite& error) {
      const bool named = std::string(error.what()).find(folder.string()) != std::string::npos;
      ::_exit(named ? kRefused : kOtherMessage);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(SharedFolder, ARankWithoutWritePermissionIsRefused) {
  const TemporaryFolder folder;
  const SharedToken token(folder.path());
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0777));
  const int open = outcome_in_child(folder.path(), token.text());
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
  const int closed = outcome_in_child(folder.path(), token.text());
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  if (open == kStillRoot) GTEST_SKIP() << "root cannot become another user here";
  EXPECT_EQ(open, kAccepted);
  EXPECT_EQ(closed, kRefused);
}

}  // namespace pipo::shared_folder_test

namespace pipo::part_files_test {

// A later run may have begun a file of the same name. A late rank must not read that file.
TEST(PartFiles, ReadsOnlyTheFileWithThisInode) {
  const TemporaryFolder folder;
  const TableSpace space({Board(3, 3), 0});
  NewFile file(folder.path() / layer_file_name(5));
  const TileBlocks meant{.file = file.inode()};
  const TileBlocks other{.file = file.inode() + 1};
  for (const bool published : {false, true}) {
    if (published) file.publish();  // the file keeps its inode under its final name
    EXPECT_NO_THROW(PartFiles(space, folder.path()).prefetch(5, meant));
    EXPECT_THROW(PartFiles(space, folder.path()).prefetch(5, other), CannotWrite);
  }
}

}  // namespace pipo::part_files_test
