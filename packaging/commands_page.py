"""Writes the parts of docs/commands.md that repeat the program's --help: the commands, their usage and their options.

    commands_page.py PIPO PAGE     runs the program PIPO and replaces these parts of PAGE

A part is between the lines "<!-- from --help: NAME -->" and "<!-- end -->". NAME is "commands", "options" or a command.
"""

import pathlib
import re
import sys
import textwrap

import help_texts

PART = re.compile(r"(<!-- from --help: (\S+) -->\n).*?(<!-- end -->\n)", re.DOTALL)
WIDTH = 120
# An option that so many commands share is in the part "options" instead of theirs.
SHARED = 3
# Lists that are longer have a page of their own.
LONGEST_LIST = 10
EVERYWHERE = ("--help", "--version")


def meaning(option):
    text = option.text
    if len(option.words) > LONGEST_LIST:
        text = text.rpartition(": ")[0] + ", by its [name](notations.md)"
    return text + (f" (default: `{option.default}`)" if option.default else "")


def written(option):
    """An option as it is typed, with the name of its value."""
    return " ".join([option.name] + [option.value] * bool(option.value))


def table(options):
    """The rows of options that have something to say; no table without any."""
    cells = [(written(option).replace("|", r"\|"), meaning(option).replace("|", r"\|")) for option in options]
    rows = [f"| `{name}` | {text} |" for name, text in cells]
    return ["", "| option | meaning |", "| --- | --- |", *rows] if rows else []


def usage(help_text):
    """A line, or several that break between options, in the form of a block of commands."""
    words = ["pipo"] + [help_text.name] * bool(help_text.name)
    for option in help_text.arguments + help_text.options:
        if option.name in EVERYWHERE:
            continue
        typed = written(option) if option.required else f"[{written(option)}]"
        words.append((typed + "..." * option.repeated).replace(" ", "\0"))
    words += ["COMMAND", "..."] if help_text.commands else []
    lines = textwrap.wrap(" ".join(words), WIDTH - 4, initial_indent=" " * 4, subsequent_indent=" " * 8,
                          break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def parts(helps):
    """The lines of each part, by name."""
    commands = {name: one for name, one in helps.items() if name}
    options = {repr(option): option for one in commands.values() for option in one.options if option.name not in EVERYWHERE}
    shared = {key for key in options if sum(key in map(repr, one.options) for one in commands.values()) >= SHARED}
    made = {"commands": [*usage(helps[""]), "", "| command | what it does |", "| --- | --- |",
                         *(f"| [`{name}`](#{name}) | {text} |" for name, text in helps[""].commands.items())],
            "options": table([option for option in helps[""].options if option.name not in EVERYWHERE] +
                             [options[key] for key in options if key in shared])[1:]}
    for name, one in commands.items():
        own = [option for option in one.options if option.name not in EVERYWHERE and repr(option) not in shared]
        made[name] = [*usage(one), *table(one.arguments + own)]
    return made


def rewritten(page, helps):
    """Returns the page with all parts as the help has them now."""
    made = parts(helps)
    found = [match[2] for match in PART.finditer(page)]
    if sorted(found) != sorted(made):
        raise help_texts.HelpError(f"the page needs one part for each of {sorted(made)}, but has {sorted(found)}")
    return PART.sub(lambda match: match[1] + "\n" + "\n".join(made[match[2]]) + "\n\n" + match[3], page)


def main(program, path):
    path = pathlib.Path(path)
    path.write_text(rewritten(path.read_text(encoding="utf-8"), help_texts.read(program)), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
