#!/usr/bin/env bash
# Installs the Debian packages that building the programs and the libraries needs, if any are missing. Each argument adds
# more packages: `mpi` for pipo-mpi, `python` for the Python module, `deb` for Debian packages, `tests` for the tests and
# benchmarks; `tools` for scripts/tidy.sh, `plots` for scripts/plots.py, `ccache` for .ci/run, and `fuzz`, `proofs`,
# `packages`, `wheel`, `sources`, `abi`, `aarch64`, `mpich`, `hosts`, `wasm` or `browser` for `scripts/check.sh` with the
# same argument. If all are installed, the script does nothing and needs no root rights.
set -euo pipefail

packages=(
  g++ cmake ninja-build pkg-config python3
  libboost-dev libboost-iostreams-dev zlib1g-dev libzstd-dev libtbb-dev libxxhash-dev libhwy-dev nettle-dev
  libcli11-dev libfmt-dev nlohmann-json3-dev
)
for group in "$@"; do
  case $group in
    mpi) packages+=(libopenmpi-dev openmpi-bin) ;;
    python) packages+=(python3-dev python3-numpy pybind11-dev) ;;
    tests) packages+=(libgtest-dev libgmock-dev libbenchmark-dev python3-jsonschema python3-pytest valgrind zstd) ;;
    deb) packages+=(dpkg-dev file) ;;
    ccache) packages+=(ccache) ;;
    tools) packages+=(clang clang-tidy) ;;
    fuzz) packages+=(clang libclang-rt-dev lld) ;;
    proofs) packages+=(coq ocaml-nox) ;;
    packages) packages+=(debootstrap dpkg-dev file git lintian) ;;
    abi) packages+=(abigail-tools xz-utils) ;;
    aarch64) packages+=(crossbuild-essential-arm64 file mmdebstrap qemu-user) ;;
    wasm)
      # From Debian 13 on. Elsewhere wasm/build.sh makes a system that has them.
      if apt-cache policy emscripten 2>/dev/null | grep --quiet 'Candidate: \(3\.1\.\(69\|[7-9]\)\|[4-9]\)'; then
        packages+=(emscripten ccache dpkg-dev nodejs)
      else
        packages+=(mmdebstrap)
      fi
      ;;
    hosts) packages+=(faketime iproute2 python3-fusepy util-linux) ;;
    mpich) packages+=(libmpich-dev mpich) ;;
    wheel) packages+=(git python3-pip python3-venv) ;;
    sources) packages+=(clang reuse) ;;
    plots) packages+=(python3-matplotlib) ;;
    browser)
      packages+=(chromium-headless-shell fonts-dejavu-core)
      # Node may have been installed from elsewhere, together with npm.
      command -v node >/dev/null || packages+=(nodejs)
      command -v npm >/dev/null || packages+=(npm)
      ;;
    *)
      echo "usage: install-packages.sh" \
        "[mpi|python|deb|tests|tools|ccache|fuzz|proofs|packages|wheel|sources|abi|aarch64|mpich|hosts|wasm|plots|browser]..." >&2
      exit 2
      ;;
  esac
done

if ! command -v dpkg-query >/dev/null; then
  echo "This system has no apt-get. Install the software in these packages, then build with CMake:" >&2
  echo "  ${packages[*]}" >&2
  exit 1
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
if ((${#missing[@]} == 0)); then
  exit 0
fi

if ((EUID == 0)); then
  as_root=()
elif command -v sudo >/dev/null; then
  as_root=(sudo)
else
  echo "These packages are missing. Install them as root, then run this script again:" >&2
  echo "  apt-get install ${missing[*]}" >&2
  exit 1
fi

echo "Installing ${missing[*]}"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update --quiet=2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install --yes --quiet=2 --no-install-recommends "${missing[@]}"
