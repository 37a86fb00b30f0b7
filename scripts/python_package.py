#!/usr/bin/env python3
"""Makes the sdist and the wheel of the Python package without scikit-build-core, with the same CMake steps.

    scripts/python_package.py sdist DIR            the files of the last commit
    scripts/python_package.py wheel DIR [SOURCES]  of these sources (default: of this folder)

`pip wheel .` does the same where scikit-build-core is available; pyproject.toml describes both. Prints the file made.
"""
import argparse
import base64
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", 315532800))  # 1980, the first year of a zip file


class Project:
    """The settings of pyproject.toml in a folder of sources."""

    def __init__(self, sources):
        text = (sources / "pyproject.toml").read_text(encoding="utf-8")
        parsed = tomllib.loads(text)
        self.sources = sources
        self.about = parsed["project"]
        self.build = parsed["tool"]["scikit-build"]
        found = self.build["metadata"]["version"]
        version = re.search(found["regex"], (sources / found["input"]).read_text(encoding="utf-8"))["value"]
        # Python packages write 1.0.0-rc1 as 1.0.0rc1 (PEP 440).
        self.version = re.sub(r"-(a|b|rc)", r"\1", version)
        self.stem = f"{self.about['name']}-{self.version}"

    def metadata(self):
        about = self.about
        lines = ["Metadata-Version: 2.1", f"Name: {about['name']}", f"Version: {self.version}", f"Summary: {about['description']}",
                 f"License: {about['license']['text']}", f"Requires-Python: {about['requires-python']}"]
        lines += [f"Classifier: {one}" for one in about["classifiers"]]
        lines += [f"Requires-Dist: {one}" for one in about["dependencies"]]
        lines += ["Description-Content-Type: text/markdown", "", (self.sources / about["readme"]).read_text(encoding="utf-8")]
        return "\n".join(lines)


def make_sdist(project, folder):
    archive = subprocess.run(["git", "-C", project.sources, "archive", f"--prefix={project.stem}/", "HEAD"], check=True,
                             capture_output=True).stdout
    target = folder / f"{project.stem}.tar.gz"
    metadata = project.metadata().encode()
    with tarfile.open(fileobj=io.BytesIO(archive)) as files, gzip.GzipFile(target, "wb", mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as out:
        for one in files:
            out.addfile(one, files.extractfile(one) if one.isfile() else None)
        information = tarfile.TarInfo(f"{project.stem}/PKG-INFO")
        information.size, information.mtime, information.mode = len(metadata), one.mtime, 0o644
        out.addfile(information, io.BytesIO(metadata))
    return target


def built(project, build, root):
    """Builds the module, and installs it below root."""
    defines = {"CMAKE_BUILD_TYPE": project.build["cmake"]["build-type"], "Python_EXECUTABLE": sys.executable,
               **project.build["cmake"]["define"]}
    subprocess.run(["cmake", "-G", "Ninja", "-S", project.sources, "-B", build, "--log-level=WARNING",
                    *(f"-D{name}={value}" for name, value in defines.items())], check=True, stdout=sys.stderr)
    subprocess.run(["cmake", "--build", build, "--parallel", str(os.cpu_count()), "--target", *project.build["build"]["targets"]],
                   check=True, stdout=sys.stderr)
    for component in project.build["install"]["components"]:
        subprocess.run(["cmake", "--install", build, "--prefix", root, "--component", component, "--strip"], check=True,
                       stdout=sys.stderr)


def make_wheel(project, folder):
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{re.sub('[.-]', '_', sysconfig.get_platform())}"
    about = f"{project.stem}.dist-info"
    target = folder / f"{project.stem}-{tag}.whl"
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "root"
        # Below the sources, so that a compiler cache sees the same paths as in other builds.
        build = project.sources / "build" / "wheel"
        built(project, build, root)
        (root / about).mkdir()
        (root / about / "METADATA").write_text(project.metadata(), encoding="utf-8")
        (root / about / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: python_package.py\nRoot-Is-Purelib: false\nTag: {tag}\n",
                                            encoding="utf-8")
        shutil.copy(project.sources / "LICENSE", root / about / "LICENSE")
        names = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
        record = ""
        for name in names:
            digest = base64.urlsafe_b64encode(hashlib.sha256((root / name).read_bytes()).digest()).decode().rstrip("=")
            record += f"{name},sha256={digest},{(root / name).stat().st_size}\n"
        (root / about / "RECORD").write_text(f"{record}{about}/RECORD,,\n", encoding="utf-8")
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
            for name in [*names, f"{about}/RECORD"]:
                file = zipfile.ZipInfo(name, time.gmtime(EPOCH)[:6])
                file.external_attr = ((0o755 if name.endswith(".so") else 0o644) | 0o100000) << 16
                file.compress_type = zipfile.ZIP_DEFLATED
                wheel.writestr(file, (root / name).read_bytes())
    return target


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("sdist", "wheel"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("sources", type=Path, nargs="?", default=HERE)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    project = Project(asked.sources.resolve())
    print((make_sdist if asked.kind == "sdist" else make_wheel)(project, asked.folder.resolve()))


if __name__ == "__main__":
    main()
