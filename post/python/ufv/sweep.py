"""Sweeps of ufv-sweep: computed, and read."""
import numbers
import os
import subprocess
import sys

import pandas

from ufv import programs
from ufv.errors import FileError, read_object, reading
from ufv.results import Results

LISTS = ("alpha", "beta", "mach", "reynolds", "target_cl")


class Sweep:
    """The folder of a sweep. table: a row for each point; hints: sentences."""

    def __init__(self, path):
        self.path = os.fspath(path)
        path = os.path.join(self.path, "table.json")
        found = read_object(path)
        if not found.get("points"):
            raise FileError(f"{path}: holds no points; ufv-sweep {self.path} --table writes it anew")
        with reading(path):
            self.table, self.hints = pandas.DataFrame(found["points"]).set_index("point"), found["hints"]

    def results(self, point):
        """The Results of a point, by its name in the table."""
        return Results(os.path.join(self.path, "points", point))


def _as_list(values):
    return [values] if isinstance(values, numbers.Real) else values


def _written(path):
    """What changes when a file is replaced; None: there is none."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


def sweep(case, packs, out, settings=None, options=(), **lists):
    """Computes points, each from the nearest one that is done, and goes on with an interrupted sweep; the Sweep. lists:
    alpha=[0, 1, 2], mach=0.7, beta=..., reynolds=..., target_cl=...; options: further words of ufv-sweep. Points that
    fail are in the table with their reason, those that have not converged with the state "unconverged"."""
    table = os.path.join(out, "table.json")
    before = _written(table)
    words = [programs.as_path(case), "--packs", programs.as_path(packs), "--out", programs.as_path(out), *options]
    for name, values in lists.items():
        if name not in LISTS:
            raise TypeError(f"{name}: no list of a sweep; lists are {', '.join(LISTS)}")
        words += ["--" + name.replace("_", "-"), " ".join(repr(float(v)) for v in _as_list(values))]
    for key, value in (settings or {}).items():
        words += ["--set", f"{key}={value}"]
    environment = {**os.environ, "UFV_BIN": os.path.dirname(programs.find("ufv-solve"))}
    done = subprocess.run([sys.executable, "-m", "ufv_sweep", *words, "--quiet", "--no-plots"], stderr=subprocess.PIPE,
                          text=True, env=environment)
    # A sweep with points that failed or have not converged ends with status 4 or 5, and has written its table.
    if done.returncode not in (0, 4, 5) or _written(table) in (None, before if done.returncode else None):
        raise programs.ProgramError((done.stderr.strip().splitlines() or ["ufv-sweep failed"])[-1], done.returncode)
    return Sweep(out)
