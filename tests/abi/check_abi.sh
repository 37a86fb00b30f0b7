#!/usr/bin/env bash
# Compares the binary interface of the shared libraries with the record of the last release (packaging/abi).
#
#     check_abi.sh            fails if anything but an addition has changed
#     check_abi.sh --record   writes the record, at a release
#
# abidw reads types from debugging information. Only those of the public headers count.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=build/abi
machine=$(uname -m)

# A folder with the public headers of both libraries.
rm -rf $folder/headers
mkdir -p $folder/headers
cp -r probe/include/. solve/include/. $folder/headers

failed=0
for library in libpipopipette libpipopipette-solver; do
  record=packaging/abi/$library.$machine.abi.xz
  now=$folder/$library.abi
  abidw --exported-interfaces-only --headers-dir $folder/headers --drop-private-types --no-comp-dir-path \
    --no-corpus-path --out-file $now $folder/$library.so
  if [[ ${1-} == --record ]]; then
    mkdir -p packaging/abi
    xz --keep --stdout --best $now >"$record"
    continue
  fi
  if [[ ! -f $record ]]; then
    echo "$library: there is no record for $machine in packaging/abi; the library is not compared"
    continue
  fi
  xz --decompress --stdout "$record" >$folder/recorded.abi
  # Additions break nothing. abidiff cannot tell whether other changes do, such as another size of a structure.
  result=0
  abidiff --no-added-syms --no-show-locs $folder/recorded.abi $now >$folder/$library.changes || result=$?
  cat $folder/$library.changes
  if ((result != 0)); then
    echo "$library: programs that were built with the last release may fail. Undo the change, unless only a structure with struct_size grew; see docs/stability.md" >&2
    failed=1
  fi
done
exit $failed
