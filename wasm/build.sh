#!/usr/bin/env bash
# Builds the module for browsers and node: build/wasm/pipopipette.mjs and .wasm, the same with threads as
# build/wasm-threads/pipopipette-threads.mjs and .wasm, that of the package for npm as build/wasm/npm/pipopipette.mjs and
# .wasm, and build/wasm/answers.json, which lists the tables and the files of the atlas.
#
#     build.sh
#
# On Debian 13 or later with Emscripten (3.1.69 or later) it builds here. Elsewhere it makes a Debian 13 system with
# these packages in build/debian-13, 2.7 GB, and builds in there; PIPO_DEBIAN_13 names another folder, which several
# working copies can share. That needs mmdebstrap (scripts/install-packages.sh wasm) and root or sudo.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Runs in the system that has Emscripten.
build() {
  export CCACHE_DIR=${CCACHE_DIR:-$PWD/build/ccache} CMAKE_CXX_COMPILER_LAUNCHER=ccache
  build_module wasm
  build_module wasm-threads threads
  node wasm/describe.mjs build/wasm atlas >build/wasm/answers.json.part
  mv build/wasm/answers.json.part build/wasm/answers.json
}

# build_module PRESET [threads]
build_module() {
  local libraries=$PWD/build/$1-libraries
  ./wasm/libraries.sh "$libraries" "${@:2}"
  export PKG_CONFIG_LIBDIR=$libraries/lib/pkgconfig EM_PKG_CONFIG_PATH=$libraries/lib/pkgconfig
  emcmake cmake --preset "$1" --log-level=WARNING >"build/$1.log" || {
    cat "build/$1.log" >&2
    return 1
  }
  cmake --build --preset "$1" --parallel "$(nproc)"
  # Threads begin with the file that has begun, whatever its name is by then.
  sed --in-place 's/new URL("pipopipette-threads.mjs",import.meta.url)/new URL(import.meta.url)/' "build/$1"/pipopipette*.mjs
}

# Returns whether Emscripten is here, and as new as it has to be.
has_emscripten() {
  local version
  version=$(emcc --version 2>/dev/null | grep --only-matching --extended-regexp '[0-9]+\.[0-9]+\.[0-9]+' | head -1)
  [[ -n $version ]] && printf '3.1.69\n%s\n' "$version" | sort --version-sort --check=quiet
}

make_system() {
  local system=$1 mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
  local packages=emscripten,ccache,cmake,ninja-build,pkg-config,dpkg-dev
  packages+=,libboost-dev,libfmt-dev,libhwy-dev,libxxhash-dev,nlohmann-json3-dev
  echo "Making a Debian 13 system with Emscripten in $system (2.7 GB)"
  "${as_root[@]}" rm -rf "$system.part"
  # The lists of packages stay, so that libraries.sh finds sources.
  "${as_root[@]}" mmdebstrap --quiet --variant=minbase --aptopt='APT::Sandbox::User "root"' --skip=cleanup/apt/lists \
    --include="$packages" --keyring=/usr/share/keyrings/debian-archive-trixie-stable.gpg \
    trixie "$system.part" "deb $mirror trixie main" "deb-src $mirror trixie main"
  "${as_root[@]}" mv "$system.part" "$system"
}

mkdir -p build
if [[ ${1-} == here ]] || has_emscripten; then
  build
  exit
fi
as_root=()
((EUID == 0)) || as_root=(sudo)
system=$(realpath --canonicalize-missing "${PIPO_DEBIAN_13:-build/debian-13}")
[[ -d $system ]] || make_system "$system"
# The folder is seen under its own name in there, by this process alone.
# shellcheck disable=SC2016  # the inner shell expands these
"${as_root[@]}" unshare --mount bash -c '
  set -euo pipefail
  system=$1 folder=$2 user=$3
  mkdir -p "$system$folder"
  mount --bind "$folder" "$system$folder"
  mount -t proc proc "$system/proc" || true  # some containers refuse it; the build does without
  [[ ! -e /etc/resolv.conf ]] || cp --dereference /etc/resolv.conf "$system/etc/resolv.conf"
  exec chroot --userspec="$user" "$system" /usr/bin/env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/tmp LC_ALL=C.UTF-8 "$folder/wasm/build.sh" here' - "$system" "$PWD" "$(id -u):$(id -g)"
