"""The floors of the house, from the ground up: a file includes only files of its own floor and of floors before it."""

# A floor is a folder with all that is in it. Where two floors fit a file, the longer name counts.
# A floor may see all floors before it in the list, but for those it is `hidden` from.
FLOORS = [
    "probe/include",
    "probe/base",
    "probe/board",
    "probe/notation",
    "probe/endgame",
    "probe/codec",
    "probe/space",
    "probe/file",
    "probe/table",
    "probe/c",
    "generator/kernels",
    "generator/half",
    "generator/seam",
    "generator/sweep",
    "generator/writer",
    "generator/plan",
    "generator/run",
    "generator/cluster",
    "verify",
    "search",
    "solve",
    "pipo/words",
    "pipo/game",
    "pipo/io",
    "pipo/serve",
    "pipo/command",
    "pipo",
    "pipo/mpi",
    "probe/python",
]

# What a floor (and all within it) does not see although it comes before: "codec knows no board",
# "the tables know no theory", "the checks share nothing with what made the tables".
HIDDEN = {
    "probe/codec": ["probe/board", "probe/notation", "probe/endgame"],
    "probe/space": ["probe/notation", "probe/endgame"],
    "probe/file": ["probe/notation", "probe/endgame"],
    "probe/table": ["probe/notation", "probe/endgame"],
    "probe/c": ["probe/endgame"],
    "generator": ["probe/notation", "probe/endgame", "probe/c"],
    "generator/kernels": ["probe/include", "probe/board", "probe/notation", "probe/endgame", "probe/codec", "probe/space", "probe/file", "probe/table"],
    "generator/sweep": ["probe/file", "probe/table"],
    "generator/writer": ["probe/table", "generator/kernels", "generator/half", "generator/seam", "generator/sweep"],
    "verify": ["probe/notation", "generator", "probe/c"],
    # It knows no table, and nothing of how tables are made.
    "search": ["probe/notation", "probe/codec", "probe/space", "probe/file", "probe/table", "probe/c", "generator", "verify"],
    "solve": ["probe/notation", "probe/codec", "probe/file", "probe/c", "verify"],
    "pipo": ["probe/c"],
    # The Python module is made of what all users of the library have.
    "probe/python": ["probe/base", "probe/board", "probe/notation", "probe/endgame", "probe/codec", "probe/space", "probe/file", "probe/table", "probe/c",
                     "generator", "verify", "search", "solve", "pipo"],
}

# Headers of the machine or of other libraries that a floor must not let into its headers. Those of
# probe/include are what users compile: the standard library only.
THIRD_PARTY = ["nlohmann", "fmt", "tbb", "CLI", "zlib.h", "zstd.h", "xxhash.h", "hwy", "boost/asio", "boost/beast", "mpi.h"]
STANDARD_ONLY = ["probe/include"]

# Programs of strangers, who include what is installed, in angle brackets.
OUTSIDE = ["tests/library"]

# The oracles of the tests share no code with what they check.
ALONE = ["tests/oracle"]
