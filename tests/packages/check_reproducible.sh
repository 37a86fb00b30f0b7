#!/usr/bin/env bash
# Builds the Debian packages of the last commit in two folders, and compares the bytes. The folders have names of
# different lengths; the second build has another time zone, language, umask and number of jobs, and no compiler cache.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=$PWD/build/reproducible
rm -rf "$folder"
mkdir -p "$folder"

# packages SOURCES JOBS
packages() {
  git clone --quiet --shared . "$1"
  (
    cd "$1"
    cmake --preset deb --log-level=WARNING
    cmake --build --preset deb --parallel "$2"
    cpack --preset deb >cpack.log 2>&1 || {
      cat cpack.log >&2
      exit 1
    }
  )
}

echo "== reproducible: first build"
CCACHE_BASEDIR=$folder/one packages "$folder/one" "$(nproc)"
echo "== reproducible: second build"
(
  umask 027
  export CCACHE_DISABLE=1 TZ=Asia/Kathmandu LC_ALL=C
  packages "$folder/another-folder" $(($(nproc) + 1))
)

failed=0
for deb in "$folder"/one/build/deb/*.deb; do
  other=$folder/another-folder/build/deb/${deb##*/}
  sha256sum "$deb"
  cmp "$deb" "$other" || {
    failed=1
    if command -v diffoscope >/dev/null; then diffoscope --max-report-size 20000 "$deb" "$other" || true; fi
  }
done
((failed == 0)) && echo "Two builds in different folders give the same packages."
exit "$failed"
