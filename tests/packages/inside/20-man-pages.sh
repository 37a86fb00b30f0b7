# Shows the pages of the program and of each command with `man`; none may give a warning.
apt-get install --yes --quiet=2 man-db >/dev/null 2>&1

commands=$(pipo --help | sed --quiet '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
test "$(wc --words <<<"$commands")" -ge 6
for page in pipo $(printf 'pipo-%s ' $commands); do
  file=$(man --where 1 "$page")
  test "$file" = "/usr/share/man/man1/$page.1.gz"
  MANWIDTH=80 man --warnings=w 1 "$page" >shown 2>said
  test ! -s said
  grep --quiet '^EXAMPLES' shown
  # apropos and whatis read this line.
  lexgrog "$file" | grep --quiet "\"$page - "
done
MANWIDTH=80 man 1 pipo-generate | head -20
