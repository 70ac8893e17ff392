"""The look of every picture of curves, as post/plot/plot_style.inc has it."""
import ast
import contextlib
import os
import pkgutil
import re


def commands():
    """gnuplot's commands, of the file beside this one (make puts it there) or in the tree."""
    try:
        text = pkgutil.get_data(__package__, "plot_style.inc")
    except OSError:
        with open(os.path.join(os.path.dirname(__file__), "..", "..", "plot", "plot_style.inc"), "rb") as f:
            text = f.read()
    return "".join(ast.literal_eval(line) for line in text.decode().splitlines() if line.startswith('"'))


def colours():
    """Those of the seven line styles of curves."""
    return re.findall(r"set style line [1-7] linecolor rgb '(#\w+)'", commands())


@contextlib.contextmanager
def matplotlib_style():
    """The same look for figures of matplotlib that are made within: colours, widths, grid, and room for keys below."""
    import matplotlib.pyplot
    grid = re.search(r"set grid linecolor rgb '(#\w+)'", commands()).group(1)
    border = re.search(r"set border .*rgb '(#\w+)'", commands()).group(1)
    with matplotlib.pyplot.rc_context({
            "axes.prop_cycle": matplotlib.cycler(color=colours()), "lines.linewidth": 1.5, "axes.grid": True,
            "grid.color": grid, "grid.linewidth": 0.8, "axes.edgecolor": border, "axes.axisbelow": True,
            "legend.frameon": False, "font.family": "sans-serif", "font.size": 11}):
        yield
