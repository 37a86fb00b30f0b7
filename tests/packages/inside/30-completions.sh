# Checks that the shells find the installed completions and use them.
apt-get install --yes --quiet=2 bash-completion zsh fish >/dev/null 2>&1

bash -n /usr/share/bash-completion/completions/pipo
zsh -n /usr/share/zsh/vendor-completions/_pipo
fish --no-execute /usr/share/fish/vendor_completions.d/pipo.fish

echo "bash: pipo gen<TAB>"
bash -euo pipefail -c '
  set +u; source /usr/share/bash-completion/bash_completion; set -u
  # bash loads a completion at its first use.
  _completion_loader pipo || test $? = 124
  complete -p pipo
  COMP_WORDS=(pipo gen); COMP_CWORD=1
  _pipo
  test "${COMPREPLY[*]}" = generate'

echo "fish: pipo plan --format <TAB>"
test "$(fish -c 'complete -C "pipo plan --format "' | cut --fields 1 | sort | xargs)" = "json text"
fish -c 'complete -C "pipo gen"' | grep --quiet '^generate.*Makes the table'

# zsh completes only at a terminal, so it gets its own.
echo "zsh: pipo verify --th<TAB>"
cat >zsh.zsh <<'END'
zmodload zsh/zpty
zpty shell zsh -f -i || exit 1
say() { zpty -w shell "$1" }
say 'PS1=; stty -echo; autoload -U compinit; compinit -u; zstyle ":completion:*" verbose yes; setopt no_list_ambiguous; echo re''ady'
wait_for() {
  local piece
  seen=
  repeat 300; do
    while zpty -r -t shell piece; do seen+=$piece; done
    [[ $seen == *$1* ]] && return 0
    sleep 0.1
  done
  print -r -- "zsh did not show '$1' but: ${(q+)seen}" >&2
  return 1
}
wait_for ready || exit 1
# Replaces the program by a function that prints the completed words.
say 'pipo() { echo "got<$1><$2>" }'
zpty -w -n shell $'pipo verify --theo\t\n'
wait_for 'got<verify><--theory>' || exit 1
zpty -w -n shell $'pipo gene\t\n'
wait_for 'got<generate><>' || exit 1
zpty -w -n shell $'pipo verify --\t'
wait_for 'Check the theorems about endgames' || exit 1
zpty -d shell
END
zsh -f zsh.zsh
