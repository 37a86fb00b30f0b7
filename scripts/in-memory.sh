#!/usr/bin/env bash
# in-memory.sh COMMAND [ARGUMENT...] runs a command with its temporary files in memory, if there is room. Each finished
# table is synced to disk, and tests that make many small ones otherwise wait for that.
set -euo pipefail

room=$(df --output=avail --block-size=1M /dev/shm 2>/dev/null | tail -n 1) || room=0
if ((room >= 1024)) && folder=$(mktemp -d /dev/shm/pipo-tests-XXXXXX); then
  trap 'rm -rf "$folder"' EXIT
  chmod 1777 "$folder"  # as /tmp: some tests start programs as other users
  # Some tests start programs that they put there, which containers may forbid.
  install -m 755 /bin/true "$folder/true"
  if "$folder/true" 2>/dev/null; then export TMPDIR=$folder; fi
fi
"$@"
