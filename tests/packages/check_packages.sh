#!/usr/bin/env bash
# Makes the Debian packages, installs them in a bare system of the same release, and uses them there.
#
#     check_packages.sh PRESET      the CMake preset of the packages
#
# debootstrap makes the bare system in a temporary folder, and chroot enters it; both need root (by sudo if
# available). There bash runs the scripts tests/packages/inside/*.sh in the order of their names, each in an
# empty folder. A script installs the packages that it needs with apt-get. It can use the installed packages
# only, not the sources. Then the packages are removed; no file of theirs may remain.
#
# The environment variable DEBIAN_MIRROR replaces this system's package mirror.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

preset=${1?the name of a preset of CMake}

# Root work begins after the packages are made, so that the build folder keeps its owner.
if [[ ${2-} != --inside ]]; then
  echo "== packages: build"
  cmake --preset "$preset" --log-level=WARNING
  cmake --build --preset "$preset" --parallel "$(nproc)"
  # Also removes packages of former versions and components.
  rm -f "build/$preset"/*.deb
  cpack --preset "$preset" >"build/$preset/cpack.log" 2>&1 || {
    cat "build/$preset/cpack.log" >&2
    exit 1
  }
  echo "== packages: lintian"
  lintian --fail-on error,warning --tag-display-limit 0 "build/$preset"/*.deb
  if ((EUID == 0)); then
    as_root=()
  elif command -v sudo >/dev/null; then
    as_root=(sudo ${DEBIAN_MIRROR:+"DEBIAN_MIRROR=$DEBIAN_MIRROR"})
  else
    echo "The packages are made, but installing them in a bare system needs root: run this again as root." >&2
    exit 1
  fi
  exec "${as_root[@]}" bash tests/packages/check_packages.sh "$preset" --inside
fi

debs=("$PWD/build/$preset"/*.deb)
mapfile -t packages < <(for deb in "${debs[@]}"; do dpkg-deb --field "$deb" Package; done)
folder=$(mktemp --directory --tmpdir pipo-packages.XXXXXX)
root=$folder/root

clean_up() {
  local point
  # debootstrap and the scripts of packages may have left file systems mounted.
  while read -r point; do
    umount --lazy "$point" || true
  done < <(awk -v root="$root/" 'index($2, root) == 1 { print $2 }' /proc/mounts | sort --reverse)
  # Never deletes into a file system that could not be unmounted.
  rm --recursive --force --one-file-system "$folder"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Runs a command in the bare system with an empty environment.
inside() {
  chroot "$root" /usr/bin/env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    TERM=dumb DEBIAN_FRONTEND=noninteractive "$@"
}

# Lists the files of the bare system, except those that change by themselves.
contents() {
  inside find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /run -o -path /var/cache \
    -o -path /var/log -o -path /var/lib/dpkg -o -path /var/lib/apt \) -prune -o -print | sort
}

echo "== packages: a bare system"
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(CREATED_BY) $(CODENAME) $(COMPONENT) $(REPO_URI)' |
  awk -v release="$release" '$1 == "Packages" && $2 == release && $3 == "main" && !found { print $4; found = 1 }')}
debootstrap --variant=minbase "$release" "$root" ${mirror:+"$mirror"} >"$folder/debootstrap.log" 2>&1 || {
  tail -20 "$folder/debootstrap.log" >&2
  echo "debootstrap could not make a bare $release from ${mirror:-its mirror}." >&2
  exit 1
}
# Uses this system's proxy and checks for apt.
apt-config dump | grep -i '^Acquire::[a-z]*::Proxy\|^Acquire::Check-' >"$root/etc/apt/apt.conf.d/99host" || true
# The system is temporary, so it needs no syncs. No recommended packages, because they could hide a missing
# dependency.
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/99fast"
echo 'APT::Install-Recommends "false";' >"$root/etc/apt/apt.conf.d/99bare"
# No services start in the bare system.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
# Shells and the program read these. If this machine does not let root mount them, they do without.
mount -t proc proc "$root/proc" || echo "/proc could not be mounted; programs that need it may fail in the bare system." >&2
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts" ||
  echo "/dev/pts could not be mounted; programs that need a terminal may fail in the bare system." >&2
inside apt-get update --quiet=2

echo "== packages: install ${packages[*]}"
mkdir "$root/tmp/packages"
cp "${debs[@]}" "$root/tmp/packages"
install_log=$folder/install.log
inside sh -c 'apt-get install --yes --quiet=2 /tmp/packages/*.deb' >"$install_log" 2>&1 || {
  cat "$install_log" >&2
  exit 1
}
inside dpkg-query --listfiles "${packages[@]}" | sort --unique >"$folder/theirs"

failed=0
cp -r tests/packages/inside "$root/tmp/inside"
for script in tests/packages/inside/*.sh; do
  name=${script##*/}
  echo "== packages: $name"
  inside bash -euo pipefail -c 'mkdir "/tmp/in-$1"; cd "/tmp/in-$1"; exec bash -euo pipefail "/tmp/inside/$1"' - "$name" || {
    echo "tests/packages/inside/$name failed." >&2
    failed=1
  }
done

echo "== packages: remove"
inside apt-get purge --yes --quiet=2 "${packages[@]}" >"$folder/remove.log" 2>&1 || {
  cat "$folder/remove.log" >&2
  exit 1
}
contents >"$folder/after"
# Their files, folders that no other package has, and every file with the project's name.
inside sh -c 'cat /var/lib/dpkg/info/*.list' | sort --unique >"$folder/of_others"
left=$(comm -12 "$folder/theirs" "$folder/after" | comm -23 - "$folder/of_others"
  grep -i 'pipo' "$folder/after" || true)
if [[ $left ]]; then
  echo "These files remained after the packages were removed:" >&2
  sort --unique <<<"$left" >&2
  failed=1
fi
exit "$failed"
