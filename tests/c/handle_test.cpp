// Errors as codes of C.
#include "probe/c/handle.hpp"

#include <gtest/gtest.h>

#include <new>

#include "pipopipette/error_kinds.hpp"
#include "probe/base/failure.hpp"

namespace pipo::handle_test {

TEST(Handle, EveryErrorHasItsCode) {
  const pipo_tables handle;
  for (const ErrorKind& kind : kErrorKinds) {
    const pipo_code code = guarded(&handle, [&] { throw_failure({kind.code, kind.name}); });
    EXPECT_EQ(code, kind.exit_status) << kind.name;
    EXPECT_EQ(pipo_error_code(&handle), code);
    EXPECT_STREQ(pipo_error_text(&handle), kind.name);
  }
  EXPECT_EQ(guarded(&handle, [] { throw std::bad_alloc(); }), PIPO_NO_SPACE);
  EXPECT_EQ(guarded(&handle, [] { throw std::runtime_error("x"); }), PIPO_INTERNAL);
}

// Programs are built with these numbers.
TEST(Handle, CodesAreThoseOfTheTable) {
  EXPECT_EQ(PIPO_BAD_INPUT, exit_status(ErrorCode::bad_input));
  EXPECT_EQ(PIPO_MISSING_TABLE, exit_status(ErrorCode::missing_table));
  EXPECT_EQ(PIPO_DAMAGED_TABLE, exit_status(ErrorCode::damaged_table));
  EXPECT_EQ(PIPO_NO_SPACE, exit_status(ErrorCode::system_limit));
  EXPECT_EQ(PIPO_INTERNAL, exit_status(ErrorCode::internal));
  EXPECT_EQ(PIPO_STOPPED, exit_status(ErrorCode::stopped));
}

}  // namespace pipo::handle_test
