#!/usr/bin/env bash
# Builds everything for aarch64 with Debian's cross compiler, and runs the tests under qemu: those in C++, and those that
# start the program or a server. They compare the content of tables with the same golden hashes as on x86-64.
#
#     check_aarch64.sh [REGEX]     the tests whose names match (default: all but the longest)
#
# The program under qemu also makes some tables, whose files must be those of this machine's program.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
sysroot=$PWD/build/aarch64-sysroot
build=build/aarch64

if [[ ! -e $sysroot/complete ]]; then
  echo "== aarch64: a system with the libraries"
  rm -rf "$sysroot"
  # shellcheck source=/dev/null
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  # Only unpacks packages, since nothing for aarch64 runs here.
  mmdebstrap --quiet --variant=extract --arch=arm64 \
    --include=libboost-dev,libboost-iostreams-dev,zlib1g-dev,libzstd-dev,libtbb-dev,libxxhash-dev,libhwy-dev,nettle-dev \
    --include=libcli11-dev,libfmt-dev,nlohmann-json3-dev,libgtest-dev,libgmock-dev,libstdc++-12-dev \
    "$release" "$sysroot" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"}
  # Links to whole paths lead out of the folder.
  find "$sysroot" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
    ln -sfn "$sysroot$(readlink "$link")" "$link"
  done
  touch "$sysroot/complete"
fi

echo "== aarch64: build"
cmake --preset aarch64 --log-level=WARNING
cmake --build --preset aarch64 --parallel "$(nproc)"

echo "== aarch64: the program"
file -L $build/pipo | grep 'ARM aarch64'
tables=$(mktemp --directory)
trap 'rm -rf "$tables"' EXIT
emulated() { qemu-aarch64 -L "$sysroot" $build/pipo --tables "$tables" "$@"; }
emulated --version
for board in 2x2 3x3 3x4; do emulated generate $board >/dev/null; done
emulated verify 3x3 --full
for board in 2x2 3x3 3x4; do
  # The golden hash of docs/data/tables.csv, and the bytes of the other processor's files.
  hash=$(awk -F, -v board=$board '$1 == board { print $7 }' docs/data/tables.csv)
  grep --quiet "\"content_hash\": \"$hash\"" "$tables/$board/manifest.json"
  build/release/pipo --tables "$tables/here" generate $board >/dev/null
  for layer in "$tables/$board"/*.pipo; do cmp "$layer" "$tables/here/$board/${layer##*/}"; done
  echo "$board: content hash $hash, the same files as on $(uname -m)"
done

echo "== aarch64: tests"
left_out=(
  # Limits count the memory, threads and files of qemu.
  serve.limits pipo.memory
  # A cross build has no man pages, and the installed program needs qemu.
  'packaging\..*'
)
ctest --test-dir $build --output-on-failure --label-exclude '^long$' \
  --exclude-regex "^($(IFS='|' && echo "${left_out[*]}"))$" \
  --tests-regex "${1-.}" --no-tests=error \
  --parallel "$(nproc)" --timeout 7200
