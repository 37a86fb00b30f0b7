#!/usr/bin/env bash
# Makes the Debian packages, installs them in a bare system of the same release and uses them there.
#
#     check_packages.sh PRESET      the preset of CMake that the packages are made with
#
# The bare system is made by debootstrap in a temporary folder and entered by chroot, so this has to be root
# (sudo is used where it is there). In it are run, one after the other in the order of their names, the
# scripts tests/packages/inside/*.sh, each by bash in an empty folder of its own. A script installs there
# what it needs by apt-get. The files of the project are not there: the packages have to do. Then the packages
# are removed, and nothing of theirs may be left.
#
# DEBIAN_MIRROR in the environment is where packages are fetched from instead of where this system does.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

preset=${1?the name of a preset of CMake}

# Beside it, what root does: after the packages have been made, so that the build folder stays its owner's.
if [[ ${2-} != --inside ]]; then
  echo "== packages: build"
  cmake --preset "$preset" --log-level=WARNING
  cmake --build --preset "$preset" --parallel "$(nproc)"
  # Of former versions and components, too.
  rm -f "build/$preset"/*.deb
  cpack --preset "$preset" >"build/$preset/cpack.log" 2>&1 || {
    cat "build/$preset/cpack.log" >&2
    exit 1
  }
  if ((EUID == 0)); then
    as_root=()
  elif command -v sudo >/dev/null; then
    as_root=(sudo ${DEBIAN_MIRROR:+"DEBIAN_MIRROR=$DEBIAN_MIRROR"})
  else
    echo "The packages are made; installing them in a bare system is for root: start this again as root." >&2
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
  # Never into what could not be unmounted.
  rm --recursive --force --one-file-system "$folder"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Runs a command in the bare system, with nothing of the environment here.
inside() {
  chroot "$root" /usr/bin/env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    TERM=dumb DEBIAN_FRONTEND=noninteractive "$@"
}

# All that stands in the bare system, but for what lives on its own.
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
# As this system reaches its mirrors.
apt-config dump | grep -i '^Acquire::[a-z]*::Proxy\|^Acquire::Check-' >"$root/etc/apt/apt.conf.d/99host" || true
# The system is thrown away: nothing of it has to survive a power cut. No recommended packages, as those
# may bring in what a package forgets to depend on.
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/99fast"
echo 'APT::Install-Recommends "false";' >"$root/etc/apt/apt.conf.d/99bare"
# Services are not started in there.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
# Shells and the program look there; where this machine does not let root mount, they do without.
mount -t proc proc "$root/proc" || echo "/proc could not be mounted; what needs it may fail in there." >&2
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts" ||
  echo "/dev/pts could not be mounted; what needs a terminal may fail in there." >&2
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
# Files of theirs, folders of theirs that no other package has, and anything that bears the name.
inside sh -c 'cat /var/lib/dpkg/info/*.list' | sort --unique >"$folder/of_others"
left=$(comm -12 "$folder/theirs" "$folder/after" | comm -23 - "$folder/of_others"
  grep -i 'pipo' "$folder/after" || true)
if [[ $left ]]; then
  echo "After the packages were removed, this was left:" >&2
  sort --unique <<<"$left" >&2
  failed=1
fi
exit "$failed"
