"""The recipes of other package managers agree with the build: version, options, libraries.

    recipes_test.py CMAKE

None of these managers is needed. The functions that vcpkg and Conan provide are replaced by ones that note their calls.
"""

import ast
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

CMAKE, = sys.argv[1:]
ROOT = pathlib.Path(__file__).resolve().parents[2]
RECIPES = ROOT / "packaging"
BUILD = (ROOT / "CMakeLists.txt").read_text()
VERSION = re.search(r'PIPOPIPETTE_VERSION "(.*)"', (ROOT / "probe/include/pipopipette/version.h").read_text()).group(1)
# The names of the build for a library, of vcpkg, of Conan and of Homebrew. Only the program needs those without names.
LIBRARIES = {
    "TBB": ("tbb", "onetbb", "tbb"), "Boost": ("boost-sort", "boost", "boost"), "fmt": ("fmt", "fmt", "fmt"),
    "nlohmann_json": ("nlohmann-json", "nlohmann_json", "nlohmann-json"), "libzstd": ("zstd", "zstd", "zstd"),
    "libxxhash": ("xxhash", "xxhash", "xxhash"), "libhwy": ("highway", "highway", "highway"),
    "ZLIB": (None, None, "zlib"), "nettle": (None, None, "nettle"), "CLI11": (None, None, "cli11"),
}


def of_manager(number):
    return {names[number] for names in LIBRARIES.values() if names[number]}


class Recipes(unittest.TestCase):
    def assert_known(self, options):
        """Every option that a recipe sets is one of the build."""
        known = set(re.findall(r"(?:option|set)\((PIPO_\w+)", BUILD + (ROOT / "python/CMakeLists.txt").read_text()))
        self.assertGreater(len(options), 2)
        self.assertEqual(set(options) - known, set())

    def test_the_libraries_of_the_build(self):
        found = set(re.findall(r"find_package\((\w+)", BUILD)) - {"Threads", "PkgConfig", "GTest", "benchmark"}
        found |= set(re.findall(r"pkg_check_modules\(\w+ REQUIRED IMPORTED_TARGET (\w+)", BUILD))
        self.assertEqual(found, LIBRARIES.keys())

    def test_vcpkg(self):
        port = json.loads((RECIPES / "vcpkg/vcpkg.json").read_text())
        self.assertEqual(port["version-semver"], VERSION)
        self.assertEqual({one for one in port["dependencies"] if isinstance(one, str)}, of_manager(0))
        functions = set(re.findall(r"^(vcpkg_\w+)", (RECIPES / "vcpkg/portfile.cmake").read_text(), re.MULTILINE))
        stubs = "".join(f'function({name})\nmessage("{name};${{ARGN}}")\nendfunction()\n' for name in functions)
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "script.cmake"
            script.write_text(f"set(CURRENT_PACKAGES_DIR {folder}/packages)\n{stubs}include({RECIPES}/vcpkg/portfile.cmake)\n")
            done = subprocess.run([CMAKE, "-P", script], check=True, capture_output=True, text=True)
        calls = {line.split(";")[0]: line.split(";")[1:] for line in done.stderr.splitlines()}
        self.assertEqual(calls.keys(), functions)
        configured = calls["vcpkg_cmake_configure"]
        self.assertTrue(pathlib.Path(configured[1], "CMakeLists.txt").resolve().samefile(ROOT / "CMakeLists.txt"))
        self.assert_known([option[2:].split("=")[0] for option in configured[3:]])
        self.assertTrue(pathlib.Path(calls["vcpkg_install_copyright"][1]).is_file())

    def test_conan(self):
        recipe = conan_recipe()
        made = recipe()
        made.recipe_folder = str(RECIPES / "conan")
        made.set_version()
        self.assertEqual(made.version, VERSION)
        required = []
        made.requires = lambda name, **_: required.append(name.split("/")[0])
        made.requirements()
        self.assertEqual(set(required), of_manager(1))
        made.generate()
        self.assert_known(list(TOOLCHAIN.cache_variables))
        # The copied files include every folder that the build without the program adds.
        with tempfile.TemporaryDirectory() as folder:
            made.export_sources_folder = folder
            made.export_sources()
            for name in re.findall(r"add_subdirectory\((\w+)\)", BUILD.split("if(PIPO_BUILD_PROGRAM OR PIPO_BUILD_MODULE)\n  add_subdirectory")[0]):
                self.assertTrue(pathlib.Path(folder, name, "CMakeLists.txt").is_file(), name)
        ast.parse((RECIPES / "conan/test_package/conanfile.py").read_text())

    def test_homebrew(self):
        text = (RECIPES / "homebrew/pipopipette.rb.in").read_text()
        self.assertEqual(set(re.findall(r'depends_on "([^"]+)"', text)) - {"cmake", "ninja", "pkgconf", "python@3.13"}, of_manager(2))
        self.assert_known(re.findall(r"-D(PIPO_\w+)", text))
        if shutil.which("ruby"):
            subprocess.run(["ruby", "-c", RECIPES / "homebrew/pipopipette.rb.in"], check=True, stdout=subprocess.DEVNULL)

    def test_codemeta(self):
        about = json.loads((ROOT / "codemeta.json").read_text())
        newest, date = re.search(r"^## (\d\S*) \((\S+)\)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE).groups()
        self.assertEqual((about["version"], about["dateModified"]), (newest, date))

    def test_scripts_of_the_workflows(self):
        """Every script of the workflows exists, and gets arguments that it knows."""
        usage = (ROOT / "scripts/check.sh").read_text()
        for workflow in sorted((ROOT / ".github/workflows").glob("*.yml")):
            for script, argument in re.findall(r"(?:run: |\s)\./(scripts/[\w.-]+)(?: ([a-z]+))?", workflow.read_text()):
                self.assertTrue((ROOT / script).is_file(), (workflow.name, script))
                if script == "scripts/check.sh" and argument:
                    self.assertTrue(f"\n  {argument})" in usage, (workflow.name, argument))


class Toolchain:
    def __init__(self, _):
        global TOOLCHAIN
        TOOLCHAIN = self
        self.cache_variables = {}

    def generate(self):
        pass


def copy(_, pattern, source, target):
    for path in pathlib.Path(source).glob(pattern):
        to = pathlib.Path(target) / path.relative_to(source)
        to.parent.mkdir(exist_ok=True)
        (shutil.copytree if path.is_dir() else shutil.copy)(path, to)


def conan_recipe():
    """Returns the class of conanfile.py, with a module `conan` that has what the class uses."""
    names = {"conan": {"ConanFile": object}, "conan.errors": {"ConanInvalidConfiguration": Exception}, "conan.tools": {},
             "conan.tools.build": {"check_min_cppstd": None}, "conan.tools.cmake": {"CMake": None, "CMakeToolchain": Toolchain, "cmake_layout": None},
             "conan.tools.files": {"copy": copy, "load": lambda _, path: pathlib.Path(path).read_text()}}
    for name, members in names.items():
        module = types.ModuleType(name)
        vars(module).update(members)
        sys.modules[name] = module
    found = {"__name__": "conanfile"}
    exec(compile((RECIPES / "conan/conanfile.py").read_text(), "conanfile.py", "exec"), found)
    return found["Pipopipette"]


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
