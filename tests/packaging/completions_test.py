"""Checks that the completions offer everything the program's help lists, and nothing that the program refuses.

    completions_test.py PIPO FOLDER     the program, and the folder of its completions

Runs the completion in bash, and in fish if installed; reads the one for zsh (tests/packages runs it). The test parses
the help texts itself, independently of packaging/help_texts.py.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PIPO, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])


def help_of(*command):
    return subprocess.run([PIPO, *command, "--help"], check=True, capture_output=True, text=True).stdout


COMMANDS = re.findall(r"^  ([a-z]+) {3,}", help_of().split("Subcommands:")[1].split("\n\n")[0], re.MULTILINE)


def listed(*command):
    """Returns a command's options and their texts in the help, including the program's options."""
    found = re.findall(r"^  (?:-h,)?(--[a-z-]+)(.*)", help_of(*command).split("Options:")[1].split("\n\n")[0], re.MULTILINE)
    options = {name: re.split(r"\s{2,}", rest, maxsplit=1)[1] for name, rest in found}
    return {**options, "--tables": "Folder of tables; may be given several times",
            "--no-atlas": "Leave out the atlas, the tables of the program"}


def bash(*words, folder="."):
    """Returns the completions of the last of these words, which bash also splits at equals signs and colons."""
    script = """
        source "$1"; shift
        complete -p pipo >/dev/null
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _pipo pipo "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}" """
    run = subprocess.run(["bash", "--norc", "-euc", script, "-", FOLDER / "pipo.bash", "pipo", *words],
                         capture_output=True, text=True, cwd=folder, env={"PATH": "/usr/bin:/bin", "HOME": "/nowhere"})
    if run.returncode or run.stderr:
        raise AssertionError(f"{words}: {run.stderr}")
    return run.stdout.split("\n")[:-1]


class Bash(unittest.TestCase):
    def test_commands(self):
        self.assertGreater(len(COMMANDS), 10)
        self.assertEqual(bash(""), COMMANDS)
        self.assertEqual(bash("--tables", "elsewhere", "ver"), ["verify"])
        self.assertEqual(bash("--tables", "=", "elsewhere", "ver"), ["verify"])

    def test_options(self):
        self.assertEqual(bash("--v"), ["--version"])
        for command in COMMANDS:
            self.assertEqual(set(bash(command, "-")), {"-h"} | set(listed(command)), command)
            self.assertEqual(bash(command, "--", "-"), [], command)
        self.assertEqual(bash("generate", "3x3", "--ke"), ["--keep"])
        self.assertEqual(bash("generate", "--wait", "--threads", "2", "--ke"), ["--keep"])

    def test_words_of_options(self):
        self.assertEqual(bash("plan", "--format", ""), ["text", "json"])
        self.assertEqual(bash("probe", "--format", "js"), ["jsonl"])
        self.assertEqual(bash("info", "--format", "="), ["text", "json", "csv"])
        self.assertEqual(bash("info", "--format", "=", "c"), ["csv"])
        self.assertEqual(bash("generate", "--start", ""), ["american", "swedish", "icelandic"])
        self.assertEqual(bash("generate", "--threads", ""), [])
        self.assertEqual(bash("convert", "--to", "ks"), ["ksquares-line", "ksquares"])
        self.assertEqual(bash("convert", "--from", "au"), ["auto"])
        self.assertEqual(bash("probe", "--notation", "wilson-"), ["wilson-problem"])

    def test_the_program_accepts_the_completions(self):
        """Every word once, and the first word of each option of each command."""
        tried = set()
        for command in COMMANDS:
            for name, text in listed(command).items():
                words = bash(command, name, "") if name in ("--format", "--start", "--notation", "--from", "--by") else []
                for word in words:
                    self.assertIn(word, text)
                    if word != words[0] and (name, word) in tried:
                        continue
                    tried.add((name, word))
                    run = subprocess.run([PIPO, command, name, word, "--help"], capture_output=True)
                    self.assertEqual(run.returncode, 0, (command, name, word))
        for word in bash("plan", "--start", ""):
            self.assertEqual(subprocess.run([PIPO, "plan", "2x2", "--start", word], capture_output=True).returncode, 0)

    def test_files_folders_and_tables(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in ("tables/2x2", "tables/3x4-swedish", "tables/other", "some where/1x1-0x1f"):
                (root / name).mkdir(parents=True)
            (root / "ta.txt").touch()
            self.assertEqual(set(bash("probe", "--batch", "ta", folder=root)), {"tables", "ta.txt"})
            self.assertEqual(bash("--tables", "ta", folder=root), ["tables"])
            self.assertEqual(bash("info", "--tables", "so", folder=root), ["some where"])
            self.assertEqual(bash("info", "", folder=root), ["2x2", "3x4-swedish"])
            self.assertEqual(bash("verify", "--full", "3", folder=root), ["3x4-swedish"])
            self.assertEqual(bash("verify", "2x2", "", folder=root), [])
            self.assertEqual(bash("--tables", "some where", "info", "", folder=root), ["1x1-0x1f"])
            self.assertEqual(bash("probe", "", folder=root), [])


@unittest.skipUnless(shutil.which("fish"), "fish is not installed; ./scripts/check.sh packages runs it")
class Fish(unittest.TestCase):
    def offered(self, line, folder=".", **variables):
        # Not from the system's folder, which may have an installed version.
        script = f"set fish_complete_path; source '{FOLDER}/pipo.fish'; complete -C '{line}'"
        with tempfile.TemporaryDirectory() as home:
            run = subprocess.run(["fish", "--no-config", "-c", script], check=True, capture_output=True, text=True, cwd=folder,
                                 env={"PATH": f"{pathlib.Path(PIPO).parent}:/usr/bin:/bin", "HOME": home, "LC_ALL": "C.UTF-8", **variables})
        self.assertEqual(run.stderr, "")
        return dict((one.split("\t") + [""])[:2] for one in run.stdout.splitlines())

    def test_commands(self):
        self.assertEqual(set(self.offered("pipo ")), set(COMMANDS))
        self.assertEqual(set(self.offered("pipo --tables here in")), {"info"})

    def test_options_and_their_texts(self):
        for command in COMMANDS:
            offered = self.offered(f"pipo {command} --")
            del offered["--help"]
            expected = listed(command)
            del expected["--help"]
            # fish offers an option that takes a value with and without an equals sign.
            self.assertEqual({name.rstrip("="): text for name, text in offered.items()}, expected)

    def test_words_and_tables(self):
        self.assertEqual(set(self.offered("pipo plan --format ")), {"text", "json"})
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "tables/3x4-swedish").mkdir(parents=True)
            for variables in ({}, {"PIPO_TABLES": ""}, {"PIPO_TABLES": f"{folder}/tables:"}):
                self.assertEqual(set(self.offered("pipo info ", folder, **variables)), {"3x4-swedish"})


class Zsh(unittest.TestCase):
    def test_commands_and_options(self):
        text = (FOLDER / "_pipo").read_text()
        plain = text.replace("\\", "")
        self.assertTrue(text.startswith("#compdef pipo\n"))
        for command in COMMANDS:
            self.assertRegex(text, rf"'{command}:")
            part = re.search(rf"\n    {command}\)\n(.*?)\n      ;;", plain, re.DOTALL)[1]
            for name, said in listed(command).items():
                self.assertIn(f"[{said}]", part)
                self.assertRegex(part, rf"{name}(=|\}}'|)\[")

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed; ./scripts/check.sh packages runs it")
    def test_syntax(self):
        subprocess.run(["zsh", "-n", FOLDER / "_pipo"], check=True)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
