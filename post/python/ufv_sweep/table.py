"""table.csv and table.json of a sweep, and the table on the screen."""
import csv
import io
import os

from ufv_sweep.files import write_json, write_text
from ufv_sweep.lists import KEYS
from ufv_sweep.outcome import COLUMNS, ON_SCREEN, of_point


def rows(folder):
    """All points, sorted by Reynolds number, Mach number, beta, then alpha or target: [{key: value}]."""
    def key(name):
        settings = folder.points[name]
        return [settings.get(k, 0) for k in KEYS]
    return [of_point(name, folder.results(name), folder.record(name) or {"settings": folder.points[name]})
            for name in sorted(folder.points, key=key)]


def _text(value):
    return "" if value is None else repr(value) if isinstance(value, float) else str(value)


def write(folder, all_rows, hints):
    """Both files."""
    out = io.StringIO()
    w = csv.writer(out, lineterminator="\n")
    w.writerow([key for key, _, _ in COLUMNS])
    w.writerows([_text(row[key]) for key, _, _ in COLUMNS] for row in all_rows)
    write_text(os.path.join(folder.path, "table.csv"), out.getvalue())
    write_json(os.path.join(folder.path, "table.json"), {"points": all_rows, "hints": hints})


def _shown(value, form):
    """Without the minus of a number that is rounded to zero."""
    if value is None:
        return ""
    text = format(value, form)
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text


def screen(all_rows):
    """The main columns, for people; columns that are empty are left out."""
    columns = [c for c in COLUMNS if c[0] in ON_SCREEN and any(row[c[0]] is not None for row in all_rows)]
    lines = [[title for _, title, _ in columns]]
    for row in all_rows:
        lines.append([_shown(row[key], form) for key, _, form in columns])
    width = [max(len(line[k]) for line in lines) for k in range(len(columns))]
    left = [form == "s" for _, _, form in columns]
    padded = [[text.ljust(w) if side else text.rjust(w) for text, w, side in zip(line, width, left)] for line in lines]
    return "\n".join("  ".join(line).rstrip() for line in padded)
