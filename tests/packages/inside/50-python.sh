# Runs the Python example of docs/library.md with the module of the packages.
guide=/usr/share/doc/pipopipette/docs/library.md
pipo generate 3x3
sed --quiet '/^```python$/,/^```$/p' "$guide" | sed '1d;$d' >task.py
python3 task.py | grep --quiet '^value 3 best v2.2$'
python3 -c 'import pipopipette; assert pipopipette.__file__.startswith("/usr/lib/python3/dist-packages/")'
python3 -c 'import pipopipette; assert pipopipette.Tables().answer("4x5:" + 49 * "0").atlas'
python3 -c 'from pipopipette.reference import reference; assert len(reference("4x4")) == 250'
