#!/usr/bin/env python3
# %% [markdown]
# # A value model for 3x3, learnt from its table
#
# A small network of two layers, in numpy alone, learns the value of positions from what stands in
# the table, and is then held against the table on positions it has not seen. What a constant gets,
# the best one for each number of drawn edges, stands beside it, so that the figures mean something.
#
#     pipo --tables tables generate 3x3
#     python3 examples/python/train_value_model.py tables
#
# The file runs as a script, and cell by cell where `# %%` begins one.

# %%
import argparse
import time

import numpy as np
import pipopipette

parser = argparse.ArgumentParser()
parser.add_argument("tables", nargs="*", default=["tables"], help="folders of tables")
parser.add_argument("--layers", type=int, nargs=2, default=[10, 20], metavar=("FIRST", "LAST"))
parser.add_argument("--epochs", type=int, default=30)
parser.add_argument("--seed", type=int, default=1)
asked = parser.parse_args()

BOARD = "3x3"
ROWS = COLUMNS = 3
BOXES = ROWS * COLUMNS
names = pipopipette.edge_names(BOARD)
random = np.random.default_rng(asked.seed)

# %% [markdown]
# ## Positions
#
# Mirror images are mostly stored once, so a position and its image do not stand on both sides of the
# division into learnt and held out (on a square board an image in the diagonal may).

# %%
with pipopipette.Tables(*asked.tables) as tables:
    drawn, values = tables.to_arrays(BOARD, layers=range(asked.layers[0], asked.layers[1] + 1))
order = random.permutation(len(drawn))
drawn, values = drawn[order], values[order].astype(np.float32)
bits = pipopipette.to_bits(drawn, BOARD)
print(f"{len(drawn)} stored positions of {BOARD} with {asked.layers[0]} to {asked.layers[1]} edges drawn")

# %% [markdown]
# ## Features
#
# - every edge, drawn or not;
# - of each box, how many sides are drawn;
# - chains: boxes with two open sides are joined where they share one. How many groups of each size
#   there are decides who has to open the first long one, so their parities are features as well.

# %%
index = {name: edge for edge, name in enumerate(names)}
sides = np.array([[index[f"h{r}.{c}"], index[f"h{r + 1}.{c}"], index[f"v{r}.{c}"], index[f"v{r}.{c + 1}"]]
                  for r in range(ROWS) for c in range(COLUMNS)])
joints = [(a, b, int(np.intersect1d(sides[a], sides[b])[0]))
          for a in range(BOXES) for b in range(a) if len(np.intersect1d(sides[a], sides[b]))]


def chain_sizes(bits, drawn_sides):
    """How many groups of each size 1 to BOXES of boxes with two open sides there are, in each position.

    Each box begins with a label of its own, and neighbours take the lesser label until nothing changes:
    all positions at once, box by box."""
    in_chain = drawn_sides == 2
    label = np.where(in_chain, np.arange(BOXES), BOXES).astype(np.int8)
    for _ in range(BOXES):
        before = label.copy()
        for a, b, edge in joints:
            joined = in_chain[:, a] & in_chain[:, b] & (bits[:, edge] == 0)
            least = np.minimum(label[:, a], label[:, b])
            label[:, a] = np.where(joined, least, label[:, a])
            label[:, b] = np.where(joined, least, label[:, b])
        if (before == label).all():
            break
    size = (label[:, :, None] == np.arange(BOXES)).sum(axis=1)
    return (size[:, :, None] == np.arange(1, BOXES + 1)).sum(axis=1)


def features(bits):
    drawn_sides = bits[:, sides].sum(axis=2)
    chains = chain_sizes(bits, drawn_sides)
    long_chains = chains[:, 2:].sum(axis=1, keepdims=True)
    edges = bits.sum(axis=1, keepdims=True)
    one_hot = drawn_sides[:, :, None] == np.array([0, 1, 2, 4])
    columns = [bits, one_hot.reshape(len(bits), -1), one_hot.sum(axis=1), chains, long_chains,
               chains % 2, long_chains % 2, edges % 2, (edges + long_chains) % 2]
    return np.concatenate(columns, axis=1).astype(np.float32)


started = time.perf_counter()
inputs = features(bits)
held_out = len(inputs) // 10
# What is rarely there keeps its size: divided by its small spread, a single position would outweigh all.
mean, spread = inputs[held_out:].mean(axis=0), np.maximum(inputs[held_out:].std(axis=0), 0.25)
inputs = (inputs - mean) / spread
print(f"{inputs.shape[1]} features a position, {held_out} positions held out")

# %% [markdown]
# ## The network and its training
#
# inputs -> 96 -> 32 -> value, rectified; the Huber loss; Adam written out, with a falling step.

# %%
WIDTHS = [inputs.shape[1], 96, 32, 1]
weights = []
for a, b in zip(WIDTHS, WIDTHS[1:]):
    weights += [random.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32), np.zeros(b, np.float32)]
moments = [np.zeros_like(w) for w in weights]
squares = [np.zeros_like(w) for w in weights]


def forward(x):
    """The output of each layer, the last being the values."""
    layers = [x]
    for i in range(0, len(weights), 2):
        x = x @ weights[i] + weights[i + 1]
        if i + 2 < len(weights):
            x = np.maximum(x, 0)
        layers.append(x)
    return layers


def gradients(x, y):
    layers = forward(x)
    back = np.clip(layers[-1][:, 0] - y, -1, 1)[:, None] / np.float32(len(y))
    found = []
    for i in range(len(weights) - 2, -1, -2):
        below = layers[i // 2]
        found = [below.T @ back, back.sum(axis=0), *found]
        back = (back @ weights[i].T) * (below > 0)
    return found


BATCH = 256
steps = asked.epochs * ((len(inputs) - held_out) // BATCH)
step = 0
for epoch in range(asked.epochs):
    shuffled = held_out + random.permutation(len(inputs) - held_out)
    for first in range(0, len(shuffled) - BATCH + 1, BATCH):
        batch = shuffled[first:first + BATCH]
        step += 1
        rate = np.float32(0.003 * (1 - step / (steps + 1)))
        for w, m, s, g in zip(weights, moments, squares, gradients(inputs[batch], values[batch])):
            m += np.float32(0.1) * (g - m)
            s += np.float32(0.001) * (g * g - s)
            w -= rate * (m / np.float32(1 - 0.9**step)) / (np.sqrt(s / np.float32(1 - 0.999**step)) + np.float32(1e-8))

# %% [markdown]
# ## How good is it?
#
# A margin has the parity of the number of boxes left, which everybody can count: so a guess is
# rounded to the nearest number of that parity before it is called exact or not.

# %%
left = BOXES - (bits[:, sides].sum(axis=2) == 4).sum(axis=1)


def report(name, guess, truth, left):
    rounded = 2 * np.rint((guess - left % 2) / 2) + left % 2
    print(f"{name:<28} mean absolute error {np.abs(guess - truth).mean():.3f}   exact {(rounded == truth).mean():6.1%}")


truth = values[:held_out]
layer = bits.sum(axis=1)
medians = {n: np.median(values[held_out:][layer[held_out:] == n]) for n in np.unique(layer)}
constant = np.array([medians[n] for n in layer[:held_out]])
print(f"on {held_out} positions held out:")
report("a constant", np.full(held_out, np.median(values[held_out:])), truth, left[:held_out])
report("a constant for each layer", constant, truth, left[:held_out])
report("the network", forward(inputs[:held_out])[-1][:, 0], truth, left[:held_out])
report("(on what it learnt from)", forward(inputs[held_out:])[-1][:, 0], values[held_out:], left[held_out:])
print(f"{time.perf_counter() - started:.1f} s")
