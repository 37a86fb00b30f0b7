#!/usr/bin/env bash
# The long checks, beyond scripts/test.sh.
#
#     check.sh            the longest tests, as released; every test under AddressSanitizer and
#                         UndefinedBehaviorSanitizer; then browser, packages, and short runs of faults, serve,
#                         ranks and fuzz: a third of the failing calls, fewer kills, seconds of load and fuzzing
#     check.sh thorough   the same, with faults, serve, ranks and fuzz at full length
#     check.sh browser    the page of `pipo serve` in chromium, driven by puppeteer-core (tests/browser), and its
#                         modules in node (tests/web)
#     check.sh packages   builds the Debian packages, installs them in a bare system made by debootstrap,
#                         uses them there and removes them (tests/packages); needs root or sudo
#     check.sh faults     makes tables while file operations fail, and after crashes and kills
#                         (tests/faults); about five minutes on two cores
#     check.sh serve [SECONDS]   a server with 64 clients, some of which misbehave, for that many seconds (60)
#     check.sh ranks      several ranks of pipo-mpi on this machine: the same bytes for every number of
#                         ranks, kills, faults (tests/cluster); some minutes
#     check.sh fuzz [SECONDS]   the targets of tests/fuzz, each for that many seconds (60), two at a time;
#                         built with clang, for the same sanitizers
#     check.sh odr        links the whole program with the types of all files, and fails if two of one name differ
#     check.sh tsan       the tests of threaded code under ThreadSanitizer (tests/tsan.supp)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
./scripts/install-packages.sh

# build_and_test PRESET [PRESET OF TESTS [TARGET BESIDE ALL...]]
build_and_test() {
  local preset=$1 tests=${2-$1} targets=(all "${@:3}")
  echo "== $preset: build"
  cmake --preset "$preset" --log-level=WARNING
  cmake --build --preset "$preset" --parallel "$jobs" --target "${targets[@]}"
  echo "== $tests: test"
  # One job more than there are cores, since some tests mostly wait.
  ctest --preset "$tests" --parallel $((jobs + 1)) --no-tests=error
}

# pipo-mpi links every floor.
odr() {
  echo "== odr: build"
  cmake --preset odr --log-level=WARNING
  cmake --build --preset odr --parallel "$jobs"
}

# npm installs into the build folder.
browser() {
  local modules=build/release/browser failed=0
  ./scripts/install-packages.sh browser
  echo "== browser: build"
  cmake --preset release --log-level=WARNING
  cmake --build --preset release --parallel "$jobs" --target pipo
  mkdir -p $modules
  cp tests/browser/package.json tests/browser/package-lock.json $modules/
  npm ci --prefix $modules --no-audit --no-fund --ignore-scripts --loglevel=error
  echo "== browser: modules of the page"
  node --test tests/web/*.test.mjs || failed=1
  echo "== browser: the page"
  PIPO_BROWSER_MODULES=$modules PIPO=build/release/pipo node --test tests/browser/*.test.mjs || failed=1
  return $failed
}

packages() {
  ./scripts/install-packages.sh packages
  ./tests/packages/check_packages.sh deb
}

# faults [short]. Runs both parts, even if the first one fails.
faults() {
  local every=1 kills=100 signals=20
  if [[ ${1-} == short ]]; then every=3 kills=40 signals=10; fi
  local failed=0
  echo "== faults: build"
  cmake --preset release --log-level=WARNING
  cmake --build --preset release --parallel "$jobs" --target pipo pipo_faults
  echo "== faults: files that fail, and crashes"
  python3 -B tests/faults/faults.py build/release/pipo build/release/libpipo_faults.so \
    --every $every || failed=1
  echo "== faults: kills"
  python3 -B tests/faults/kills.py build/release/pipo --kills $kills --signals $signals || failed=1
  return $failed
}

# serve [SECONDS]
serve() {
  echo "== serve: build"
  cmake --preset release --log-level=WARNING
  cmake --build --preset release --parallel "$jobs" --target pipo
  echo "== serve: load"
  python3 -B tests/serve/load.py build/release/pipo "$@"
}

# ranks [OPTION...], passed on to tests/cluster/ranks.py
ranks() {
  echo "== ranks: build"
  cmake --preset release --log-level=WARNING
  cmake --build --preset release --parallel "$jobs" --target pipo pipo-mpi pipo_faults
  echo "== ranks: bytes, kills, faults"
  python3 -B tests/cluster/ranks.py build/release/pipo build/release/pipo-mpi build/release/libpipo_faults.so "$@"
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

everything() {
  ./scripts/install-packages.sh plots
  build_and_test release long benchmarks
  build_and_test asan
  odr
  browser
  packages
}

case ${1-} in
  '')
    everything
    faults short
    serve 30
    ranks --kills 8 --disks 8
    fuzz 15
    echo "All checks passed: the longest tests, the sanitizers for addresses and behaviour, the browser, packages, and short runs of faults, load, ranks, fuzzing."
    ;;
  thorough)
    everything
    faults
    serve
    ranks
    fuzz
    echo "All checks passed: the longest tests, the sanitizers for addresses and behaviour, the browser, packages, faults, load, ranks, fuzzing."
    ;;
  serve)
    serve "${@:2}"
    echo "Every request got its right answer, and nothing was left behind."
    ;;
  fuzz)
    fuzz "${@:2}"
    echo "Nothing was found by fuzzing."
    ;;
  odr)
    odr
    echo "No two types of one name differ."
    ;;
  tsan)
    build_and_test tsan
    echo "All tests of what has threads passed under ThreadSanitizer."
    ;;
  browser)
    browser
    echo "The page shows what the program says."
    ;;
  packages)
    packages
    echo "The packages install, work and leave nothing behind."
    ;;
  faults)
    faults
    echo "Every table was complete and right, or seen to be unfinished, whatever went wrong with its files."
    ;;
  ranks)
    ranks
    echo "Several ranks make what one process makes, whatever happens to them."
    ;;
  *)
    echo "usage: check.sh [thorough|odr|tsan|browser|packages|faults|serve [SECONDS]|ranks|fuzz [SECONDS]]" >&2
    exit 2
    ;;
esac
