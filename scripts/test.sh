#!/usr/bin/env bash
# Installs missing packages, builds as released, and runs every test but the longest
# (scripts/check.sh).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
./scripts/install-packages.sh

echo "== release: build"
cmake --preset release --log-level=WARNING
cmake --build --preset release --parallel "$jobs"
echo "== release: test"
# One job more than there are cores, since some tests mostly wait for a server.
ctest --preset release --parallel $((jobs + 1)) --no-tests=error

echo "All tests passed, as released. ./scripts/check.sh runs the longest ones, and all under sanitizers."
