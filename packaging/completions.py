"""Makes the completions of bash, zsh and fish from the output of the program's --help.

    completions.py PIPO FOLDER     runs the program PIPO; writes pipo.bash, _pipo and pipo.fish

The completions offer commands, options, the values of options, files, folders and, where a board is expected, the names of
available tables. The templates below are independent of the program; the help texts supply all names.
"""

import pathlib
import sys

import help_texts

NOTE = "made from the help texts of the program"

# Works with bash alone, without the package bash-completion.
BASH = r"""# Completion of pipo for bash, @note@.

# Sets `takes` to the values that option $2 of command $1 takes; fails if it takes no value.
_pipo_takes() {
  case "$1 $2" in
@values@
    *) return 1 ;;
  esac
}

# Names of tables in the folders given.
_pipo_tables() {
  local folder entry
  for folder in "$@"; do
    for entry in "${folder/#\~/$HOME}"/*x*/; do
      entry=${entry%/}
      [[ ${entry##*/} =~ ^[0-9]+x[0-9]+(-[a-z0-9]+)?$ ]] && printf '%s\n' "${entry##*/}"
    done
  done
}

_pipo() {
  local current=${COMP_WORDS[COMP_CWORD]} command= option= takes= ended= arguments=0 word index
  local -a folders=()
  COMPREPLY=()
  # COMP_WORDBREAKS makes the equals sign of "--format=json" a separate word.
  for ((index = 1; index < COMP_CWORD; ++index)); do
    word=${COMP_WORDS[index]}
    if [[ $option && $word == "=" ]]; then
      :
    elif [[ $option ]]; then
      [[ $option == --tables ]] && folders+=("$word")
      option=
    elif [[ $ended || $word != -* ]]; then
      if [[ $command ]]; then ((++arguments)); else command=$word; fi
    elif [[ $word == -- ]]; then
      ended=1
    elif _pipo_takes "$command" "$word"; then
      option=$word
    fi
  done
  [[ $option && $current == "=" ]] && current=
  if [[ $option ]]; then
    _pipo_takes "$command" "$option"
  elif [[ ! $ended && $current == -* ]]; then
    case $command in
@options@
    esac
  elif [[ ! $command ]]; then
    takes='@commands@'
  else
    case "$command $arguments" in
@arguments@
    esac
  fi
  case $takes in
    '') ;;
    :folder) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
    :file) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    :table)
      if ((${#folders[@]} == 0)); then
        IFS=: read -r -a folders <<<"${PIPO_TABLES:-tables}"
      fi
      mapfile -t COMPREPLY < <(compgen -W "$(_pipo_tables "${folders[@]}" | sort -u)" -- "$current")
      ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$takes" -- "$current") ;;
  esac
  if [[ $takes == :folder || $takes == :file ]]; then
    # Outside of a completion, as in tests, compopt fails.
    compopt -o filenames 2>/dev/null || true
  fi
  return 0
}

complete -F _pipo pipo
"""

ZSH = r"""#compdef pipo
# Completion of pipo for zsh, @note@.

# Names of tables in the given folders, or in the program's default folders.
_pipo_tables() {
  local -a folders names
  local folder
  folders=($pipo_folders)
  (( $#folders )) || folders=(${(s.:.)${PIPO_TABLES:-tables}})
  for folder in ${folders/#\~/$HOME}; do
    names+=($folder/*x*(N-/:t))
  done
  names=(${(M)names:#[0-9]*x[0-9]*})
  _alternative 'tables:table:compadd -a names'
}

_pipo_commands() {
  local -a commands
  commands=(
@commands@
  )
  _describe -t commands command commands
}

_pipo() {
  local curcontext="$curcontext" state state_descr ret=1 index
  local -a line pipo_folders
  local -A opt_args
  for ((index = 2; index < CURRENT; ++index)); do
    case $words[index] in
      --tables) ((index + 1 < CURRENT)) && pipo_folders+=("${(Q)words[index+1]}") ;;
      --tables=*) pipo_folders+=("${(Q)words[index]#--tables=}") ;;
    esac
  done
  _arguments -C -S \
@own@
    '1:command:_pipo_commands' \
    '*::argument:->arguments' && ret=0
  [[ $state == arguments ]] || return ret
  curcontext="${curcontext%:*:*}:pipo-$line[1]:"
  case $line[1] in
@cases@
  esac
  return ret
}

_pipo "$@"
"""

FISH = r"""# Completion of pipo for fish, @note@.

# Prints the command on the line; fails if there is none yet.
function __pipo_command
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
        else if contains -- $word @taking@
            set skip 1
        else if not string match -q -- '-*' $word
            echo $word
            return 0
        end
    end
    return 1
end

function __pipo_without_command
    not __pipo_command >/dev/null
end

function __pipo_in
    set -l command (__pipo_command)
    and contains -- $command $argv
end

# Names of tables in the given folders, or in the program's default folders.
function __pipo_tables
    set -l folders
    set -l next 0
    for word in (commandline -opc)
        if test $next -eq 1
            set -a folders $word
            set next 0
        else if test "$word" = --tables
            set next 1
        else if string match -q -- '--tables=*' $word
            set -a folders (string replace -- --tables= '' $word)
        end
    end
    if test (count $folders) -eq 0
        if test -n "$PIPO_TABLES"
            set folders (string split --no-empty : -- $PIPO_TABLES)
        else
            set folders tables
        end
    end
    for folder in (string replace -r '^~' $HOME -- $folders)
        for entry in $folder/*x*/
            string match -r -- '(?<=/)[0-9]+x[0-9]+(?:-[a-z0-9]+)?(?=/$)' $entry
        end
    end
end

complete -c pipo -f
@lines@
"""


def filled(frame, **parts):
    for name, text in {"note": NOTE, **parts}.items():
        frame = frame.replace(f"@{name}@", text)
    return frame


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def bash(helps):
    own = helps[""]
    taken = lambda option: " ".join(option.words) or (":" + option.takes if option.takes else "")
    values, options, arguments = [], [], []
    for name, help_text in helps.items():
        listed = help_text.all_options(own)
        names = " ".join(one for option in listed for one in option.names)
        options.append(f"      {name or quoted('')}) takes={quoted(names)} ;;")
        for option in listed:
            if option.value:
                values.append(f"    {quoted(name + ' ' + option.name)}) takes={quoted(taken(option))} ;;")
        for place, argument in enumerate(help_text.arguments):
            if argument.takes and not argument.repeated:
                arguments.append(f"      {quoted(f'{name} {place}')}) takes={quoted(taken(argument))} ;;")
    return filled(BASH, values="\n".join(values), options="\n".join(options), arguments="\n".join(arguments),
                  commands=" ".join(own.commands))


def zsh(helps):
    own = helps[""]
    kinds = {"folder": "_directories", "file": "_files", "table": "_pipo_tables", "": ""}

    def escaped(text, special):
        return "".join("\\" + char if char in special + "\\" else char for char in text)

    def action(option):
        return f"({' '.join(option.words)})" if option.words else kinds[option.takes]

    def spec(option):
        text = f"[{escaped(option.text, '[]:')}]"
        if option.value:
            text = f"={text}:{escaped(option.value, ':')}:{action(option)}"
        if len(option.names) > 1:
            return f"'({' '.join(option.names)})'{{{','.join(option.names)}}}{quoted(text)}"
        return quoted(("*" if option.repeated else "") + option.name + text)

    def argument(place, option):
        return quoted(f"{'*' if option.repeated else place}:{option.name}:{action(option)}")

    commands = [f"    {quoted(escaped(name, ':') + ':' + text)}" for name, text in own.commands.items()]
    cases = []
    for name in own.commands:
        specs = [spec(option) for option in helps[name].all_options(own)]
        specs += [argument(place + 1, option) for place, option in enumerate(helps[name].arguments)]
        cases.append(f"    {name})\n      _arguments -S \\\n        " + " \\\n        ".join(specs) + " && ret=0\n      ;;")
    return filled(ZSH, commands="\n".join(commands), cases="\n".join(cases),
                  own="\n".join(f"    {spec(option)} \\" for option in own.options))


def fish(helps):
    own = helps[""]

    def text(words):
        return "'" + words.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def line(condition, option):
        kinds = {"folder": "-x -a '(__fish_complete_directories)'", "file": "-r -F", "table": "-x -a '(__pipo_tables)'",
                 "": "-x", "words": "-x -a " + text(" ".join(option.words))}
        names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
        takes = f" {kinds[option.takes]}" if option.value else ""
        return f"complete -c pipo -n {condition} {names}{takes} -d {text(option.text)}"

    lines = [f"complete -c pipo -n __pipo_without_command -a {name} -d {text(summary)}"
             for name, summary in own.commands.items()]
    lines += [line("__pipo_without_command", option) for option in own.options]
    for name in own.commands:
        condition = f"'__pipo_in {name}'"
        lines += [line(condition, option) for option in helps[name].all_options(own)]
        if any(argument.takes == "table" for argument in helps[name].arguments):
            lines.append(f"complete -c pipo -n {condition} -a '(__pipo_tables)' -d table")
    taking = [name for option in own.options if option.value for name in option.names]
    return filled(FISH, taking=" ".join(taking), lines="\n".join(lines))


def main(program, folder):
    helps = help_texts.read(program)
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, made in {"pipo.bash": bash, "_pipo": zsh, "pipo.fish": fish}.items():
        (folder / name).write_text(made(helps))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
