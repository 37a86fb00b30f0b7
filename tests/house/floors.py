"""The floors of the house, from the ground up: a file includes only files of its own floor and of floors before it."""

# A floor is a folder with all that is in it. Where two floors fit a file, the longer name counts.
# A floor may see all floors before it in the list, but for those it is `hidden` from.
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
    "theory",
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
    "solve/include",
    "solve",
    "pipo/words",
    "pipo/game",
    "pipo/io",
    "pipo/asking",
    "pipo/serve",
    "pipo/command",
    "pipo",
    "pipo/mpi",
    "probe/python",
]

# What a floor (and all within it) does not see although it comes before: "codec knows no board",
# "the tables know no theory", "the checks share nothing with what made the tables".
HIDDEN = {
    "probe/codec": ["probe/board", "probe/notation"],
    "probe/space": ["probe/notation"],
    "probe/file": ["probe/notation"],
    "probe/table": ["probe/notation"],
    # It knows boards, and no tables.
    "theory": ["probe/notation", "probe/codec", "probe/space", "probe/file", "probe/table", "probe/c"],
    "generator": ["probe/notation", "probe/c", "theory"],
    "generator/kernels": ["probe/include", "probe/board", "probe/codec", "probe/space", "probe/file", "probe/table"],
    "generator/sweep": ["probe/file", "probe/table"],
    "generator/writer": ["probe/table", "generator/kernels", "generator/half", "generator/seam", "generator/sweep"],
    "verify": ["probe/notation", "generator", "probe/c"],
    # It knows no table, and nothing of how tables are made.
    "search": ["probe/notation", "probe/codec", "probe/space", "probe/file", "probe/table", "probe/c", "generator", "verify"],
    "solve": ["probe/notation", "probe/codec", "probe/file", "probe/c", "verify"],
    "pipo": ["probe/c"],
    # The Python module is made of what all users of the library have.
    "probe/python": ["probe/base", "probe/board", "probe/notation", "probe/codec", "probe/space", "probe/file", "probe/table", "probe/c",
                     "theory", "generator", "verify", "search", "solve", "pipo"],
}

# Headers of the machine or of other libraries that a floor must not let into its headers. Those of
# the folders named include are what users compile: the standard library only.
THIRD_PARTY = ["nlohmann", "fmt", "tbb", "CLI", "zlib.h", "zstd.h", "xxhash.h", "hwy", "httplib.h", "mpi.h"]
STANDARD_ONLY = ["probe/include", "solve/include"]

# Programs of strangers, who include what is installed, in angle brackets.
OUTSIDE = ["tests/library"]

# The oracles of the tests share no code with what they check.
ALONE = ["tests/oracle"]
