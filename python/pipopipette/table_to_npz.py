"""Writes the stored positions of a table, or of some of its layers, with their values.

    python3 -m pipopipette.table_to_npz --tables tables 3x3 3x3.npz
    python3 -m pipopipette.table_to_npz --tables tables 3x4 --layers 10-14,20 --best late.parquet

A .npz file holds arrays: `drawn` (uint64 masks, bit i for edge i), `values` (int8, the margin for the
player to move), with --best `best` (masks of the best moves), and `board` and `layers`. A .parquet
file, which needs pyarrow, has columns of the same names, except `board` and `layers`, which are in
its metadata. All data is in memory before it is written.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

import pipopipette


def layers_of(text):
    """Parses "3,10-14" as a list of numbers."""
    layers = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        layers += range(int(first), int(last if dash else first) + 1)
    return layers


def write_npz(file, arrays, board, layers):
    np.savez_compressed(file, **arrays, board=board, layers=np.array(layers))


def write_parquet(file, arrays, board, layers):
    table = pyarrow.table(arrays)
    about = {"board": board, "layers": ",".join(map(str, layers))}
    parquet.write_table(table.replace_schema_metadata(about), file)


def arguments():
    parser = argparse.ArgumentParser(prog="table_to_npz", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("table", help='its name: "3x4", "3x4-swedish"')
    parser.add_argument("file", type=Path, help="output file: .npz or .parquet")
    parser.add_argument("--tables", action="append", metavar="DIR", help="a folder of tables (default: PIPO_TABLES, ./tables)")
    parser.add_argument("--layers", type=layers_of, help="numbers of drawn edges, such as 3,10-14 (default: all)")
    parser.add_argument("--best", action="store_true", help="also write the best moves")
    return parser.parse_args()


def main():
    global pyarrow, parquet
    asked = arguments()
    if asked.file.suffix not in (".npz", ".parquet"):
        sys.exit(f"table_to_npz: {asked.file}: the name must end in .npz or .parquet")
    if asked.file.suffix == ".parquet":
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            sys.exit("table_to_npz: parquet needs pyarrow, which this Python does not have; .npz needs only numpy")
    try:
        with pipopipette.Tables(*(asked.tables or [])) as tables:
            layers = list(tables.layers(asked.table)) if asked.layers is None else asked.layers
            columns = tables.to_arrays(asked.table, layers, best=asked.best)
    except pipopipette.Error as error:
        sys.exit(f"table_to_npz: {error}")
    arrays = dict(zip(("drawn", "values", "best"), columns))
    write = write_npz if asked.file.suffix == ".npz" else write_parquet
    write(asked.file, arrays, asked.table.partition("-")[0], layers)
    print(f"{asked.file}: {len(columns[0])} positions of {asked.table}, layers {','.join(map(str, layers))}")


if __name__ == "__main__":
    main()
