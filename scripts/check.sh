#!/usr/bin/env bash
# The checks that take long, beyond scripts/test.sh.
#
#     check.sh            the longest tests, as released; every test under AddressSanitizer and
#                         UndefinedBehaviorSanitizer; then fuzz
#     check.sh fuzz [SECONDS]   the targets of tests/fuzz, each for so long (60), two at a time; built
#                         with clang, for the same sanitizers
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

# fuzz [SECONDS]
fuzz() {
  ./scripts/install-packages.sh fuzz
  echo "== fuzz: build"
  cmake --preset fuzz --log-level=WARNING
  cmake --build --preset fuzz --parallel "$jobs"
  echo "== fuzz: run"
  python3 -B tests/fuzz/run.py build/fuzz "$@"
}

case ${1-} in
  '')
    build_and_test release long
    build_and_test asan
    fuzz
    echo "All checks passed: the longest tests, the sanitizers for addresses and behaviour, fuzzing."
    ;;
  fuzz)
    fuzz "${@:2}"
    echo "Nothing was found by fuzzing."
    ;;
  tsan)
    build_and_test tsan
    echo "All tests of what has threads passed under ThreadSanitizer."
    ;;
  *)
    echo "usage: check.sh [tsan|fuzz [SECONDS]]" >&2
    exit 2
    ;;
esac
