#!/usr/bin/env bash
# Makes the table of 3x3 in a fresh checkout and probes it. Installs missing packages and builds first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

show() {
  printf '\n$ %s\n' "$*"
  "$@"
}

./scripts/install-packages.sh
cmake --preset release --log-level=NOTICE
cmake --build --preset release --parallel "$(nproc)" --target pipo

pipo=build/release/pipo
show "$pipo" generate 3x3
show "$pipo" probe 3x3:000000000000000000000000
show "$pipo" probe 3x3:110001000011101010101000

cat <<END

Where to go next:
  $pipo serve               a page to look at positions and to play on, in your browser
  $pipo generate 3x4        a larger board; 4x4 takes seconds as well
  $pipo info                the tables you have
  $pipo verify 3x3 --full   every value of a table, checked by the rules
  $pipo probe --help        batches, JSON, pictures
  docs/tutorial.md                       twenty minutes: make, ask, play, solve, test a bot
  docs/commands.md                       all commands, formats and exit codes
  ./scripts/test.sh                      the tests
END
