"""Installs the library and builds programs with it in folders outside of the project.

    check_installed.py SOURCE BUILD [PYTHON]

PYTHON is the interpreter that the module is built for.

Builds and runs every example of docs/library.md, docs/tutorial.md, README.md and the headers, and the checks of
tests/library/*.c and *.cpp, with the library that `cmake --install` has put into an empty folder: with CMake and with
pkg-config, shared and static.
"""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
PYTHON = (sys.argv[3:] or [sys.executable])[0]
HERE = SOURCE / "tests" / "library"
DOCUMENT = (SOURCE / "docs" / "library.md").read_text()
GMOCK = ["-lgmock_main", "-lgmock", "-lgtest", "-lpthread"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def example(language, having=""):
    """Returns the first example in this language that contains this text."""
    found = re.findall(f"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
    return next(text for text in found if having in text)


def comment_example(header, opening, closing):
    """Returns the lines of a comment from the one that begins with the first text to the one that begins with the second."""
    text = (SOURCE / "probe/include/pipopipette" / header).read_text()
    lines = [re.sub(r"^(//| \*)( {3})?", "", line) for line in text.splitlines()]
    first = next(i for i, line in enumerate(lines) if line.startswith(opening))
    last = next(i for i, line in enumerate(lines) if i > first and line.startswith(closing))
    return "\n".join(lines[first:last + 1]) + "\n"


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        cls.prefix = cls.folder / "prefix"
        for component in ("runtime", "development"):
            # Restores the list of the last real installation afterwards.
            note = BUILD / f"install_manifest_{component}.txt"
            before = note.read_bytes() if note.exists() else None
            run("cmake", "--install", BUILD, "--prefix", cls.prefix, "--component", component)
            note.unlink()
            if before is not None:
                note.write_bytes(before)
        cls.libraries = next(cls.prefix.rglob("libpipopipette.a")).parent
        cls.environment = {**os.environ, "PKG_CONFIG_PATH": str(cls.libraries / "pkgconfig"),
                           "LD_LIBRARY_PATH": str(cls.libraries)}
        cls.tables = cls.folder / "tables"
        for board in ("3x3", "2x2"):
            run(BUILD / "pipo", "generate", board, "--tables", cls.tables)
        # A table with an altered block, and one without one of its layers.
        for name in ("damaged", "incomplete"):
            shutil.copytree(cls.tables / "3x3", cls.folder / name / "3x3")
        layer = cls.folder / "damaged/3x3/layer-10.pipo"
        content = bytearray(layer.read_bytes())
        index = int.from_bytes(content[64:72], "little")  # docs/format.md: the blocks are before it
        for at in range(656, index):
            content[at] ^= 255
        layer.write_bytes(content)
        (cls.folder / "incomplete/3x3/layer-10.pipo").unlink()

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def flags(self, *which, library="pipopipette"):
        return run("pkg-config", *which, library, env=self.environment).split()

    @staticmethod
    def compiler(name):
        return ["gcc", "-std=c11"] if name.endswith(".c") else ["g++", "-std=c++20"]

    @functools.cache
    def compiled(self, name, text, library):
        """Compiles a source file with pkg-config in its own folder, once for all ways of linking. Returns its path."""
        source = pathlib.Path(tempfile.mkdtemp(dir=self.folder)) / name
        source.write_text(text)
        made = source.with_suffix(".o")
        run(*self.compiler(name), *WARNINGS, "-c", source, "-o", made, *self.flags("--cflags", library=library))
        return made

    def build(self, name, text, *, library="pipopipette", static=False, more=()):
        """Builds a program with pkg-config in its own folder. Returns its path."""
        made = self.compiled(name, text, library)
        program = made.with_name("static" if static else "shared")
        link = self.flags("--libs", *(["--static"] if static else []), library=library)
        if static:
            link = [f"{self.libraries}/lib{library}.a" if flag == f"-l{library}" else flag for flag in link]
        run(*self.compiler(name), made, "-o", program, *link, *more)
        return program

    def check_syntax(self, name, text):
        source = pathlib.Path(tempfile.mkdtemp(dir=self.folder)) / name
        source.write_text(text)
        run(*self.compiler(name), *WARNINGS, "-fsyntax-only", source, *self.flags("--cflags"))

    def run_program(self, program, *arguments):
        return run(program, *arguments, cwd=self.folder, env=self.environment)

    EXPECTED = ("value 3, best {best}\nline {best} ")
    MANY = "\nmany 3 "

    def check_task(self, output, best):
        self.assertTrue(output.startswith(self.EXPECTED.format(best=best)), output)
        self.assertIn(self.MANY, output)
        line = re.search("line (.*)", output).group(1).split()
        self.assertEqual(len(line), 14, "the position has as many open edges")
        many = re.search("many (.*)", output).group(1).split()
        self.assertEqual(len(many), 15)

    def test_the_task_in_cpp(self):
        for static in (False, True):
            with self.subTest(static=static):
                self.check_task(self.run_program(self.build("main.cpp", example("cpp"), static=static)), "v2.2")

    def test_the_task_in_c(self):
        for static in (False, True):
            with self.subTest(static=static):
                self.check_task(self.run_program(self.build("main.c", example("c"), static=static)), "v2.2")

    def test_the_task_in_the_shell(self):
        folder = str(BUILD) + os.pathsep + os.environ["PATH"]
        said = run("sh", "-c", example("sh"), cwd=self.folder, env={**os.environ, "PATH": folder})
        self.assertIn('"value":3', said.replace(" ", ""))

    def test_the_task_in_python(self):
        if not (BUILD / "python/pipopipette").is_dir():
            self.skipTest("the Python module is not built")
        said = run(PYTHON, "-c", example("python"), cwd=self.folder,
                   env={**os.environ, "PYTHONPATH": str(BUILD / "python")})
        self.assertRegex(said, "^value 3 best v2.2\nline v2.2 ")
        self.assertIn("\nmany -3 ", said)

    def configured(self, lists, *sources):
        """Configures a project of CMake that has these files. Returns its build folder."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        for name, text in (("CMakeLists.txt", lists), *sources):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text)
        run("cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        return folder / "build"

    def build_with_cmake(self, lists, programs):
        """Builds the example of the page and more programs, (target, source file, text) each, in one project, which examines
        the compiler once. Returns the target and the output of each."""
        (first, source, text), *others = programs
        sources = [(source, text)]
        more = ""
        for target, source, text in others:
            more += f"add_subdirectory({target})\n"
            changed = lists.replace("consumer", target).replace("Pipopipette::probe)", f"Pipopipette::{target})")
            sources += [(f"{target}/CMakeLists.txt", changed.replace("REQUIRED", f"REQUIRED COMPONENTS {target}")),
                        (f"{target}/{source}", text)]
        build = self.configured(lists + more, *sources)
        run("cmake", "--build", build)
        return [(first, run(build / "consumer", cwd=self.folder)),
                *((target, run(build / target / target, cwd=self.folder)) for target, _, _ in others)]

    def test_with_cmake(self):
        task, solver = example("cpp"), self.SMALL
        for target, said in self.build_with_cmake(example("cmake"), [
                ("probe", "main.cpp", task), ("probe_static", "main.cpp", task),
                ("solver", "main.cpp", solver), ("solver_static", "main.cpp", solver)]):
            with self.subTest(target=target):
                if target.startswith("probe"):
                    self.check_task(said, "v2.2")
                else:
                    self.assertEqual(said, self.SMALL_SOLVED)

    def test_with_cmake_in_c(self):
        lists = example("cmake").replace("LANGUAGES CXX", "LANGUAGES C").replace("main.cpp", "main.c")
        for target, said in self.build_with_cmake(lists, [(target, "main.c", example("c")) for target in ("probe", "probe_static")]):
            with self.subTest(target=target):
                self.check_task(said, "v2.2")

    def test_rules_and_games(self):
        shown = re.search("pipo::Game game.*?```text\n(.*?)```", DOCUMENT, re.DOTALL).group(1)
        for static in (False, True):
            with self.subTest(static=static):
                program = self.build("game.cpp", example("cpp", "pipo::Game "), static=static)
                self.assertEqual(self.run_program(program), shown)

    def test_games_in_c(self):
        for static in (False, True):
            with self.subTest(static=static):
                program = self.build("game.c", example("c", "game.h"), static=static)
                self.assertEqual(self.run_program(program),
                                 "player 1 took 1 box and moves again\n1x3 1. a2-b2; 2. a1-b1; 3. a1-a2; 4. b1-b2\n")

    # The position of docs/commands.md, and one so small that it is searched.
    SOLVER = example("cpp", "solver.hpp")
    SOLVED = "value 1, best h5.1 h5.3 v1.1 v1.5 v3.1 v4.4 v4.5\n"
    SMALL = re.sub("5x5:[01]+", "2x3:10010000100000000", SOLVER)
    SMALL_SOLVED = "value 2, best h0.1 h0.2 h2.0 h2.1 v0.2 v0.3 v1.0 v1.1 v1.2 v1.3\n"

    def test_solving_without_tables(self):
        for static in (False, True):
            with self.subTest(static=static):
                for text, expected in ((self.SOLVER, self.SOLVED), (self.SMALL, self.SMALL_SOLVED)):
                    program = self.build("solve.cpp", text, library="pipopipette-solver", static=static)
                    self.assertTrue(self.run_program(program).endswith(expected))

    def test_solving_in_c(self):
        for static in (False, True):
            with self.subTest(static=static):
                program = self.build("solve.c", example("c", "solver.h"), library="pipopipette-solver", static=static)
                self.assertEqual(self.run_program(program), "value 1, 42 moves, 9941225 values computed\n")

    def test_another_version_is_refused(self):
        lists = example("cmake").replace("Pipopipette REQUIRED", "Pipopipette 99 REQUIRED").replace("LANGUAGES CXX", "LANGUAGES NONE")
        with self.assertRaisesRegex(AssertionError, "99"):
            self.configured(lists)

    def test_the_first_example_of_the_header(self):
        text = comment_example("pipopipette.hpp", "#include", "}")
        self.assertEqual(self.run_program(self.build("first.cpp", text)), "3\n")

    def test_the_readme(self):
        shown = re.search("```cpp\n(.*?\n)(const.*?)```", (SOURCE / "README.md").read_text(), re.DOTALL)
        margin = re.search(r"// (-?\d+)$", shown.group(2), re.MULTILINE).group(1)
        text = f"{shown.group(1)}int main() {{\n{shown.group(2)}return margin == {margin} ? 0 : 1;\n}}\n"
        self.run_program(self.build("readme.cpp", text))

    def test_the_tutorial(self):
        page = (SOURCE / "docs" / "tutorial.md").read_text()
        program, shown = re.search("```cpp\n(.*?)```.*?```text\n(.*?)```", page, re.DOTALL).groups()
        self.assertEqual(self.run_program(self.build("tutorial.cpp", program)), shown)

    def test_the_example_of_tables(self):
        body = comment_example("tables.hpp", "pipo::Tables tables", "int margin")
        text = f"#include <pipopipette/pipopipette.hpp>\nint main() {{\n{body}\nreturn margin == -3 ? 0 : 1;\n}}\n"
        self.run_program(self.build("tables.cpp", text))

    def test_the_example_of_stored_positions(self):
        body = comment_example("stored_positions.hpp", "pipo::StoredPositions", "while").replace("...", "count += drawn.size();")
        text = ("#include <pipopipette/pipopipette.hpp>\nint main() {\nstd::vector<pipo::EdgeSet> drawn;\n"
                f"std::vector<std::int8_t> values;\nstd::uint64_t count = 0;\n{body}\n"
                "return count > 0 && count == stored.size() ? 0 : 1;\n}\n")
        self.run_program(self.build("stored.cpp", text))

    def test_the_example_of_the_c_header(self):
        body = comment_example("pipopipette.h", "const char* folder", "pipo_close")
        text = f"#include <stdio.h>\n#include <pipopipette/pipopipette.h>\nint main(void) {{\n{body}\nreturn 0;\n}}\n"
        self.assertEqual(self.run_program(self.build("first.c", text)), "3\n")

    def test_the_example_of_the_game_header(self):
        body = comment_example("game.h", "pipo_game* game", "pipo_game_close")
        text = f"#include <stdio.h>\n#include <pipopipette/game.h>\nint main(void) {{\n{body}\nreturn 0;\n}}\n"
        self.assertEqual(self.run_program(self.build("first.c", text)), "player 1 is to move\n")

    def test_the_matchers(self):
        """Runs the example of docs/audit.md unchanged, and with a wrong value."""
        text = re.search("```cpp\n(.*?)```", (SOURCE / "docs" / "audit.md").read_text(), re.DOTALL).group(1)
        wrong = "TEST(Wrong, Value) { EXPECT_THAT(position, pipo::HasValue(tables, 1)); }\n"
        program = self.build("bot_test.cpp", text + wrong, more=GMOCK)
        self.assertIn("[  PASSED  ] 2 tests.", self.run_program(program, "--gtest_filter=Bot.*"))
        with self.assertRaises(AssertionError) as failed:
            self.run_program(program, "--gtest_filter=Wrong.*")
        shown = str(failed.exception)
        self.assertIn("Expected: has a value that is equal to 1\n", shown)
        self.assertIn("Actual: 3x3:110001000011101010101000 (of type pipo::Position), whose value is 3 and whose best moves are v2.2:\n"
                      " +----+----+ -1 +\n", shown)

    def test_each_header_alone(self):
        headers = sorted((self.prefix / "include/pipopipette").iterdir())
        self.assertGreater(len(headers), 10)
        for header in headers:
            line = f"#include <pipopipette/{header.name}>\n"
            self.check_syntax("alone.cpp", line * 2)
            if header.suffix == ".h":
                self.check_syntax("alone.c", line * 2 + "extern int not_empty;\n")
            for included in re.findall(r"#\s*include [<\"](.*)[>\"]", header.read_text()):
                self.assertTrue(included.startswith("pipopipette/") or re.fullmatch(r"\w+(\.h)?", included)
                                or (header.name, included) in (("matchers.hpp", "gmock/gmock.h"), ("matchers.hpp", "gtest/gtest.h")),
                                f"{header.name} includes {included}")

    @staticmethod
    def names(*command):
        lines = [line.split(None, 2) for line in run("nm", "-C", "--defined-only", *command).splitlines()]
        return {line[2] for line in lines if len(line) == 3}

    def test_only_its_own_symbols(self):
        shown = {}
        for library in ("libpipopipette", "libpipopipette-solver"):
            for which, command in (("shared", ["-D", self.libraries / f"{library}.so"]),
                                   ("static", ["--extern-only", self.libraries / f"{library}.a"])):
                names = self.names(*command)
                self.assertGreater(len(names), 50)
                strange = [name for name in names
                           if not re.match(r"(pipo_|(typeinfo |typeinfo name |vtable )?(for )?pipo::|PIPOPIPETTE_1)", name)]
                self.assertEqual(strange, [])
                shown[library, which] = names
        # The larger library has all symbols of the other one, and the solver.
        for which in ("shared", "static"):
            more = shown["libpipopipette-solver", which] - shown["libpipopipette", which]
            self.assertEqual(shown["libpipopipette", which] - shown["libpipopipette-solver", which], set())
            self.assertTrue(more)
            self.assertEqual([name for name in more if not re.search("pipo::(Solver::|Graph::|solve_graph|Stopped|OutOfTimeWaiting)|^pipo_(solve|try_solve|solve_all|solver_[a-z_]+|graph_[a-z]+(_[a-z]+)?)(@|$)", name)], [])

    def test_the_names_of_the_shared_libraries(self):
        for library in ("libpipopipette", "libpipopipette-solver"):
            said = run("objdump", "-p", self.libraries / f"{library}.so")
            self.assertRegex(said, rf"SONAME\s+{library}\.so\.1\n")

    def test_only_the_solver_needs_tbb(self):
        self.assertNotIn("[libtbb.", run("readelf", "-d", self.libraries / "libpipopipette.so"))
        self.assertIn("[libtbb.", run("readelf", "-d", self.libraries / "libpipopipette-solver.so"))
        self.assertNotIn("-ltbb", self.flags("--libs", "--static"))
        self.assertNotIn("-ltbb", self.flags("--libs", library="pipopipette-solver"))

    def test_no_path_of_the_build_is_left_in_it(self):
        for path in self.prefix.rglob("*"):
            if path.suffix in (".cmake", ".pc", ".hpp", ".h"):
                self.assertNotIn(str(BUILD), path.read_text(), path)
                self.assertNotIn(str(SOURCE), path.read_text(), path)

    def check_program(self, name, *arguments, **options):
        program = self.build(name, (HERE / name).read_text(), **options)
        self.run_program(program, *arguments)
        if shutil.which("valgrind") and name.endswith(".c"):
            run("valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full", program, *arguments,
                cwd=self.folder, env=self.environment)

    def test_misuse_of_c(self):
        self.check_program("misuse.c")
        self.check_program("misuse_of_games.c")

    def test_forks(self):
        # Runs without valgrind, which reports the stacks of the parent's threads as leaks of the child.
        self.run_program(self.build("forks.c", (HERE / "forks.c").read_text()))

    def test_errors_of_cpp(self):
        self.check_program("errors.cpp")

    def test_the_solver(self):
        for static in (False, True):
            with self.subTest(static=static):
                self.check_program("solver.cpp", library="pipopipette-solver", static=static)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
