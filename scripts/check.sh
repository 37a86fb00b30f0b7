#!/usr/bin/env bash
# The long checks, beyond scripts/test.sh.
#
#     check.sh            the longest tests, as released; the tests under AddressSanitizer and
#                         UndefinedBehaviorSanitizer; then all checks below but tsan, several at a time, with short
#                         runs of faults, serve, ranks, hosts, proofs and fuzz: a tenth of the failing calls, fewer kills,
#                         smaller boards, seconds of load and fuzzing
#     check.sh thorough   the same, with faults, serve, ranks, hosts, proofs and fuzz at full length, and mpich, clang,
#                         aarch64, abi, reproducible
#     check.sh sources    licences (REUSE), and processors that the build refuses; seconds
#     check.sh browser    the page of `pipo serve`: types (tsc), style (eslint), modules in node (tests/web), and the page
#                         in chromium, driven by puppeteer-core (tests/browser)
#     check.sh wasm       builds the module for browsers, in a Debian 13 system made by mmdebstrap if this one has no
#                         Emscripten: its values are those of the program, the page as a static site answers in
#                         chromium, also without a network, and the package for npm tells the story in node and answers
#                         in chromium (tests/wasm); needs root or sudo
#     check.sh packages   builds the Debian packages, checks them with lintian, installs them in a bare system made by
#                         debootstrap, uses them there and removes them (tests/packages); needs root or sudo
#     check.sh wheel      makes an sdist and of it a wheel, installs that, and runs the tests of the Python module
#     check.sh reproducible  builds the last commit in two more folders, one without a compiler cache: the packages
#                         must be the same bytes; as long as a build
#     check.sh abi        compares the binary interface of the libraries with that of the last release (tests/abi)
#     check.sh clang      builds everything with clang++, each file alone, and the checks of libstdc++ and glibc, and runs
#                         every test
#     check.sh aarch64 [REGEX]  builds everything for aarch64, and runs the tests under qemu (tests/portability)
#     check.sh faults [short]    makes tables while file operations fail, and after crashes and kills
#                         (tests/faults); about five minutes on two cores
#     check.sh serve [SECONDS]   a server with 64 clients, some of which misbehave, for that many seconds (60)
#     check.sh ranks [OPTION...] several ranks of pipo-mpi on this machine: the same bytes for every number of
#                         ranks, kills, faults (tests/cluster/ranks.py takes the options); some minutes
#     check.sh mpich [OPTION...] the same with MPICH in place of Open MPI
#     check.sh hosts [--full]    pipo-mpi on hosts that are namespaces of this machine, over slow links, with faults of
#                         links, hosts, clocks and the shared folder (tests/cluster/hosts.py); with --full an hour, with
#                         larger boards. Where no namespaces are permitted, it says so and exits with 77
#     check.sh fuzz [SECONDS]    the targets of tests/fuzz, each for that many seconds (60), two at a time;
#                         built with clang, for the same sanitizers
#     check.sh proofs [short]    compiles the proofs in Coq, and checks every position of 1x5, 2x3 and 3x3 and every
#                         quiet one of 3x4 with the checkers made from them (tests/proofs)
#     check.sh odr        compares the types of all files at link time; fails if two of the same name differ
#     check.sh tsan       the tests of threaded code under ThreadSanitizer (tests/tsan.supp)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
./scripts/install-packages.sh mpi python tests

# build PRESET [TARGET...]. Checks that run at the same time share the folder of the release build.
build() {
  mkdir -p build
  (
    flock 9
    cmake --preset "$1" --log-level=WARNING
    cmake --build --preset "$1" --parallel "$jobs" ${2+--target "${@:2}"}
  ) 9>"build/$1.lock"
}

# build_and_test PRESET [PRESET OF TESTS [TARGET BESIDE ALL...]]
build_and_test() {
  local preset=$1 tests=${2-$1}
  echo "== $preset: build"
  build "$preset" all "${@:3}"
  echo "== $tests: test"
  # The longest tests use the disk, as users do. One job more than there are cores, since some tests mostly wait.
  local where=(./scripts/in-memory.sh)
  if [[ $tests == long ]]; then where=(); fi
  "${where[@]}" ctest --preset "$tests" --parallel $((jobs + 1)) --no-tests=error
}

# npm installs into the build folder, once for the checks that drive a browser.
prepare_browser() {
  modules=build/release/browser tools=build/release/browser/node_modules/.bin
  ./scripts/install-packages.sh browser
  build release pipo
  mkdir -p $modules
  (
    flock 9
    if ! cmp --quiet tests/browser/package-lock.json $modules/package-lock.json || [[ ! -f $modules/node_modules/.package-lock.json ]]; then
      cp tests/browser/package.json tests/browser/package-lock.json $modules/
      npm ci --prefix $modules --no-audit --no-fund --ignore-scripts --loglevel=error
    fi
  ) 9>"$modules.lock"
  export PIPO_BROWSER_MODULES=$modules PIPO=build/release/pipo
}

browser() {
  local failed=0
  echo "== browser: build"
  prepare_browser
  echo "== browser: the description of the interface, and a client made from it"
  REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true $tools/redocly lint docs/openapi.json || failed=1
  $tools/openapi-typescript docs/openapi.json --output $modules/api.d.ts >/dev/null
  cp tests/browser/client.ts $modules/
  $tools/tsc --strict --target es2022 --module nodenext $modules/client.ts || failed=1
  echo "== browser: types and style of the page"
  $tools/tsc --project web || failed=1
  $tools/eslint --config tests/browser/eslint.config.mjs web tests/web tests/browser || failed=1
  echo "== browser: modules of the page"
  node --test tests/web/*.test.mjs || failed=1
  echo "== browser: the page"
  # Most tests wait for the page, so two files run at a time.
  node --test --test-concurrency=2 tests/browser/*.test.mjs || failed=1
  return $failed
}

wasm() {
  local failed=0
  ./scripts/install-packages.sh wasm
  echo "== wasm: build"
  prepare_browser
  ./wasm/build.sh
  echo "== wasm: types and style"
  $tools/tsc --project wasm || failed=1
  $tools/eslint --config tests/browser/eslint.config.mjs wasm tests/wasm tests/story || failed=1
  echo "== wasm: values, the site, and the package for npm"
  node --test --test-concurrency=1 tests/wasm/*.test.mjs || failed=1
  echo "== wasm: sizes and speed"
  node tests/wasm/measure.mjs || failed=1
  return $failed
}

packages() {
  ./scripts/install-packages.sh packages
  ./tests/packages/check_packages.sh deb
}

wheel() {
  ./scripts/install-packages.sh wheel
  echo "== wheel: build"
  build release pipo
  ./tests/packages/check_wheel.sh build/release/pipo
}

reproducible() {
  ./scripts/install-packages.sh packages
  ./tests/packages/check_reproducible.sh
}

abi() {
  ./scripts/install-packages.sh abi
  echo "== abi: build"
  build abi
  ./tests/abi/check_abi.sh
}

aarch64() {
  ./scripts/install-packages.sh aarch64
  build release pipo
  ./tests/portability/check_aarch64.sh "$@"
}

sources() {
  ./scripts/install-packages.sh sources
  echo "== sources: licences"
  reuse lint
  echo "== sources: refused processors"
  python3 -B tests/packaging/machines_test.py cmake
}

# faults [short]. Runs both parts, even if the first one fails.
faults() {
  local every=1 kills=100 signals=20
  if [[ ${1-} == short ]]; then every=10 kills=20 signals=5; fi
  local failed=0
  export PIPO_ATLAS=''  # which would answer for an unfinished table
  echo "== faults: build"
  build release pipo pipo_faults
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
  build release pipo
  echo "== serve: load"
  PIPO_ATLAS='' python3 -B tests/pipo/serve/load.py build/release/pipo "$@"
  echo "== serve: one greedy client among polite ones"
  PIPO_ATLAS='' python3 -B tests/pipo/serve/fairness.py build/release/pipo
}

# ranks [OPTION...], passed on to tests/cluster/ranks.py
ranks() {
  echo "== ranks: build"
  build release pipo pipo-mpi pipo_faults
  echo "== ranks: bytes, kills, faults"
  python3 -B tests/cluster/ranks.py build/release/pipo build/release/pipo-mpi build/release/libpipo_faults.so "$@"
}

# mpich [OPTION...], passed on to tests/cluster/ranks.py
mpich() {
  ./scripts/install-packages.sh mpich
  echo "== mpich: build"
  build release pipo pipo_faults
  build mpich pipo-mpi
  echo "== mpich: bytes, kills, faults"
  python3 -B tests/cluster/ranks.py build/release/pipo build/mpich/pipo-mpi build/release/libpipo_faults.so \
    --mpirun mpirun.mpich "$@"
}

# hosts [--full]
hosts() {
  ./scripts/install-packages.sh hosts
  echo "== hosts: build"
  build release pipo pipo-mpi
  echo "== hosts: bytes, links, clocks, late files"
  python3 -B tests/cluster/hosts.py build/release/pipo build/release/pipo-mpi "$@"
}

# fuzz [SECONDS]
fuzz() {
  ./scripts/install-packages.sh fuzz
  echo "== fuzz: build"
  build fuzz
  echo "== fuzz: run"
  python3 -B tests/fuzz/run.py build/fuzz "$@"
}

# proofs [short]
proofs() {
  ./scripts/install-packages.sh proofs
  echo "== proofs: build"
  build release pipo pipo_python
  ./tests/proofs/check_proofs.sh build/release/pipo build/release/python build/proofs "$@"
}

# pipo-mpi links every floor. An incremental link compares the types of all its objects and generates no code.
odr() {
  echo "== odr: build"
  cmake --preset odr --log-level=WARNING
  local objects
  mapfile -t objects < <(ninja -C build/odr -t inputs pipo-mpi | grep '[.]o$')
  cmake --build --preset odr --parallel "$jobs" --target "${objects[@]}"
  echo "== odr: compare"
  (cd build/odr && g++ -O0 -flto=auto -Werror=odr -r -flinker-output=rel -nostdlib "${objects[@]}" -o odr.o)
}

# together CHECK... runs these checks, each with its arguments in one word, four at a time because many of them
# mostly wait, and prints the output of each when it ends. The longest ones come first.
together() {
  local folder=build/checks failed=0
  rm -rf $folder
  mkdir -p $folder
  # shellcheck disable=SC2016 # the inner shell expands
  printf '%s\n' "$@" | xargs -P 4 -I CHECK bash -c '
    log=$1/${2%% *}.log result=failed TIMEFORMAT="after %0R s; processor time %0U s, %0S s in the system"
    took=$({ time ./scripts/check.sh $2 >"$log" 2>&1; } 2>&1)
    case $? in 0) result=passed ;; 77) result=skipped; echo "${2%% *}" >>"$1/skipped" ;; esac
    flock "$1" cat "$log"
    echo "== ${2%% *}: $result $took"
    [[ $result != failed ]]' _ $folder CHECK || failed=1
  if [[ -f $folder/skipped ]]; then echo "Not tested on this machine, as said above: $(<$folder/skipped)"; fi
  return $failed
}

# everything CHECK... with these checks, as they are given, among the last ones.
everything() {
  ./scripts/install-packages.sh plots browser wasm packages wheel sources fuzz hosts proofs
  build_and_test release long benchmarks
  build_and_test asan
  together "$@" wheel sources
}

case ${1-} in
  '')
    everything 'fuzz 15' packages wasm browser odr 'proofs short' 'ranks --short --kills 5 --disks 5' hosts 'faults short' 'serve 30'
    echo "All checks passed: the longest tests, the sanitizers for addresses and behaviour, the browser, the module for browsers, packages, wheel, licences, names that clash, and short runs of faults, load, ranks, hosts, proofs, fuzzing."
    ;;
  thorough)
    everything 'hosts --full' fuzz faults proofs packages wasm browser odr ranks serve
    for check in mpich clang abi aarch64 reproducible; do ./scripts/check.sh $check; done
    echo "All checks passed: those of check.sh, with faults, load, ranks, hosts, proofs and fuzzing at full length, and MPICH, clang, aarch64, the binary interface, reproducible packages."
    ;;
  serve)
    serve "${@:2}"
    echo "Every request got the right answer. No process or file is left behind."
    ;;
  fuzz)
    fuzz "${@:2}"
    echo "Fuzzing found no failure."
    ;;
  proofs)
    proofs "${@:2}"
    echo "The proofs are complete, and the checkers made from them accept the tables."
    ;;
  odr)
    odr
    echo "No two different types have the same name."
    ;;
  tsan)
    build_and_test tsan
    echo "All tests of threaded code passed under ThreadSanitizer."
    ;;
  browser)
    browser
    echo "The page agrees with the program."
    ;;
  wasm)
    wasm
    echo "The module has the program's values, the site answers without a server, and the package for npm is whole."
    ;;
  sources)
    sources
    echo "Every file has a licence, and the build refuses other processors."
    ;;
  wheel)
    wheel
    ;;
  abi)
    abi
    echo "Programs that were built with the last release can use these libraries."
    ;;
  clang)
    ./scripts/install-packages.sh fuzz
    build_and_test clang
    echo "All tests passed as built by clang++, with the checks of libstdc++ and glibc."
    ;;
  aarch64)
    aarch64 "${@:2}"
    echo "The program and its tests run on aarch64, with the same tables."
    ;;
  reproducible)
    reproducible
    ;;
  packages)
    packages
    echo "The packages install, work, and are removed completely."
    ;;
  faults)
    faults "${@:2}"
    echo "After every failure the table was complete and right, or recognised as unfinished."
    ;;
  ranks)
    ranks "${@:2}"
    echo "Several ranks make the same files as one process, also after kills and faults."
    ;;
  hosts)
    hosts "${@:2}"
    echo "Several hosts make the same files as one process. Faults that pass hold them up; others end the job, which says where."
    ;;
  mpich)
    mpich "${@:2}"
    echo "With MPICH, several ranks make the same files as one process, also after kills and faults."
    ;;
  *)
    echo "usage: check.sh [thorough|sources|proofs [short]|odr|tsan|browser|wasm|packages|wheel|abi|clang|aarch64 [REGEX]|reproducible|faults [short]|serve [SECONDS]|ranks [OPTION...]|hosts [--full]|mpich [OPTION...]|fuzz [SECONDS]]" >&2
    exit 2
    ;;
esac
