#!/usr/bin/env bash
# Makes the libraries for WebAssembly in a folder, as CMAKE_PREFIX_PATH takes it: some of the sources that
# `apt-get source` brings, the headers of others of the packages that are installed here. Runs in Debian 13 or later
# (wasm/build.sh).
#
#     libraries.sh FOLDER [threads]      with threads also oneTBB, and all for memory that threads share
set -euo pipefail
folder=$(realpath --canonicalize-missing "$1")
threads=${2:+-pthread}
flags="-fwasm-exceptions -msimd128 $threads"

[[ ! -e $folder/complete ]] || exit 0
rm -rf "$folder"
mkdir -p "$folder/source" "$folder/include" "$folder/share/cmake" "$folder/lib/pkgconfig"
cd "$folder/source"
apt-get source --quiet=2 fmtlib libzstd xxhash
if [[ -n $threads ]]; then
  apt-get source --quiet=2 --tar-only onetbb  # needs none of Debian's changes
  mkdir onetbb
  tar --extract --file onetbb_*.orig.tar.* --directory onetbb --strip-components=1
  # Its exceptions are another kind than ours, and it takes its threads' stacks for smaller than ours are.
  sed --in-place --regexp-extended 's/ -fexceptions//; s/(_STACK_SIZE) 65536/\1 4194304/' onetbb/cmake/compilers/Clang.cmake
fi

# install SOURCE OPTION...
install() {
  local name=${1%%[-/]*}
  emcmake cmake -G Ninja -S "$1" -B "build-$name" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$folder" \
    -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" -DBUILD_SHARED_LIBS=OFF "${@:2}" \
    --log-level=WARNING
  cmake --build "build-$name" --target install -- --quiet
}
install fmtlib-*/ -DFMT_TEST=OFF -DFMT_DOC=OFF
install libzstd-*/build/cmake -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF -DZSTD_MULTITHREAD_SUPPORT=OFF \
  -DZSTD_LEGACY_SUPPORT=OFF
# With vectors it looks for those of another processor.
install xxhash-*/cmake_unofficial -DXXHASH_BUILD_XXHSUM=OFF -DCMAKE_C_FLAGS="-fwasm-exceptions $threads"
[[ -z $threads ]] || install onetbb/ -DTBB_TEST=OFF -DTBBMALLOC_BUILD=OFF -DTBB_STRICT=OFF -DTBB_DISABLE_HWLOC_AUTOMATIC_SEARCH=ON

# Headers alone are enough of these.
cp -r /usr/include/boost /usr/include/hwy /usr/include/nlohmann "$folder/include/"
cp -r /usr/share/cmake/nlohmann_json "$folder/share/cmake/"
# describe NAME PACKAGE [LIBRARY]
describe() {
  printf '%s\n' "Name: $1" "Description: $1 for WebAssembly" "Cflags: -I$folder/include" "Libs:${3+ -L$folder/lib $3}" \
    "Version: $(dpkg-query --show --showformat='${Version}' "$2")" >"$folder/lib/pkgconfig/$1.pc"
}
describe libhwy libhwy-dev
describe libxxhash libxxhash-dev -lxxhash

rm -rf "$folder/source"
touch "$folder/complete"
