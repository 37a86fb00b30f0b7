#!/usr/bin/env python3
# %% [markdown]
# # A value model for 3x3, learnt from its table
#
# A small network with two hidden layers, in numpy alone, learns the values of positions from the table.
# Then it is compared with the table on positions that were held out of training. The baseline is the
# best constant for each number of drawn edges.
#
#     pipo --tables tables generate 3x3
#     python3 examples/python/train_value_model.py tables
#
# The file runs as a script, or cell by cell in an editor that knows `# %%`.

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
# Tables store most positions once for all their mirror images, so a held-out position has no image in
# the training set. (On a square board, the image in the diagonal may be there.)

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
# - the number of drawn sides of each box;
# - chains: boxes with two open sides that share an open side belong to one chain. The numbers of chains
#   of each size decide which player must open the first long one, so their parities are features as well.

# %%
index = {name: edge for edge, name in enumerate(names)}
sides = np.array([[index[f"h{r}.{c}"], index[f"h{r + 1}.{c}"], index[f"v{r}.{c}"], index[f"v{r}.{c + 1}"]]
                  for r in range(ROWS) for c in range(COLUMNS)])
joints = [(a, b, int(np.intersect1d(sides[a], sides[b])[0]))
          for a in range(BOXES) for b in range(a) if len(np.intersect1d(sides[a], sides[b]))]


def chain_sizes(bits, drawn_sides):
    """Returns, for each position, the numbers of chains of 1 to BOXES boxes.

    Each box begins with its own label. Neighbours take the smaller label until no label changes, in all
    positions at once."""
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
# The spread is at least 0.25; otherwise rare features with a tiny spread would outweigh all others.
mean, spread = inputs[held_out:].mean(axis=0), np.maximum(inputs[held_out:].std(axis=0), 0.25)
inputs = (inputs - mean) / spread
print(f"{inputs.shape[1]} features a position, {held_out} positions held out")

# %% [markdown]
# ## The network and its training
#
# inputs -> 96 -> 32 -> value with rectified units, the Huber loss, and Adam with a decreasing step size.

# %%
WIDTHS = [inputs.shape[1], 96, 32, 1]
weights = []
for a, b in zip(WIDTHS, WIDTHS[1:]):
    weights += [random.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32), np.zeros(b, np.float32)]
moments = [np.zeros_like(w) for w in weights]
squares = [np.zeros_like(w) for w in weights]


def forward(x):
    """Returns the output of each layer; the last one holds the values."""
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
# A margin has the parity of the number of boxes left. So each guess is rounded to the nearest number of
# that parity before it counts as exact or not.

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
report("(on the training set)", forward(inputs[held_out:])[-1][:, 0], values[held_out:], left[held_out:])
print(f"{time.perf_counter() - started:.1f} s")
