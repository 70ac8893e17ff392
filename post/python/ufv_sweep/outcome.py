"""What a run has left, in numbers: from forces.json, run.json and history.csv of its results."""
import csv
import io
import math
import os

from ufv_sweep.errors import Failure
from ufv_sweep.files import read_json, read_text
from ufv_sweep.folder import ENDED, MOST_COUNTED, STOPPED

# key and title of a column, and its format on the screen; hot_cells is empty where there are none
COLUMNS = [("point", "point", "s"), ("mach", "Mach", "g"), ("alpha", "alpha", ".4g"), ("beta", "beta", "g"),
           ("reynolds", "Reynolds", "g"), ("target_cl", "target cl", "g"), ("cl", "cl", ".5f"), ("cd", "cd", ".6f"),
           ("cd_counts", "counts", ".1f"), ("cd_pressure", "cd pressure", ".6f"), ("cd_friction", "cd friction", ".6f"),
           ("cm", "cm", ".5f"), ("lift_to_drag", "L/D", ".2f"), ("steps", "steps", "d"),
           ("evaluations", "evaluations", "d"), ("seconds", "seconds", ".1f"), ("state", "state", "s"),
           ("converged", "converged", "s"), ("hot_cells", "hot cells", "d"), ("cl_remaining", "cl remaining", ".1e"),
           ("cd_remaining", "cd remaining", ".1e"), ("start", "start", "s"), ("reason", "reason", "s")]
ON_SCREEN = ("point", "alpha", "cl", "cd", "cd_counts", "cm", "lift_to_drag", "steps", "evaluations", "seconds",
             "state", "converged", "hot_cells")


_COUNTS = ("iteration", "evaluations")
_OPTIONAL = ("reynolds", "target_cl", "lift_to_drag", "hot_cells", "cl_remaining", "cd_remaining")


def _read(results, name):
    found = read_json(os.path.join(results, name))
    if found is None:
        raise Failure(f"{results}/{name} is missing; compute the point anew with --again")
    return found


def newest_row(results):
    """The last whole row of history.csv, {column: text}; {} where there is no such file, or nothing below its names."""
    path = os.path.join(results, "history.csv")
    try:
        text = read_text(path, "compute the point anew with --again")
        rows = [row for row in csv.DictReader(io.StringIO(text.replace("\0", "?"))) if None not in row.values()]
    except FileNotFoundError:
        return {}
    except csv.Error as e:
        raise Failure(f"{path} is damaged ({e}); compute these results anew")
    return rows[-1] if rows else {}


def _number(results, row, key):
    """A finite number of a row of the history. Counts are whole and not negative, and up to 2^53 a float holds them."""
    path = os.path.join(results, "history.csv")
    if key not in row:
        raise Failure(f"{path} is damaged (it has no column {key}); compute these results anew")
    text = row[key]
    try:
        value = float(text)
    except (TypeError, ValueError):
        value = math.nan
    if not math.isfinite(value) or (key in _COUNTS and not (value == int(value) and 0 <= value <= MOST_COUNTED)):
        raise Failure(f"{path} is damaged ({key} is {text!r} in its last row); compute these results anew")
    return value


def progress(results):
    """[iteration, evaluations, seconds of marching] so far, those of earlier points of the chain included."""
    row = newest_row(results) or dict.fromkeys(("iteration", "evaluations", "wall_seconds"), "0")
    return [_number(results, row, key) for key in ("iteration", "evaluations", "wall_seconds")]


def pitching_moment(forces, up):
    """Nose up is positive: about y with z up, against z with y up (x points downstream)."""
    return forces["cmy"] if up == "z" else -forces["cmz"]


def _ratio(a, b):
    return a / b if a is not None and b else None


def _conditions(flow, results, record):
    row = newest_row(results)
    alpha = _number(results, row, "alpha") if row.get("alpha") else flow["alpha"]  # of a run that has looked for it
    return {"mach": flow["mach"], "alpha": alpha, "beta": flow["beta"],
            "reynolds": flow["reynolds"], "target_cl": record["settings"].get("target.cl")}


def of_failed(name, record):
    """The row of a point that has not been computed to its end."""
    row = dict.fromkeys([key for key, _, _ in COLUMNS])
    for key, value in record.get("settings", {}).items():
        row[key.replace("target.cl", "flow.target_cl").partition(".")[2]] = value
    row.update(point=name, state=record.get("state", "not computed"), reason=record.get("reason"))
    return row


def of_point(name, results, record):
    """The row of a point that has results: {key of COLUMNS: value, None where there is none}."""
    state = record.get("state")
    if state not in ENDED and (state != STOPPED or not os.path.exists(os.path.join(results, "run.json"))):
        return of_failed(name, record)
    try:
        return _of_done(name, results, record)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError) as e:
        raise Failure(f"{results}: run.json, forces.json, history.csv or the record beside it is damaged "
                      f"({type(e).__name__}: {e}); compute the point anew with --again")


def _hot_cells(run):
    """What follows the verdict of a run with cells that are hotter than anything that could have heated them."""
    hot = run.get("hot_cells")
    return "" if hot is None else (f"; {hot['cells']} cell{'s are' if hot['cells'] != 1 else ' is'} too hot, up to "
                                   f"{hot['temperature_max']:.5g} K in {hot['hottest']}")


def scheme_of(run):
    """[time] scheme of a run, by its run.json; None where that does not tell it."""
    settings = run.get("settings") if isinstance(run, dict) else None
    time = settings.get("time") if isinstance(settings, dict) else None
    scheme = time.get("scheme") if isinstance(time, dict) else None
    return scheme if isinstance(scheme, str) else None


def _beginning(run, record, evaluations):
    """began_at of a record. A run with another scheme than that of the results that it began with counts evaluations
    anew (solve/checkpoint/checkpoint.c). Where that scheme is not known, fewer evaluations at the end tell it."""
    iteration, before, seconds = record["began_at"]
    other = scheme_of(run) != record["began_scheme"] if record.get("began_scheme") else evaluations < before
    return [iteration, 0 if other else before, seconds]


def _spent(results, run, record):
    """[steps, evaluations, seconds] of this point. Its history goes on from that of the results that it began with."""
    path, found = os.path.join(results, "history.csv"), progress(results)
    began = _beginning(run, record, found[1])
    if os.path.exists(path) and not newest_row(results):
        raise Failure(f"{path} is damaged (it holds no row); compute the point anew with --again")
    if found[0] >= began[0] and any(now < before for now, before in zip(found, began)):
        raise Failure(f"{results}.json or {path} is damaged (they tell of more evaluations or seconds at the beginning "
                      "than at the end); compute the point anew with --again")
    if found[0] < began[0]:
        raise Failure(f"{path} is damaged (it ends at iteration {found[0]:g}, and the point began at {began[0]:g}); "
                      "compute the point anew with --again")
    return [now - before for now, before in zip(found, began)]


def _of_done(name, results, record):
    run, forces = _read(results, "run.json"), _read(results, "forces.json")
    spent = _spent(results, run, record)
    row = dict(of_failed(name, record), **_conditions(run["settings"]["flow"], results, record))
    row.update({key: forces[key] for key in ("cl", "cd")})
    row.update(cd_counts=1e4 * forces["cd"], cd_pressure=forces["pressure"]["cd"],
               cd_friction=forces["friction"]["cd"], cm=pitching_moment(forces, run["settings"]["flow"]["up"]),
               lift_to_drag=_ratio(forces["cl"], forces["cd"]), steps=int(spent[0]), evaluations=int(spent[1]),
               seconds=round(spent[2], 3), converged={True: "yes", False: "no"}.get(run["converged"], "unsteady"),
               cl_remaining=run["cl_remaining"], cd_remaining=run["cd_remaining"], start=record["start"],
               hot_cells=run.get("hot_cells", {}).get("cells"), reason=run["verdict"] + _hot_cells(run))
    for key, _, form in COLUMNS:
        if not isinstance(row[key], (type(None), str if form.endswith("s") else (int, float))):
            raise TypeError(f"{key} is {row[key]!r}")
        if row[key] is None and key not in _OPTIONAL:
            raise ValueError(f"{key} is no number")
        if isinstance(row[key], float) and not math.isfinite(row[key]):
            raise ValueError(f"{key} is infinite")
    return row
