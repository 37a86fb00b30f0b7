#!/usr/bin/env bash
# The checks that take long, beyond scripts/test.sh.
#
#     check.sh            the longest tests, as released; every test under AddressSanitizer and
#                         UndefinedBehaviorSanitizer
#     check.sh tsan       the tests of what has threads under ThreadSanitizer (tests/tsan.supp)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
./scripts/install-packages.sh

# build_and_test PRESET [PRESET OF TESTS]
build_and_test() {
  local preset=$1 tests=${2-$1}
  echo "== $preset: build"
  cmake --preset "$preset" --log-level=WARNING
  cmake --build --preset "$preset" --parallel "$jobs"
  echo "== $tests: test"
  ctest --preset "$tests" --parallel "$jobs" --no-tests=error
}

case ${1-} in
  '')
    build_and_test release long
    build_and_test asan
    echo "All checks passed: the longest tests, and the sanitizers for addresses and behaviour."
    ;;
  tsan)
    build_and_test tsan
    echo "All tests of what has threads passed under ThreadSanitizer."
    ;;
  *)
    echo "usage: check.sh [tsan]" >&2
    exit 2
    ;;
esac
