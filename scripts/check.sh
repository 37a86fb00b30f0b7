#!/usr/bin/env bash
# The checks that take long, beyond scripts/test.sh.
#
#     check.sh            the longest tests, as released; every test under AddressSanitizer and
#                         UndefinedBehaviorSanitizer; then browser, packages, faults, serve, ranks and fuzz
#     check.sh browser    the page of `pipo serve` in chromium, driven by puppeteer-core (tests/browser), and its
#                         modules in node (tests/web)
#     check.sh packages   the Debian packages, made, installed in a bare system that debootstrap makes,
#                         used there and removed (tests/packages); for root, or with sudo
#     check.sh faults     making tables while files fail, after crashes and kills (tests/faults); on two
#                         cores about five minutes
#     check.sh serve [SECONDS]   a server with 64 clients, some of whom misbehave, for so long (60)
#     check.sh ranks      several ranks of pipo-mpi on this machine: the same bytes for every number of them,
#                         kills, faults (tests/cluster); some minutes
#     check.sh fuzz [SECONDS]   the targets of tests/fuzz, each for so long (60), two at a time; built
#                         with clang, for the same sanitizers
#     check.sh tsan       the tests of what has threads under ThreadSanitizer (tests/tsan.supp)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
./scripts/install-packages.sh
export CMAKE_GENERATOR=${CMAKE_GENERATOR-Ninja} # keeps all cores busier than make does

# build_and_test PRESET [PRESET OF TESTS [TARGET BESIDE ALL...]]
build_and_test() {
  local preset=$1 tests=${2-$1} targets=(all "${@:3}")
  echo "== $preset: build"
  cmake --preset "$preset" --log-level=WARNING
  cmake --build --preset "$preset" --parallel "$jobs" --target "${targets[@]}"
  echo "== $tests: test"
  # One more than there are cores: some tests wait most of their time.
  ctest --preset "$tests" --parallel $((jobs + 1)) --no-tests=error
}

# What npm installs lies in the build folder.
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

# serve [SECONDS]
serve() {
  echo "== serve: build"
  cmake --preset release --log-level=WARNING
  cmake --build --preset release --parallel "$jobs" --target pipo
  echo "== serve: load"
  python3 -B tests/serve/load.py build/release/pipo "$@"
}

ranks() {
  echo "== ranks: build"
  cmake --preset release --log-level=WARNING
  cmake --build --preset release --parallel "$jobs" --target pipo pipo-mpi pipo_faults
  echo "== ranks: bytes, kills, faults"
  python3 -B tests/cluster/ranks.py build/release/pipo build/release/pipo-mpi build/release/libpipo_faults.so
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
    ./scripts/install-packages.sh plots
    build_and_test release long benchmarks
    build_and_test asan
    browser
    packages
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
    echo "usage: check.sh [tsan|browser|packages|faults|serve [SECONDS]|ranks|fuzz [SECONDS]]" >&2
    exit 2
    ;;
esac
