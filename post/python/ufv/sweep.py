"""Sweeps of ufv-sweep: computed, and read."""
import numbers
import os
import subprocess
import sys

import pandas

from ufv import programs
from ufv.errors import FileError, read_object, reading
from ufv.results import Results
from ufv_sweep.files import last_sentence

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


def _as_text(name, values):
    """A list as ufv-sweep takes it, which a text is already."""
    if isinstance(values, (bytes, bytearray)):
        raise TypeError(f"{name}: a number, a list of numbers or a text such as \"0:4:1\" is needed, not {values!r}")
    if isinstance(values, str):
        return values
    return " ".join(repr(float(v)) for v in ([values] if isinstance(values, numbers.Real) else values))


def _written(path):
    """What changes when a file is replaced; None: there is none."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


def sweep(case, packs, out, settings=None, options=(), **lists):
    """Computes points, each from the nearest one that is done, and goes on with an interrupted sweep; the Sweep. lists:
    alpha=[0, 1, 2] or "0:2:1", mach=0.7, beta=..., reynolds=..., target_cl=...; options: further words of
    ufv-sweep. Points that fail are in the table with their reason, those that have not converged with the state
    "unconverged"."""
    table = os.path.join(out, "table.json")
    before = _written(table)
    words = [programs.as_path(case), "--packs", programs.as_path(packs), "--out", programs.as_path(out),
             *programs.as_words(options, "options")]
    for name, values in lists.items():
        if name not in LISTS:
            raise TypeError(f"{name}: no list of a sweep; lists are {', '.join(LISTS)}")
        words += ["--" + name.replace("_", "-"), _as_text(name, values)]
    words += programs.as_settings(settings)
    environment = {**os.environ, "UFV_BIN": os.path.dirname(programs.find("ufv-solve"))}
    done = subprocess.run([sys.executable, "-m", "ufv_sweep", *words, "--quiet", "--no-plots"], stderr=subprocess.PIPE,
                          text=True, env=environment)
    # A sweep with points that failed or have not converged ends with status 4 or 5, and has written its table.
    if done.returncode not in (0, 4, 5) or _written(table) in (None, before if done.returncode else None):
        raise programs.ProgramError(last_sentence(done.stderr, "ufv-sweep") or "ufv-sweep failed", done.returncode)
    return Sweep(out)
