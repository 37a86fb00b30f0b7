"""Makes the man pages, pipo.1 and pipo-COMMAND.1, from the output of the program's --help.

    man_pages.py PIPO FOLDER DATE     runs the program PIPO; DATE is the date on the pages
"""

import pathlib
import re
import sys
import textwrap

import help_texts

# Paragraphs of the program's help that belong to other sections than the description.
ENVIRONMENT = re.compile(r"environment variable ([A-Z_]+)")
# Lines of a command's help that refer to more text; the page has its own references.
ELSEWHERE = re.compile(r"--tables DIR names|'pipo COMMAND --help'")

WHAT_IT_IS = """The table of a board holds the value of every position: the margin in boxes by which the player to move \
outscores the opponent from there under best play. It is made once; then it answers any number of questions."""

INSTALLED = r"""The folder
.I share/doc/pipopipette
of the installation has more:
.I docs/commands.md
(all commands, formats and errors),
.I docs/theory.md
(the terms of
.BR "pipo explain" )
and
.I docs/format.md
(the files of a table)."""


def escaped(text):
    """Escapes plain text for troff. Hyphens stay ASCII, so that commands can be copied into a shell."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace('"', r"\(dq")
    return text.replace("^", r"\(ha").replace("~", r"\(ti").replace("`", r"\(ga")


def prose(text, italic):
    """Formats text: options and commands bold, the placeholders in `italic` italic. Each sentence begins a line, because
    troff recognises the end of a sentence by the end of the line."""
    text = " ".join(text.split())
    parts = []
    typed = r"(?<![\w-])--?[a-z]+(?![\w])|\"pipo [a-z]+\"|'pipo [^']*'"
    named = "".join(rf"|\b{re.escape(word)}\b" for word in sorted(italic, key=len, reverse=True))
    last = 0
    for match in re.finditer(typed + named, text):
        parts.append(escaped(text[last:match.start()]))
        word = match.group()
        if word in italic:
            parts.append(rf"\fI{escaped(word)}\fR")
        else:
            parts.append(rf"\fB{escaped(word.strip(chr(34) + chr(39)))}\fR")
        last = match.end()
    sentences = re.split(r"(?<=[.;:]) (?=[A-Z])", "".join(parts + [escaped(text[last:])]))
    lines = [line for one in sentences
             for line in textwrap.wrap(one, 78, break_long_words=False, break_on_hyphens=False)]
    # troff takes a full stop at the beginning of a line for a request.
    return "\n".join(r"\&" + line if line.startswith(".") else line for line in lines)


def sentence(text):
    return text if text.endswith(".") else text + "."


def value_of(option):
    """Formats the value of an option. In "FILE|-", FILE is a placeholder, and the hyphen is literal."""
    return "|".join(rf"\fB{escaped(part)}\fR" if part == "-" else rf"\fI{escaped(part)}\fR"
                    for part in option.value.split("|"))


def tag(option):
    if not option.name.startswith("-"):
        return rf"\fI{escaped(option.name)}\fR" + (" ..." if option.repeated else "")
    names = ", ".join(rf"\fB{escaped(name)}\fR" for name in option.names)
    return names + (" " + value_of(option) if option.value else "")


def entry(option, italic):
    made = [".TP", tag(option), prose(sentence(option.text), italic)]
    if option.default:
        made.append(rf"The default is \fB{escaped(option.default)}\fR.")
    return made


def synopsis(help_text):
    """Returns the synopsis with all options; lines break only between options."""
    command = ["pipo"] + ([help_text.name] if help_text.name else [])
    lines = [f'.SY "{" ".join(command)}"' if help_text.name else ".SY pipo"]
    for option in help_text.options:
        if option.name in ("--help", "--version"):
            continue
        inner = rf"\fB{escaped(option.name)}\fR" + (rf"\ {value_of(option)}" if option.value else "")
        lines.append(f"[{inner}]" + (r"\ ...\&" if option.repeated else ""))
    for argument in help_text.arguments:
        inner = rf"\fI{escaped(argument.name)}\fR" + (r"\ ..." if argument.repeated else "")
        lines.append(inner if argument.required else f"[{inner}]")
    if help_text.commands:
        lines.append(r"\fICOMMAND\fR ...")
        lines += [".YS", ".SY pipo", rf"\fICOMMAND\fR \fB\-\-help\fR", ".YS", ".SY pipo", rf"\fB\-\-version\fR"]
    return lines + [".YS"]


def paragraph(lines, italic):
    """Formats a paragraph of the help, or a list with entries "  --sample N  text" or "  word  text"."""
    if not lines[0].startswith("  "):
        return [".PP", prose("\n".join(line.strip() for line in lines), italic)]
    made = []
    for line in lines:
        match = re.fullmatch(r"  (--?\S+(?: [A-Z|-]+)?|[a-z]+(?:-[a-z]+)*)\s{2,}(\S.*)", line)
        if match:
            made += [".TP", prose(match[1], italic), prose(match[2], italic)]
        elif made:
            made.append(prose(line.strip(), italic))
        else:
            raise help_texts.HelpError(f"neither a paragraph nor a list: {line!r}")
    return made


def examples(lines):
    made = []
    for line in lines:
        made += [".PP", ".EX", "    " + escaped(line), ".EE"]
    return made[1:]  # a heading is followed by space already


def page(help_text, helps, version, date):
    own = helps[""]
    full = "-".join(["pipo"] + ([help_text.name] if help_text.name else []))
    italic = {option.name for option in help_text.arguments}
    italic |= {word for option in help_text.options + own.options for word in option.value.split("|")} - {"", "-"}
    if help_text.commands:
        italic.add("COMMAND")
    lines = [r'.\" Made from the help texts of the program.',
             f'.TH {full.upper()} 1 "{date}" "Pipopipette {version}" "Pipopipette"',
             # No hyphenation, which would add hyphens to commands and options.
             ".nr HY 0", ".ad l",
             ".SH NAME",
             rf"{escaped(full)} \- {escaped(help_text.summary[0].lower() + help_text.summary[1:])}",
             ".SH SYNOPSIS", *synopsis(help_text),
             ".SH DESCRIPTION", prose(sentence(help_text.summary), italic)]
    if help_text.commands:
        lines += [".PP", prose(WHAT_IT_IS, italic)]
    for block in help_text.paragraphs:
        if not ELSEWHERE.search(block[0]) and not ENVIRONMENT.search(" ".join(block)):
            lines += paragraph(block, italic)
    if help_text.commands:
        lines.append(".SH COMMANDS")
        for name, summary in help_text.commands.items():
            lines += [".TP", rf"\fBpipo\-{name}\fR(1)", prose(sentence(summary), italic)]
    if help_text.arguments:
        lines.append(".SH ARGUMENTS")
        for option in help_text.arguments:
            lines += entry(option, italic)
    lines.append(".SH OPTIONS")
    for option in help_text.all_options(own):
        lines += entry(option, italic)
    lines.append(".SH EXIT STATUS")
    if help_text.name:
        lines.append("All commands share these:")
    for number, meaning in own.exit_codes.items():
        lines += [".TP", rf"\fB{number}\fR", prose(sentence(meaning[0].upper() + meaning[1:]), italic)]
    lines.append(".SH ENVIRONMENT")
    for block in own.paragraphs:
        found = ENVIRONMENT.search(" ".join(block))
        if found:
            lines += [".TP", rf"\fB{found[1]}\fR", prose("\n".join(block), italic)]
    if help_text.examples:
        lines += [".SH EXAMPLES", *examples(help_text.examples)]
    others = ["pipo"] + [f"pipo-{name}" for name in own.commands]
    others.remove(full)
    lines += [".SH SEE ALSO", *[f".BR {escaped(name)} (1)," for name in others[:-1]],
              f".BR {escaped(others[-1])} (1)", ".PP", INSTALLED]
    return "\n".join(lines) + "\n"


def main(program, folder, date):
    helps = help_texts.read(program)
    version = help_texts.version(program)
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.1"):
        old.unlink()
    for name, help_text in helps.items():
        path = folder / ("-".join(["pipo"] + ([name] if name else [])) + ".1")
        path.write_text(page(help_text, helps, version, date))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
