#include "generator/cluster/shared_folder.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "pipopipette/error.hpp"
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
