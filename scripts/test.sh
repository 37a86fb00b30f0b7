#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test: once as released, once under AddressSanitizer
# and UndefinedBehaviorSanitizer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
./scripts/install-packages.sh

for preset in release asan; do
  echo "== $preset: build"
  cmake --preset "$preset" --log-level=WARNING
  cmake --build --preset "$preset" --parallel "$jobs"
  echo "== $preset: test"
  ctest --preset "$preset" --parallel "$jobs" --no-tests=error
done

echo "All tests passed, as released and under the sanitizers."
