"""Two results, field by field."""
import numpy
import pandas

from ufv.results import Results


def compare(a, b):
    """The largest difference of each field that both have: absolute, relative to the field's largest magnitude in a,
    and the cell it is in; as `ufv-post compare`. a, b: Results or folders; of one mesh, on any numbers of ranks."""
    a, b = (r if isinstance(r, Results) else Results(r) for r in (a, b))
    fa, fb = a.cells(), b.cells()
    if not fa.index.equals(fb.index):
        raise ValueError(f"{a.path} and {b.path} are of different meshes")
    rows = {}
    for name in fa.columns.intersection(fb.columns):
        difference = (fa[name] - fb[name]).abs()
        scale = fa[name].abs().max()
        largest = difference.max(skipna=False)
        rows[name] = {"absolute": largest, "relative": largest / scale if scale > 0 else 0.0,
                      "cell": difference.idxmax() if numpy.isfinite(largest) else -1}
    return pandas.DataFrame.from_dict(rows, orient="index")
