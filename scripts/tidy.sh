#!/usr/bin/env bash
# Runs clang-tidy with .clang-tidy on the library, the generator, the verifier and the program; fails if
# it finds a problem. Installs clang-tidy if it is missing.
#
#     tidy.sh [FILE...]     checks only these files
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

./scripts/install-packages.sh mpi python tools

# Configures for clang, because clang reads the compile commands and does not know GCC's own
# options.
CXX=clang++ cmake -S . -B build/tidy -DCMAKE_BUILD_TYPE=Debug -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
  -DPIPO_BUILD_TESTS=OFF --log-level=WARNING >/dev/null

if (($# > 0)); then
  files=("$@")
else
  mapfile -t files < <(find probe parallel generator verify search solve player answers pipo python -name '*.cpp' | sort)
fi
echo "== clang-tidy: ${#files[@]} files"
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build/tidy --quiet 2>/dev/null ||
  { echo "clang-tidy found the problems above." >&2; exit 1; }
echo "clang-tidy found no problem."
