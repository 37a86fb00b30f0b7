# Makes a table with the program and probes it.
pipo --version
pipo generate 3x3
pipo probe 3x3:110001000011101010101000 >answer
grep --quiet '^layer 10 of 24, value +3:' answer
pipo probe --format jsonl 3x3:000000000000000000000000 | grep --quiet '"value":-3,'
pipo info 3x3 --format json | grep --quiet '"state": *"complete"'
pipo verify 3x3
pipo audit --strict /usr/share/pipopipette/reference/3x3.txt | grep --quiet ': 250 positions right, 0 wrong$'
pipo sample 3x3 --count 250 --balanced | cmp - /usr/share/pipopipette/reference/3x3.txt
# The atlas answers where no table does.
pipo probe --format jsonl 4x5:0000000000000000000000000000000000000000000000000 | grep --quiet '"value":0,.*"atlas":true'
test -s /usr/share/doc/pipopipette/copyright
test -s /usr/share/doc/pipopipette/docs/commands.md
# The units of systemd.
test -s /usr/lib/systemd/system/pipo-serve.socket
test -s /usr/lib/systemd/system/pipo-serve.service
# Games and counts by the rules.
test -s /usr/share/pipopipette/reference/rules/games.jsonl
pipo perft 2x2 12 --format csv | tail --lines=1 | grep --quiet '^12,479001600,'
grep --quiet "^2x2,$(pipo perft 2x2 12 --format csv | tail --lines=1)$" /usr/share/pipopipette/reference/rules/perft.csv
