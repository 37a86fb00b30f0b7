// Errors as C codes.
#include "probe/c/handle.hpp"

#include <gtest/gtest.h>

#include <new>
#include <set>

#include "probe/base/error_kinds.hpp"
#include "probe/base/failure.hpp"

namespace pipo::handle_test {

TEST(Handle, EveryErrorHasItsCode) {
  const pipo_tables handle;
  for (const ErrorKind& kind : kErrorKinds) {
    const pipo_code code = guarded(&handle, [&] { throw_failure({kind.code, kind.name}); });
    EXPECT_EQ(code, kind.c_code) << kind.name;
    EXPECT_EQ(pipo_error_code(&handle), code);
    EXPECT_STREQ(pipo_error_text(&handle), kind.name);
  }
  EXPECT_EQ(guarded(&handle, [] { throw std::bad_alloc(); }), PIPO_OUT_OF_MEMORY);
  EXPECT_EQ(guarded(&handle, [] { throw std::runtime_error("x"); }), PIPO_INTERNAL);
}

// Programs are built with these numbers.
TEST(Handle, CodesOfTheFirstVersionStay) {
  EXPECT_EQ(PIPO_BAD_INPUT, 2);
  EXPECT_EQ(PIPO_MISSING_TABLE, 3);
  EXPECT_EQ(PIPO_DAMAGED_TABLE, 4);
  EXPECT_EQ(PIPO_OUT_OF_MEMORY, 5);
  EXPECT_EQ(PIPO_UNREADABLE_TABLE, 6);
  EXPECT_EQ(PIPO_NEWER_TABLE, 7);
  EXPECT_EQ(PIPO_OUT_OF_TIME, 8);
  EXPECT_EQ(PIPO_DISK_FULL, 9);
  EXPECT_EQ(PIPO_SYSTEM_LIMIT, 10);
  EXPECT_EQ(PIPO_CANNOT_WRITE, 11);
  EXPECT_EQ(PIPO_BUSY, 12);
  EXPECT_EQ(PIPO_INTERNAL, 70);
  EXPECT_EQ(PIPO_STOPPED, 130);
}

TEST(Handle, EveryKindOfErrorHasACodeOfItsOwn) {
  std::set<int> codes = {PIPO_OK};
  for (const ErrorKind& kind : kErrorKinds) {
    EXPECT_TRUE(codes.insert(kind.c_code).second) << kind.name;
  }
}

}  // namespace pipo::handle_test
