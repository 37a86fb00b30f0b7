# The program makes a table and answers from it.
pipo --version
pipo generate 3x3
pipo probe 3x3:110001000011101010101000 >answer
grep --quiet '^layer 10 of 24, value +3:' answer
pipo probe --format jsonl 3x3:000000000000000000000000 | grep --quiet '"value":-3,'
pipo info 3x3 --format json | grep --quiet '"state": *"complete"'
pipo verify 3x3
test -s /usr/share/doc/pipopipette/copyright
test -s /usr/share/doc/pipopipette/docs/commands.md
