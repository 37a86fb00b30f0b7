"""The floors of the project, the lowest one first: a file includes only files of its own floor and of lower floors."""

# A floor is a folder with its subfolders. If two floors contain a file, the longer name counts.
# A floor may include all floors before it in the list, except those that HIDDEN lists.
FLOORS = [
    "probe/include",
    "probe/base",
    "probe/board",
    "probe/notation",
    "probe/codec",
    "probe/space",
    "probe/file",
    "probe/table",
    "probe/c",
    "parallel",
    "theory",
    "search",
    "generator/kernels",
    "generator/half",
    "generator/seam",
    "generator/sweep",
    "generator/writer",
    "generator/plan",
    "generator/run",
    "generator/cluster",
    "verify",
    "solve/include",
    "solve",
    "solve/c",
    "player",
    "answers",
    "wasm",
    "pipo/io",
    "pipo/game",
    "web",
    "pipo/serve",
    "pipo/command",
    "pipo",
    "pipo/mpi",
    "python",
]

# Lower floors that a floor (with its subfolders) must not include: the codec does not depend on boards, the tables do
# not depend on the theory, and the verifier shares no code with the generator.
HIDDEN = {
    "probe/codec": ["probe/board", "probe/notation"],
    "probe/space": ["probe/notation"],
    "probe/file": ["probe/notation"],
    "probe/table": ["probe/notation"],
    # The theory depends on boards, not on tables.
    "theory": ["probe/notation", "probe/codec", "probe/space", "probe/file", "probe/table", "probe/c"],
    # The searches depend neither on tables nor on the generator.
    "search": ["probe/notation", "probe/codec", "probe/space", "probe/file", "probe/table", "probe/c"],
    "generator": ["probe/notation", "probe/c", "theory", "search"],
    "generator/kernels": ["probe/include", "probe/board", "probe/codec", "probe/space", "probe/file", "probe/table"],
    "generator/sweep": ["probe/file", "probe/table"],
    "generator/writer": ["probe/table", "generator/kernels", "generator/half", "generator/seam", "generator/sweep"],
    "verify": ["probe/notation", "generator", "probe/c"],
    "solve": ["probe/notation", "probe/file", "verify"],
    "player": ["probe/notation", "probe/c", "verify"],
    "answers": ["probe/c", "verify"],
    "wasm": ["probe/c", "verify"],
    "pipo": ["probe/c"],
    # The Python module uses only the public headers.
    "python": ["probe/base", "probe/board", "probe/notation", "probe/codec", "probe/space", "probe/file", "probe/table", "probe/c",
               "parallel", "theory", "search", "generator", "verify", "solve", "player", "answers", "pipo"],
}

# Headers of other libraries, which the public headers must not include. Users compile the folders
# named include, which need only the standard library.
THIRD_PARTY = ["nlohmann", "fmt", "tbb", "CLI", "zlib.h", "zstd.h", "xxhash.h", "hwy", "boost/asio", "boost/beast", "mpi.h"]
STANDARD_ONLY = ["probe/include", "solve/include"]

# Programs that use the installed library include its headers in angle brackets.
OUTSIDE = ["tests/library", "tests/story"]

# The oracles share no code with the code they check.
ALONE = ["tests/oracle"]
