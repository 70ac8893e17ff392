"""Plots of a sweep by gnuplot, in the style of ufv-post's."""
import os
import shutil
import subprocess

from ufv_sweep.errors import Failure
from ufv_sweep.files import write_bytes
from ufv_sweep.hints import curves, lift_break
from ufv_sweep.style import commands

ALPHA = "\u03b1, degrees"
# file, its panels: x and y of a row, titles of the axes
PICTURES = [
    ("lift.png", [("alpha", "cl", ALPHA, "c_L")]),
    ("polar.png", [("cd_counts", "cl", "c_D, counts (10^{-4})", "c_L")]),
    ("moment.png", [("alpha", "cm", ALPHA, "c_m, nose up")]),
    ("efficiency.png", [("cl", "lift_to_drag", "c_L", "L / D")]),
]


def mach_panels(of_target):
    """Over the Mach number: drag, and lift, or at a given lift the angle that it takes."""
    second = ("alpha", ALPHA) if of_target else ("cl", "c_L")
    return [("mach", "cd_counts", "Mach number", "c_D, counts (10^{-4})"),
            ("mach", second[0], "Mach number", second[1])]


def _quoted(text):
    return "'" + text.replace("'", "\u2019") + "'"


def _block(name, curve, x, y):
    lines = [f"{row[x]!r} {row[y]!r} {int(row['converged'] == 'no')}" for row in curve
             if row[x] is not None and row[y] is not None]
    return f"${name} << EOD\n" + "\n".join(lines) + "\nEOD\n"


def _panel(lines, x, y, x_title, y_title):
    """One pair of axes: a line for each curve; points that have not converged are open, all others filled."""
    script, parts = "", []
    for k, (words, curve) in enumerate(lines):
        style = f"linestyle {k % 7 + 1}"
        script += _block(f"curve{k}", curve, x, y)
        parts.append(f"$curve{k} using 1:2 with lines {style} title {_quoted(words)}" if words else
                     f"$curve{k} using 1:2 with lines {style} notitle")
        parts.append(f"$curve{k} using 1:($3 == 0 ? $2 : NaN) with points {style} pointtype 7 pointsize 0.8 notitle")
        parts.append(f"$curve{k} using 1:($3 == 1 ? $2 : NaN) with points {style} pointtype 6 pointsize 1.2 notitle")
    key = "on" if any(words for words, _ in lines) else "off"
    return (f"{script}set key {key}\nset xlabel '{x_title}'\n"
            f"set ylabel '{y_title}'\nset offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05\n"
            f"plot {', '.join(parts)}\n")


def _mark(lines):
    """Upright lines where lift curves bend down, with words beside the first of them."""
    breaks = [lift_break([r["alpha"] for r in curve], [r["cl"] for r in curve]) for _, curve in lines]
    found = [(k, a) for k, a in enumerate(breaks) if a is not None]
    words = "".join(f"set label 'lift bends down here' at first {a!r}, graph 0.03 right offset character -1, 0 "
                    f"textcolor linestyle {k % 7 + 1}\n" for k, a in found[:1])
    return words + "".join(f"set arrow from first {a!r}, graph 0 to first {a!r}, graph 1 nohead linestyle {k % 7 + 1} "
                           f"dashtype 2 linewidth 1\n" for k, a in found)


def _draw(path, script):
    # Pictures are the same for everybody: no ~/.gnuplot, and no terminal of the user's that this gnuplot may lack.
    done = subprocess.run(["gnuplot", "-d"], input=script.encode(), capture_output=True,
                          env={name: value for name, value in os.environ.items() if name != "GNUTERM"})
    if done.returncode != 0 or not done.stdout:
        complaint = done.stderr.decode(errors="replace").strip().splitlines()
        raise Failure(f"{path}: gnuplot failed to draw it" + (f": {complaint[-1]}" if complaint else ""))
    write_bytes(path, done.stdout)


def _picture(folder, name, panels, lines, marks):
    many = len(panels) > 1
    script = commands() + f"set terminal @png size {700 * len(panels)},520\n" + marks
    script += f"set multiplot layout 1,{len(panels)}\n" if many else ""
    script += "".join(_panel(lines, *panel) for panel in panels) + ("unset multiplot\n" if many else "")
    path = os.path.join(folder.path, name)
    _draw(path, script)
    return path


def draw(folder, rows):
    """All pictures that the points allow; their paths. Without gnuplot a sentence in place of them."""
    key = "flow.alpha" if any("flow.alpha" in p for p in folder.points.values()) else "target.cl"
    lines, machs = curves(folder, rows, key), curves(folder, rows, "flow.mach")
    if not any(len(curve) > 1 for _, curve in lines + machs):
        return []
    if not shutil.which("gnuplot"):
        raise Failure("gnuplot was not found, so there are no plots; install it (package gnuplot-nox) or give "
                      "--no-plots")
    found = []
    if any(len(curve) > 1 for _, curve in lines):
        found += [_picture(folder, name, panels, lines, _mark(lines) if name == "lift.png" else "")
                  for name, panels in PICTURES]
    if any(len(curve) > 1 for _, curve in machs):
        found.append(_picture(folder, "mach.png", mach_panels(key == "target.cl"), machs, ""))
    return found
