#!/usr/bin/env bash
# Makes the sdist of the last commit, makes a wheel of it, installs that into a fresh virtual environment, and runs the
# tests of the Python module there. numpy is the system's, since no package is fetched.
#
#     check_wheel.sh PIPO      the program, which makes the tables of the tests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
pipo=$(realpath "${1?the program}")
folder=$PWD/build/wheel
rm -rf "$folder"
mkdir -p "$folder"
python=/usr/bin/python3

echo "== wheel: sdist"
sdist=$($python -B scripts/python_package.py sdist "$folder")
tar --extract --gzip --file "$sdist" --directory "$folder"
sources=${sdist%.tar.gz}
test -s "$sources/PKG-INFO"

echo "== wheel: wheel"
wheel=$(CCACHE_BASEDIR=$sources $python -B "$sources/scripts/python_package.py" wheel "$folder" "$sources")
echo "$wheel"

echo "== wheel: installed in a virtual environment"
$python -m venv --system-site-packages "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-index --disable-pip-version-check "$wheel"
cd "$folder"
"$folder/venv/bin/python" -c '
import pathlib, sys, pipopipette
folder = pathlib.Path(pipopipette.__file__).resolve()
assert folder.is_relative_to(sys.prefix), folder
tables = pipopipette.Tables()
assert len(tables.found) > 40 and all(one.atlas for one in tables.found)
assert tables.answer("4x5:" + 49 * "0").atlas
assert pipopipette.Solver().solve("4x5:" + 30 * "1" + 19 * "0").method == "search"'
for test in "$sources"/tests/python/*_test.py; do
  echo "$(basename "$test")"
  PIPO_ATLAS='' PIPO_BINARY=$pipo "$folder/venv/bin/python" -B "$test"
done
echo "The sdist gives a wheel, and the module works from it."
