#!/usr/bin/env bash
# Installs missing packages, builds the release, and runs every test except the longest
# (scripts/check.sh).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
./scripts/install-packages.sh mpi python tests

echo "== release: build"
cmake --preset release --log-level=NOTICE
cmake --build --preset release --parallel "$jobs"
echo "== release: test"
# Two jobs more than there are cores, since some tests mostly wait for a server or for mpirun.
./scripts/in-memory.sh ctest --preset release --parallel $((jobs + 2)) --no-tests=error

echo "All tests of the release build passed. ./scripts/check.sh runs the longest ones, and others under sanitizers."
