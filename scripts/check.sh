#!/usr/bin/env bash
# The checks that take long, beyond scripts/test.sh: the longest tests, as released; every test under
# AddressSanitizer and UndefinedBehaviorSanitizer; the tests of what has threads under ThreadSanitizer.
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

build_and_test release long
build_and_test asan
build_and_test tsan

echo "All checks passed: the longest tests, and the sanitizers for addresses, behaviour and threads."
