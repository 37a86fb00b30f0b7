#!/usr/bin/env bash
# Compiles the proofs, and checks every position of three boards with the checker that is extracted from them.
#
#     check_proofs.sh PIPO FOLDER      the program, and a folder for all files that this makes
#
# The proofs must be complete: no axioms, nothing admitted. The tables of 1x5, 2x3 and 3x3 must be accepted, and refused
# once a single value is changed.
set -euo pipefail

pipo=$(realpath "$1")
sources=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../proofs")
rm -rf "$2"
mkdir -p "$2"
cd "$2"

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
coqchk -silent -o -Q . Pipopipette "${modules[@]}" >coqchk.log 2>&1 || fail "coqchk fails: $(cat coqchk.log)"
grep --quiet '^\* Axioms: <none>' coqchk.log || fail "coqchk finds axioms: $(cat coqchk.log)"
echo "${#modules[@]} files, no axioms"

echo "== proofs: extracted checker"
# The warnings that code written by Coq gives are off.
ocamlopt -O3 -w +a-4-32-37-40..42-70 -warn-error +a extracted.mli extracted.ml check_table.ml -o check_table

# dump BOARD EDGES: every position with its value, in the order of `pipo sample`
dump() {
  "$pipo" sample "$1" --tables tables --count $((1 << $2))
}

# expect STATUS BOARD: checks standard input
expect() {
  local status=0
  ./check_table "$2" || status=$?
  ((status == $1)) || fail "check_table $2 ends with $status instead of $1"
}

# changed LINE: standard input with another value in this line. The change keeps the parity.
changed() {
  awk -v line="$1" 'NR == line { $2 += $2 > 0 ? -2 : 2 } { print }'
}

for board in '1x5 16' '2x3 17' '3x3 24'; do
  read -r board edges <<<"$board"
  "$pipo" generate "$board" --tables tables >/dev/null
  dump "$board" "$edges" | expect 0 "$board"
  echo "with one value changed:"
  dump "$board" "$edges" | changed $(((1 << edges) / 3)) | expect 1 "$board"
done

echo "== proofs: damaged dumps of 1x5"
dump 1x5 16 >1x5.txt
for damage in 1000d 1000p '1000s/ .*//' '1000s/:./:2/'; do
  sed "$damage" 1x5.txt >damaged.txt
  expect 2 1x5 <damaged.txt
done
