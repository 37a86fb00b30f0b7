#!/usr/bin/env bash
# Makes the table of 3x3 in a fresh checkout and probes it, and probes 4x5 by the atlas. Installs missing packages and
# builds first.
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
# Without a table: the atlas has the first layers, and later positions are solved.
show "$pipo" probe 4x5:0000000000000000000000000000000000000000000000000
show "$pipo" probe 4x5:1100010000100010000100001001000100000100100000010

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
