#!/usr/bin/env bash
# Measures the requests a second of `pipo serve` with wrk (package wrk) on this machine:
#
#     tests/bench/serve_bench.sh build/release/pipo tables [BOARD [SECONDS]]
#
# Asks for values, and for values with moves, of random positions of the board over 1 to 64 connections.
# First cold (program just started, page cache of the system emptied if run by root), then warm.
set -euo pipefail

pipo=$1 tables=$2 board=${3-4x4} seconds=${4-5}
here=$(dirname "${BASH_SOURCE[0]}")
port=8799
work=$(mktemp --directory)
server=
trap '[[ -z $server ]] || kill "$server"; rm --recursive "$work"' EXIT

"$pipo" sample "$board" --count 100000 --seed 1 --tables "$tables" --format jsonl |
  sed -E 's/.*"position":"([^"]*)".*/\1/' >"$work/positions"
[[ $(wc --lines <"$work/positions") -gt 50000 ]] || { echo "sample gave too few positions" >&2; exit 1; }

start() {
  "$pipo" serve --port $port --tables "$tables" >/dev/null &
  server=$!
  until (: <>/dev/tcp/127.0.0.1/$port) 2>/dev/null; do sleep 0.05; done
}

stop() {
  kill "$server"
  wait "$server"
  server=
}

measure() { # WHAT CONNECTIONS STATE
  local threads=$(($2 < 2 ? 1 : 2))
  printf '%-6s %3d connections, %-4s ' "$1" "$2" "$3"
  PATHS=$work/$1 wrk --threads $threads --connections "$2" --duration "${seconds}s" --timeout 10s \
    --script "$here/serve.lua" http://127.0.0.1:$port/ | tail --lines 1
}

for what in value moves; do
  sed "s|^|/api/v1/$what?position=|" "$work/positions" >"$work/$what"
  for connections in 1 4 16 64; do
    sync
    echo 3 2>/dev/null >/proc/sys/vm/drop_caches || true
    start
    measure $what $connections cold
    measure $what $connections warm
    stop
  done
done
