// Errors of commands as exit statuses.
#include "pipo/run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "pipo/command/context.hpp"
#include "probe/base/failure.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::run_test {

test::Outcome made_by(const MakeTable& make) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  constexpr std::array kArguments = {"pipo-mpi", "generate", "1x1"};
  const int code = run_with(make, kArguments.size(), kArguments.data(), in, out, err);
  return {code, out.str(), err.str()};
}

TEST(Run, EveryErrorHasItsExitStatus) {
  for (const ErrorKind& kind : kErrorKinds) {
    const test::Outcome outcome = made_by([&](const GenerateOptions&) -> GenerateResult {
      throw_failure({kind.code, "what happened"});
    });
    EXPECT_EQ(outcome.code, kind.exit_status) << kind.name;
    EXPECT_EQ(outcome.err, "pipo: what happened\n") << kind.name;
  }
}

TEST(Run, ExceptionsOfTheStandardLibraryHaveExitStatuses) {
  const auto status_of = [](const auto& thrown) {
    return made_by([&](const GenerateOptions&) -> GenerateResult { throw thrown; }).code;
  };
  EXPECT_EQ(status_of(std::bad_alloc()), exit_status(ErrorCode::out_of_memory));
  EXPECT_EQ(status_of(std::runtime_error("x")), exit_status(ErrorCode::internal));
  EXPECT_EQ(status_of(OnlyRankZeroSpeaks()), 0);
}

TEST(Run, HelpNamesEveryExitStatus) {
  const std::string help = test::pipo({"--help"}).out;
  const std::string statuses = help.substr(help.find("Exit codes:"));
  for (const ErrorKind& kind : kErrorKinds) {
    EXPECT_TRUE(test::has(statuses, " " + std::to_string(kind.exit_status) + " ")) << kind.name;
  }
}

}  // namespace pipo::run_test
