#!/usr/bin/env bash
# Compiles the proofs, and checks tables with the three checkers that are extracted from them.
#
#     check_proofs.sh PIPO PYTHON FOLDER [short]    the program, the folder of the Python package, and a folder for all
#                                                   files that this makes
#
# The proofs must be complete: no axioms, nothing admitted. Every position of 1x5, 2x3 and 3x3 must be accepted, every
# quiet one of 3x4, and a sample of these; once a single value is changed, they must be refused. `short` trusts the
# compiled files of Coq's own library, and changes fewer values.
set -euo pipefail

pipo=$(realpath "$1")
package=$(realpath "$2")
short=${4-}
tests=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
sources=$(realpath "$tests/../../proofs")
rm -rf "$3"
mkdir -p "$3"
cd "$3"

fail() {
  echo "check_proofs: $1" >&2
  exit 1
}

echo "== proofs: compile"
cp "$sources"/*.v "$sources"/*.ml .
assuming='Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Hypothes[ei]s|Variables?'
assuming+='|bypass_check|type_in_type|Unset'
if grep --line-number --extended-regexp --word-regexp "$assuming" ./*.v; then
  fail "these lines assume something"
fi
modules=()
for file in $(coqdep -Q . Pipopipette -sort ./*.v); do
  coqc -Q . Pipopipette "$file" >"$(basename "$file").log"
  modules+=("Pipopipette.$(basename "$file" .v)")
done
answers=$(sort assumptions.v.log | uniq -c | sed 's/^ *//')
[[ $answers == "$(grep -c '^Print Assumptions' assumptions.v) Closed under the global context" ]] ||
  fail "a theorem has assumptions: $answers"
if [[ $short ]]; then
  # coqchk lists axioms of Coq's library, too; that the theorems need none of them is checked above.
  mapfile -t checked < <(printf -- '-norec\n%s\n' "${modules[@]}")
  axioms='^ *Pipopipette[.]'
else
  checked=("${modules[@]}")
  axioms='^\* Axioms: *$'
fi
coqchk -silent -o -Q . Pipopipette "${checked[@]}" >coqchk.log 2>&1 || fail "coqchk fails: $(cat coqchk.log)"
if ! grep --quiet '^\* Axioms:' coqchk.log || grep --quiet "$axioms" coqchk.log; then
  fail "coqchk finds axioms: $(cat coqchk.log)"
fi
echo "${#modules[@]} files, no axioms"

echo "== proofs: extracted checker"
# The warnings that code written by Coq gives are off.
ocamlopt -O3 -w +a-4-32-37-40..42-70 -warn-error +a extracted.mli extracted.ml check_table.ml -o check_table

# dump BOARD EDGES: every position with its value
dump() {
  PYTHONPATH=$package /usr/bin/python3 -B "$tests/dump.py" tables "$1" "$2"
}

# expect STATUS BOARD: checks standard input
expect() {
  local status=0
  ./check_table "$2" || status=$?
  ((status == $1)) || fail "check_table $2 ends with $status instead of $1"
}

# quiet BOARD: writes the values of its quiet positions into BOARD.values
quiet() {
  PYTHONPATH=$package /usr/bin/python3 -B "$tests/quiet_values.py" tables "$1" "$1.values"
}

# changed LINE: standard input with another value in this line. The change keeps the parity.
changed() {
  awk -v line="$1" 'NR == line { $2 += $2 > 0 ? -2 : 2 } { print }'
}

for board in '1x5 16' '2x3 17' '3x3 24'; do
  read -r board edges <<<"$board"
  "$pipo" generate "$board" --tables tables >/dev/null
  dump "$board" "$edges" | expect 0 "$board"
  if [[ $short && $board == 3x3 ]]; then continue; fi
  echo "with one value changed:"
  dump "$board" "$edges" | changed $(((1 << edges) / 3)) | expect 1 "$board"
done

echo "== proofs: damaged dumps of 1x5"
dump 1x5 16 >1x5.txt
for damage in 1000d 1000p '1000s/ .*//' '1000s/:./:2/'; do
  sed "$damage" 1x5.txt >damaged.txt
  expect 2 1x5 <damaged.txt
done

echo "== proofs: extracted checker of layers"
for program in check_layers check_positions; do
  ocamlopt -O3 -inline 200 -w +a-4-32-37-40..42-70 -warn-error +a unix.cmxa layers.mli layers.ml rectangles.ml \
    $program.ml -o $program
done
"$pipo" generate 3x4 --tables tables >/dev/null
for board in '1x5 16' '2x3 17' '3x3 24' '3x4 31'; do
  read -r board edges <<<"$board"
  quiet "$board"
  ./check_layers "$board" "$board.values" 0 "$edges" >layers.log || fail "$board is refused: $(cat layers.log)"
  echo "$board: all $((edges + 1)) layers are right"
done
changes=1000
if [[ $short ]]; then changes=50; fi
./check_layers 3x3 3x3.values 0 24 $changes 1 || fail "a changed value of 3x3 is accepted"

printf '\x63' | dd of=2x3.values bs=1 seek=4000 conv=notrunc status=none
status=0
./check_layers 2x3 2x3.values 0 17 >/dev/null || status=$?
((status == 1)) || fail "check_layers ends with $status instead of 1 for a wrong value"

echo "== proofs: a sample of 3x4"
"$pipo" --no-atlas --tables tables sample 3x4 --quiet --balanced --count 32000 >positions.txt
./check_positions 3x4 positions.txt >needed.txt
PYTHONPATH=$package /usr/bin/python3 -B "$tests/dump.py" tables 3x4 <needed.txt >values.txt
./check_positions 3x4 positions.txt values.txt >positions.log || fail "a sample of 3x4 is refused: $(cat positions.log)"
echo "3x4: 32000 positions and the $(wc -l <needed.txt) values that they need are right"
for position in $(sed -n '/^3x4/s/ .*//p' positions.txt | awk 'NR % 1600 == 1'); do
  awk -v position="$position" '$1 == position { $2 += 2 } { print }' values.txt >changed.txt
  status=0
  ./check_positions 3x4 positions.txt changed.txt >/dev/null || status=$?
  ((status == 1)) || fail "check_positions ends with $status instead of 1 for a wrong value of $position"
done
status=0
head -1000 values.txt >some.txt
./check_positions 3x4 positions.txt some.txt >/dev/null 2>&1 || status=$?
((status == 2)) || fail "check_positions ends with $status instead of 2 without a value"
