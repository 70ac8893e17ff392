"""Where stall, buffet or drag rise may begin, by the numbers of a sweep alone: a hint where to look, no proof. Before
that, points with cells that are too hot, whose runs may have converged nevertheless.

Stall, buffet: the first angle that did not become steady, or from which on lift stays below the straight line through
the steepest part of the curve by more than that line rises in OFFSET degrees (the line-offset reading of lift curves
that buffet studies use). Drag rise: the Mach number at which d cd / d M reaches RISE, as Douglas defined it
(Shevell, Fundamentals of Flight, 1989, chapter 12).
"""
from ufv_sweep.folder import ENDED
from ufv_sweep.lists import KEYS, point_words

OFFSET = 0.1      # degrees
RISE = 0.1
UNSTEADY = 1e-3   # of cl: still changing by more than this
LEAST = 4         # points of a curve that is looked at

_COLUMN = {"flow.mach": "mach", "flow.reynolds": "reynolds", "flow.beta": "beta", "flow.alpha": "alpha",
           "target.cl": "target_cl"}


def curves(folder, rows, key):
    """[(words for what is the same, rows sorted by key)] of the points that differ in one key. That key's column has
    the values that were asked for."""
    by_rest = {}
    for row in rows:
        settings = folder.points[row["point"]]
        if key in settings and row["state"] in ENDED:
            rest = tuple((k, v) for k, v in settings.items() if k != key)
            by_rest.setdefault(rest, []).append({**row, _COLUMN[key]: settings[key]})
    order = sorted(by_rest, key=lambda rest: [dict(rest).get(k, 0) for k in KEYS])
    return [(point_words(dict(rest)), sorted(by_rest[rest], key=lambda row: row[_COLUMN[key]])) for rest in order]


def _slopes(xs, ys):
    """[(k, slope from point k to point k + 1)]; two points at the same x have none."""
    return [(k, (ys[k + 1] - ys[k]) / (xs[k + 1] - xs[k])) for k in range(len(xs) - 1) if xs[k + 1] != xs[k]]


def lift_break(alphas, lifts):
    """The first angle from which on all lifts lie below the offset line; None: none, or too few points."""
    slopes = _slopes(alphas, lifts)
    if len(alphas) < LEAST or not slopes:
        return None
    steepest, slope = max(slopes, key=lambda pair: pair[1])
    below = [slope * (a - alphas[steepest] - OFFSET) > l - lifts[steepest] for a, l in zip(alphas, lifts)]
    first = len(below)
    while first > steepest + 1 and below[first - 1]:
        first -= 1
    return alphas[first] if slope > 0 and first < len(below) else None


def _unsteady(row):
    remaining = row["cl_remaining"]
    return row["converged"] == "no" and remaining is not None and remaining > UNSTEADY * max(abs(row["cl"]), 0.1)


def drag_rise(machs, drags):
    """The Mach number at which the slope reaches RISE, between the middles of two intervals; None: it does not."""
    middles = [((machs[k] + machs[k + 1]) / 2, slope) for k, slope in _slopes(machs, drags)]
    for (mach0, slope0), (mach1, slope1) in zip(middles, middles[1:]):
        if slope0 < RISE <= slope1:
            return mach0 + (RISE - slope0) / (slope1 - slope0) * (mach1 - mach0)
    return None


def _of_lift(words, curve):
    before = f"{words}: " if words else ""
    angle = lift_break([row["alpha"] for row in curve], [row["cl"] for row in curve])
    shaky = [row["alpha"] for row in curve if row["alpha"] > 0 and _unsteady(row)]
    found = []
    if angle is not None:
        found.append(f"{before}the lift curve bends down from alpha {angle:g} on: stall or buffet may begin there")
    if shaky:
        found.append(f"{before}lift did not become steady at alpha {min(shaky):g}: stall or buffet may begin there")
    return found


def _of_hot_cells(rows):
    hot = [row["point"] for row in rows if row.get("hot_cells")]
    more = f" and {len(hot) - 3} more" if len(hot) > 3 else ""
    return [f"cells of {', '.join(hot[:3])}{more} are hotter than any stream or wall, which is not physical: the column "
            "reason of table.csv says where"] if hot else []


def hints(folder, rows):
    """Sentences, perhaps none."""
    found = _of_hot_cells(rows)
    for words, curve in curves(folder, rows, "flow.alpha"):
        found += _of_lift(words, curve)
    for words, curve in curves(folder, rows, "flow.mach"):
        mach = drag_rise([row["mach"] for row in curve], [row["cd"] for row in curve]) if len(curve) > 2 else None
        if mach is not None:
            before = f"{words}: " if words else ""
            found.append(f"{before}drag rises from Mach {mach:.3f} on (d cd / d M = {RISE:g})")
    return found
