"""The library and the solver as a Conan package: conan create packaging/conan"""

import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load

SOURCES = ("CMakeLists.txt", "LICENSE", "atlas/*", "generator/*", "parallel/*", "probe/*", "search/*", "solve/*", "theory/*")


class Pipopipette(ConanFile):
    name = "pipopipette"
    description = "Complete tablebases for Dots-and-Boxes: the library, and the solver"
    license = "MIT"
    topics = ("dots-and-boxes", "tablebase", "game-solving")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}
    generators = "CMakeDeps", "PkgConfigDeps"

    @property
    def root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self.root, "probe/include/pipopipette/version.h"))
        self.version = header.split('PIPOPIPETTE_VERSION "')[1].split('"')[0]

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, self.root, self.export_sources_folder)

    def requirements(self):
        self.requires("boost/[>=1.74]", options={"header_only": True})
        self.requires("fmt/[>=9]")
        self.requires("highway/[>=1.0]")
        self.requires("nlohmann_json/[>=3.11]")
        self.requires("onetbb/[>=2021]")
        self.requires("xxhash/[>=0.8]")
        self.requires("zstd/[>=1.5]")

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os != "Linux" or self.settings.arch not in ("x86_64", "armv8"):
            raise ConanInvalidConfiguration("Pipopipette needs Linux on x86-64 or aarch64")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("PROGRAM", "PYTHON", "TESTS"):
            toolchain.cache_variables[f"PIPO_BUILD_{part}"] = "OFF"
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "Pipopipette")
        both = {"fmt::fmt", "highway::highway", "xxhash::xxhash", "zstd::zstd", "boost::headers", "nlohmann_json::nlohmann_json"}
        for target, library, needs in (("probe", "pipopipette", both), ("solver", "pipopipette-solver", both | {"onetbb::onetbb"})):
            part = self.cpp_info.components[target]
            part.set_property("cmake_target_name", f"Pipopipette::{target}")
            part.set_property("pkg_config_name", library)
            part.libs = [library]
            part.requires = sorted(needs)
            part.system_libs = ["pthread", "m"]
