#!/usr/bin/env python3
"""Trains the networks of the heuristic initialisation of the solver; crates/learn/README.md tells what they see.

    tsumugi-lab train examples --out examples.bin
    scripts/train_guess.py examples.bin --out crates/tsume/weights/guess.weights

Needs NumPy and PyTorch; with a GPU it takes a minute, without one some hours.
"""

import argparse
import struct
import time

import numpy as np
import torch
from torch import nn

# As in crates/tsume/src/learned/network.rs.
MAGIC = b"tsumugi guess weights 3\n"
WIDTH, OUTPUTS, ONE, UNIT = 32, 4, 64, 256
HIDDEN = WIDTH - OUTPUTS
# As in crates/learn/src/examples.rs.
MOST_ROWS, NO_ROW = 56, 65535
RECORD = np.dtype([("flags", "u1"), ("left", "u1"), ("expansions", "<u2"), ("pn", "<u2"), ("dn", "<u2"),
                   ("rows", "<u2", (MOST_ROWS,))])
# Rows of the network after a check, and after a reply; `train examples` prints them.
ROWS = (5713, 5585)

# The largest target: that of what is solved the other way. The logarithm of the expansions spent on what stays open.
MOST = 9.0
# Rows met less often than this say nothing: they stay zero.
LEAST = 50
BATCH = 16384


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("examples", nargs="+", help="files written by `tsumugi-lab train examples`")
    parser.add_argument("--out", required=True, help="write the weights here")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--rate", type=float, default=2e-3, help="the largest learning rate")
    parser.add_argument("--drop", type=float, default=0.05, help="part of the rows left out at random in each step")
    parser.add_argument("--shape", default="0.8,0.4,0.7,1.0",
                        help="a guess is 2 to the power of slope × logarithm + offset: without and with a limit of plies")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Data:
    """The positions of one network: their rows, targets, and which pair of outputs is meant."""

    def __init__(self, records, side, device):
        records = records[(records["flags"] & 1) == side]
        self.rows = ROWS[side]
        rows = records["rows"].astype(np.int32)
        rows[rows == NO_ROW] = self.rows
        rare = np.bincount(rows.ravel(), minlength=self.rows + 1) < LEAST
        rows = np.where(rare[rows], self.rows, rows).astype(np.int32)
        mate, none = (records["flags"] & 2) != 0, (records["flags"] & 4) != 0
        logarithm = lambda name: np.log2(np.maximum(records[name], 1).astype(np.float32))
        work = np.minimum(logarithm("expansions"), MOST)
        # Of what is open the numbers say which way is nearer.
        nearer = (logarithm("pn") - logarithm("dn")) / 2
        pn = np.where(mate, work, np.where(none, MOST, np.clip(work + nearer, 0, MOST)))
        dn = np.where(none, work, np.where(mate, MOST, np.clip(work - nearer, 0, MOST)))
        limited = records["left"] != 255
        held_out = (records["flags"] & 8) != 0
        tensor = lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(device)
        parts = [rows, np.stack([pn, dn], 1).astype(np.float32), limited.astype(np.int64)]
        self.train = [tensor(part[~held_out]) for part in parts]
        self.held_out = [tensor(part[held_out]) for part in parts]
        self.rare = tensor(rare)


class Network(nn.Module):
    """The sum of rows is the hidden layer and, in its first places, a part of the outputs."""

    def __init__(self, data):
        super().__init__()
        self.padding = data.rows
        self.rows = nn.EmbeddingBag(data.rows + 1, WIDTH, mode="sum", padding_idx=data.rows)
        with torch.no_grad():
            self.rows.weight.normal_(0, 0.05)
            self.rows.weight[:, :OUTPUTS] = 0
            self.rows.weight[data.rare.to(self.rows.weight.device)] = 0
            self.rows.weight[data.rows] = 0
        bias = torch.full((WIDTH,), 0.4)
        bias[:OUTPUTS] = 5.0
        self.bias = nn.Parameter(bias)
        self.weights = nn.Linear(HIDDEN, OUTPUTS, bias=False)

    def forward(self, rows, limited):
        sums = self.rows(rows) + self.bias
        outputs = sums[:, :OUTPUTS] + self.weights(sums[:, OUTPUTS:].clamp(0, 1))
        return outputs.view(-1, 2, 2)[torch.arange(len(rows), device=rows.device), limited]


def train(data, args, device):
    torch.manual_seed(args.seed)
    network = Network(data).to(device)
    optimiser = torch.optim.Adam(network.parameters(), lr=args.rate)
    rows, targets, limited = data.train
    steps = args.epochs * (len(rows) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, max_lr=args.rate, total_steps=steps + 1, pct_start=0.1, final_div_factor=100)
    # A byte holds no more.
    most = 127 / ONE
    began, total = time.time(), 0.0
    for epoch in range(args.epochs):
        order = torch.randperm(len(rows), device=device)
        total = torch.zeros((), device=device)
        for at in range(0, len(rows) - BATCH + 1, BATCH):
            some = order[at:at + BATCH]
            seen = rows[some]
            if args.drop:
                seen = torch.where(torch.rand(seen.shape, device=device) < args.drop, network.padding, seen)
            loss = ((network(seen, limited[some]) - targets[some]) ** 2).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            with torch.no_grad():
                network.rows.weight.clamp_(-most, most)
            total += loss.detach()
    errors = judge(network, data)
    loss = total.item() / max(1, len(rows) // BATCH)
    print(f"  {len(rows)} positions, {time.time() - began:.0f} s, loss {loss:.3f}; held out {errors}", flush=True)
    return network


def judge(network, data):
    """Mean square errors and correlations of pn and dn on what was held out, without and with a limit of plies."""
    rows, targets, limited = data.held_out
    with torch.no_grad():
        parts = [network(rows[at:at + BATCH], limited[at:at + BATCH]) for at in range(0, len(rows), BATCH)]
        outputs = torch.cat(parts)
    said = []
    for limit in (0, 1):
        for number in (0, 1):
            here = limited == limit
            x, y = outputs[here][:, number], targets[here][:, number]
            r = torch.corrcoef(torch.stack([x, y]))[0, 1].item()
            said.append(f"{((x - y) ** 2).mean().item():.3f} (r {r:.3f})")
    return ", ".join(said)


def to_bytes(network, shape):
    """As crates/tsume/src/learned/weights.rs reads it."""
    array = lambda tensor: tensor.detach().cpu().double().numpy().copy()
    rows, bias, hidden = array(network.rows.weight)[:-1], array(network.bias), array(network.weights.weight)
    for output in range(OUTPUTS):
        slope, offset = shape[2 * (output // 2):2 * (output // 2) + 2]
        rows[:, output] *= slope
        bias[output] = bias[output] * slope + offset
        hidden[output] *= slope
    weights = np.zeros((OUTPUTS, WIDTH))
    weights[:, OUTPUTS:] = hidden
    words = np.concatenate([[np.round(bias * ONE)], np.round(weights * UNIT)])
    assert np.abs(words).max() < 1 << 15
    return np.clip(np.round(rows * ONE), -127, 127).astype("i1").tobytes() + words.astype("<i2").tobytes()


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def main():
    args = parse()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    shape = [float(word) for word in args.shape.split(",")]
    records = np.concatenate([np.fromfile(path, dtype=RECORD) for path in args.examples])
    out = MAGIC
    for side, name in enumerate(["after a check", "after a reply"]):
        print(name)
        out += to_bytes(train(Data(records, side, device), args, device), shape)
    out += struct.pack("<Q", fnv(out))
    with open(args.out, "wb") as file:
        file.write(out)


if __name__ == "__main__":
    main()
