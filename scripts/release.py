#!/usr/bin/env python3
"""Makes the folder of a release from the last commit and from what was built of it.

    scripts/release.py release --tag v1.0.0 --parts build/deb --home https://... --url https://.../v1.0.0

The folder then has

    pipopipette-VERSION.tar.gz    the sources, as git archives them
    the files in --parts          Debian packages, wheels, packages for npm
    labels-5x5.txt.xz             positions with the values of their moves, to train on (docs/dataset.md)
    pipopipette.rb                the Homebrew formula, with the address and checksum of the sources
    sbom.spdx.json                what the programs are made of (SPDX 2.3)
    NOTES.md                      the section of CHANGELOG.md
    SHA256SUMS                    of all of these

Refuses a tag that is not the version of the sources, and sources with changes since the last commit.
"""
import argparse
import datetime
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The Debian packages of what the programs and libraries are built with, and the licences of these.
PARTS = {
    "libboost-dev": "BSL-1.0", "libcli11-dev": "BSD-3-Clause", "libfmt-dev": "MIT", "libhwy-dev": "Apache-2.0 OR BSD-3-Clause",
    "nlohmann-json3-dev": "MIT", "nettle-dev": "LGPL-3.0-or-later OR GPL-2.0-or-later", "libtbb-dev": "Apache-2.0", "libxxhash-dev": "BSD-2-Clause",
    "zlib1g-dev": "Zlib", "libzstd-dev": "BSD-3-Clause OR GPL-2.0-only", "pybind11-dev": "BSD-3-Clause",
}


class Refused(Exception):
    """The reason why this cannot be released."""


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], check=True, capture_output=True).stdout


def version():
    return re.search(r'PIPOPIPETTE_VERSION "(.*)"', (ROOT / "probe/include/pipopipette/version.h").read_text()).group(1)


def notes(of):
    """Returns the section of CHANGELOG.md on a version."""
    found = re.search(rf"^## {re.escape(of)} \(.*?\)\n(.*?)(?=^## |\Z)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE | re.DOTALL)
    if not found:
        raise Refused(f"CHANGELOG.md has no section on {of}")
    return found.group(1).strip() + "\n"


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def installed_version(package):
    done = subprocess.run(["dpkg-query", "--show", "--showformat=${Version}", package], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Refused(f"{package} is not installed, so its version is unknown; run scripts/install-packages.sh mpi python")
    return done.stdout


def sbom(of, home, source):
    """Returns the parts of the programs as SPDX. The date is that of the commit, so that the same commit gives the same file."""
    when = datetime.datetime.fromtimestamp(int(git("log", "-1", "--format=%ct")), datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    own = {"SPDXID": "SPDXRef-Pipopipette", "name": "pipopipette", "versionInfo": of, "downloadLocation": home or "NOASSERTION",
           "filesAnalyzed": False, "licenseConcluded": "MIT", "licenseDeclared": "MIT",
           "copyrightText": "Copyright (c) 2026 The Pipopipette authors",
           "checksums": [{"algorithm": "SHA256", "checksumValue": sha256(source)}],
           "sourceInfo": f"commit {git('rev-parse', 'HEAD').decode().strip()}"}
    others = []
    for package, licence in PARTS.items():
        built_with = installed_version(package)
        others.append({"SPDXID": f"SPDXRef-{package}", "name": package, "versionInfo": built_with, "downloadLocation": "NOASSERTION",
                       "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION",
                       "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                         "referenceLocator": f"pkg:deb/debian/{package}@{built_with}"}]})
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"])] + [(own["SPDXID"], "DEPENDS_ON", one["SPDXID"]) for one in others]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"pipopipette-{of}",
            "documentNamespace": f"{home or 'https://pipopipette.invalid'}/spdx/{of}-{sha256(source)[:16]}",
            "creationInfo": {"created": when, "creators": ["Tool: release.py"]}, "packages": [own, *others],
            "relationships": [dict(zip(("spdxElementId", "relationshipType", "relatedSpdxElement"), one)) for one in relations]}


def formula(of, home, url, source):
    text = (ROOT / "packaging/homebrew/pipopipette.rb.in").read_text()
    for name, value in (("HOME", home), ("URL", f"{url}/{source.name}"), ("VERSION", of), ("SHA256", sha256(source))):
        text = text.replace(f"@{name}@", value)
    return text


def release(asked):
    of = version()
    if asked.tag and asked.tag != f"v{of}":
        raise Refused(f"the tag {asked.tag} is not v{of}, the version of the sources")
    if git("status", "--porcelain", "--untracked-files=no").strip():
        raise Refused("files were changed since the last commit; commit them")
    if asked.folder.exists():
        raise Refused(f"{asked.folder}: exists already; remove it")
    text = notes(of)
    asked.folder.mkdir(parents=True)
    source = asked.folder / f"pipopipette-{of}.tar.gz"
    with gzip.GzipFile(source, "wb", mtime=0) as packed:
        packed.write(git("archive", f"--prefix=pipopipette-{of}/", "HEAD"))
    for part in sorted(path for folder in asked.parts for path in folder.iterdir() if path.suffix in (".deb", ".whl", ".gz", ".tgz")):
        shutil.copy(part, asked.folder)
    shutil.copy(ROOT / "reference/labels/5x5.txt.xz", asked.folder / "labels-5x5.txt.xz")
    (asked.folder / "pipopipette.rb").write_text(formula(of, asked.home, asked.url, source))
    (asked.folder / "sbom.spdx.json").write_text(json.dumps(sbom(of, asked.home, source), indent=1) + "\n")
    (asked.folder / "NOTES.md").write_text(text)
    files = sorted(asked.folder.iterdir())
    (asked.folder / "SHA256SUMS").write_text("".join(f"{sha256(file)}  {file.name}\n" for file in files))
    print(f"{asked.folder}: {len(files) + 1} files")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tag", help="refuse another version than that of this tag, v1.0.0")
    parser.add_argument("--parts", type=Path, action="append", default=[], help="a folder of packages and wheels")
    parser.add_argument("--home", default="", help="the address of the project")
    parser.add_argument("--url", default="", help="the address below which the files will be found")
    try:
        release(parser.parse_args())
    except Refused as error:
        sys.exit(f"release.py: {error}")


if __name__ == "__main__":
    main()
