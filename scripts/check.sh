#!/usr/bin/env bash
# The checks that take long, beyond scripts/test.sh.
#
#     check.sh            the longest tests, as released; every test under AddressSanitizer and
#                         UndefinedBehaviorSanitizer; then faults
#     check.sh faults     making tables while files fail, after crashes and kills (tests/faults); on two
#                         cores about five minutes
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

# Both parts are run, whatever the first one finds.
faults() {
  local failed=0
  echo "== faults: build"
  cmake --preset release --log-level=WARNING
  cmake --build --preset release --parallel "$jobs" --target pipo pipo_faults
  echo "== faults: files that fail, and crashes"
  python3 -B tests/faults/faults.py build/release/pipo build/release/libpipo_faults.so || failed=1
  echo "== faults: kills"
  python3 -B tests/faults/kills.py build/release/pipo || failed=1
  return $failed
}

case ${1-} in
  '')
    build_and_test release long
    build_and_test asan
    faults
    echo "All checks passed: the longest tests, the sanitizers for addresses and behaviour, and faults."
    ;;
  tsan)
    build_and_test tsan
    echo "All tests of what has threads passed under ThreadSanitizer."
    ;;
  faults)
    faults
    echo "Every table was complete and right, or seen to be unfinished, whatever went wrong with its files."
    ;;
  *)
    echo "usage: check.sh [tsan|faults]" >&2
    exit 2
    ;;
esac
