// The table of errors, and errors as values.
#include "probe/base/error_kinds.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <set>
#include <system_error>

#include "probe/base/failure.hpp"

namespace pipo::error_kinds_test {

template <typename Thrown>
Failure failure_of(const Thrown& thrown) {
  try {
    throw thrown;
  } catch (...) {
    return current_failure("no memory");
  }
}

Failure thrown_again(const Failure& failure) {
  try {
    throw_failure(failure);
  } catch (const Error&) {
    return current_failure();
  }
}

TEST(ErrorKinds, AreAllInOrder) {
  ASSERT_EQ(kErrorKinds.size(), static_cast<std::size_t>(ErrorCode::internal) + 1);
  std::set<std::string> names;
  for (std::size_t i = 0; i < kErrorKinds.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(kErrorKinds[i].code), i);
    names.insert(kErrorKinds[i].name);
  }
  EXPECT_EQ(names.size(), kErrorKinds.size());
}

// 0 is success, 1 a mismatch; nothing but a bug looks like a bug.
TEST(ErrorKinds, StatusesAreDistinct) {
  for (const ErrorKind& kind : kErrorKinds) {
    EXPECT_GT(kind.exit_status, 1) << kind.name;
    EXPECT_GE(kind.http_status, 400) << kind.name;
    EXPECT_EQ(kind.exit_status == exit_status(ErrorCode::internal),
              kind.code == ErrorCode::internal)
        << kind.name;
  }
}

TEST(Failure, EveryKindIsThrownAgain) {
  for (const ErrorKind& kind : kErrorKinds) {
    const Failure again = thrown_again({kind.code, kind.name});
    EXPECT_EQ(again.code, kind.code) << kind.name;
    EXPECT_EQ(again.text, kind.name);
  }
  EXPECT_THROW(throw_failure({ErrorCode::disk_full, "x"}), DiskFull);
  EXPECT_THROW(throw_failure({ErrorCode::newer_table, "x"}), NewerTable);
  EXPECT_THROW(throw_failure({ErrorCode::internal, "x"}), InternalError);
}

TEST(Failure, TypesHaveTheirCodes) {
  EXPECT_EQ(failure_of(BadInput("x")).code, ErrorCode::bad_input);
  EXPECT_EQ(failure_of(MissingTable("x")).code, ErrorCode::missing_table);
  EXPECT_EQ(failure_of(UnreadableTable("x")).code, ErrorCode::unreadable_table);
  EXPECT_EQ(failure_of(DamagedTable("x")).code, ErrorCode::damaged_table);
  EXPECT_EQ(failure_of(NewerTable("x")).code, ErrorCode::newer_table);
  EXPECT_EQ(failure_of(OutOfMemory("x")).code, ErrorCode::out_of_memory);
  EXPECT_EQ(failure_of(OutOfTime("x")).code, ErrorCode::out_of_time);
  EXPECT_EQ(failure_of(DiskFull("x")).code, ErrorCode::disk_full);
  EXPECT_EQ(failure_of(SystemLimit("x")).code, ErrorCode::system_limit);
  EXPECT_EQ(failure_of(CannotWrite("x")).code, ErrorCode::cannot_write);
  EXPECT_EQ(failure_of(Busy("x")).code, ErrorCode::busy);
  EXPECT_EQ(failure_of(Stopped("x")).code, ErrorCode::stopped);
  EXPECT_EQ(failure_of(InternalError("x")).code, ErrorCode::internal);
}

TEST(Failure, OtherExceptionsHaveCodes) {
  EXPECT_EQ(failure_of(std::bad_alloc()).code, ErrorCode::out_of_memory);
  EXPECT_EQ(failure_of(std::bad_alloc()).text, "no memory");
  EXPECT_EQ(failure_of(std::runtime_error("x")).code, ErrorCode::internal);
  EXPECT_EQ(failure_of(1).code, ErrorCode::internal);
  const auto of_errno = [](int error) {
    return failure_of(std::filesystem::filesystem_error(
                          "x", std::error_code(error, std::generic_category())))
        .code;
  };
  EXPECT_EQ(of_errno(ENOSPC), ErrorCode::disk_full);
  EXPECT_EQ(of_errno(EDQUOT), ErrorCode::disk_full);
  EXPECT_EQ(of_errno(EFBIG), ErrorCode::disk_full);
  EXPECT_EQ(of_errno(EMFILE), ErrorCode::system_limit);
  EXPECT_EQ(of_errno(EAGAIN), ErrorCode::system_limit);
  EXPECT_EQ(of_errno(ENOMEM), ErrorCode::out_of_memory);
  EXPECT_EQ(of_errno(EACCES), ErrorCode::cannot_write);
  EXPECT_EQ(of_errno(EROFS), ErrorCode::cannot_write);
}

}  // namespace pipo::error_kinds_test
