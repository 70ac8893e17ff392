"""ufv in Python: results as data frames and meshes, runs that are started and watched, sweeps.

    r = ufv.Results("results")      r.history, r.forces(), r.cells(), r.faces(), r.cp("WING*", "y=0.5"), r.mesh()
    ufv.compare(a, b)               largest differences of two results, by field
    ufv.solve("case.cfg", ...)      starts ufv-solve; the Run it gives is watched and waited for
    ufv.sweep("case.cfg", ...)      computes points by ufv-sweep; Sweep(folder) reads one

Needs numpy, h5py and pandas; meshes need pyvista, plots matplotlib. What is cut, exported or computed is done by ufv's
programs, which are looked for in the folder UFV_BIN and in PATH. Damaged files raise FileError.
"""
from ufv.compare import compare
from ufv.errors import FileError
from ufv.programs import ProgramError
from ufv.results import Results
from ufv.run import Run, solve
from ufv.sweep import Sweep, sweep

__all__ = ["FileError", "ProgramError", "Results", "Run", "Sweep", "compare", "solve", "sweep"]
