"""The command line: options are rows of data, from which parsing and --help are made."""
import difflib

from ufv_sweep.errors import Usage

PROGRAM = "ufv-sweep"
USAGE = """ufv-sweep CASE.cfg --packs PACKS --out FOLDER --alpha LIST [options]
ufv-sweep FOLDER [options]"""
ABOUT = """Runs a case at several points and writes FOLDER/table.csv, table.json and plots. Each point starts from the
nearest finished one. The second form continues a sweep. A LIST is one number, as 2, or "0 1 2.5", "0,1,2.5" or
FIRST:LAST:STEP. Finished points are kept. Failed points are kept in FOLDER/failed; --retry repeats them."""
STATUSES = """Exit status: 0 done, 1 bad input, 2 wrong usage, 3 stopped on request (the same command continues), 4 a
point failed, 5 a point ended by its number of steps without having converged."""

# name, argument (None: a switch), meaning. `LISTS` below says which key each list sets.
OPTIONS = [
    ("--packs", "PACKS", "packs of the mesh, as ufv-prep has written them"),
    ("--out", "FOLDER", "folder of the sweep"),
    ("--alpha", "LIST", "angles of attack, degrees"),
    ("--beta", "LIST", "angles of sideslip, degrees"),
    ("--mach", "LIST", "Mach numbers"),
    ("--reynolds", "LIST", "Reynolds numbers"),
    ("--target-cl", "LIST", "lift coefficients, as [target] cl of the case file"),
    ("--set", "S.KEY=VALUE", "a setting of all points; may be repeated"),
    ("--steps", "N", "maximum number of steps of a point [that of the case]"),
    ("--device", "NAME", "auto, cpu or cuda, passed on to ufv-solve"),
    ("--threads", "T", "CPU threads per rank, passed on to ufv-solve"),
    ("--launch", "COMMAND", "starts the ranks [mpirun -np N for N packs]"),
    ("--start", "RESULTS", "the first point starts from these results [uniform flow]"),
    ("--cold", None, "every point starts from uniform flow"),
    ("--retry", None, "repeat points that failed, from uniform flow"),
    ("--more", None, "continue points that have not converged for as many\nsteps again"),
    ("--again", None, "compute all points of these lists again"),
    ("--plan", None, "print the points and their order, run and write\nnothing"),
    ("--table", None, "write tables and plots of the finished points, run nothing"),
    ("--array", "FILE", "write a Slurm job script that computes the points in job\narrays, run nothing"),
    ("--point", "NAME", "compute this point alone, write no tables (for jobs)"),
    ("--no-plots", None, "draw nothing"),
    ("--quiet", None, "print no progress and no table"),
    ("--version", None, "print the version"),
    ("--help", None, "print this text"),
]
LISTS = {"--mach": "flow.mach", "--reynolds": "flow.reynolds", "--beta": "flow.beta", "--alpha": "flow.alpha",
         "--target-cl": "target.cl"}
REPEATED = ("--set",)
APART = ("--plan", "--table", "--array", "--point")
SYNONYMS = {"--aoa": ["--alpha"], "--angle": ["--alpha"], "--cl": ["--target-cl"], "--restart": ["--start"],
            "--resume": ["--more"]}


def help_text():
    """The text of --help, in the form of ufv's other programs."""
    lines = [USAGE, "", ABOUT, ""]
    for name, argument, meaning in OPTIONS:
        left = name + (" " + argument if argument else "")
        lines.append(f"  {left:<24} " + meaning.replace("\n", "\n" + " " * 27))
    return "\n".join(lines + ["", STATUSES])


def _unknown(word):
    near = SYNONYMS.get(word) or difflib.get_close_matches(word, [row[0] for row in OPTIONS], 1, 0.7)
    hint = f"did you mean {near[0]}?" if near else "keys of the case file are set by --set SECTION.KEY=VALUE."
    return Usage(f"{word}: unknown option; {hint} See {PROGRAM} --help.")


def parse(words):
    """{"--name": text, True for a switch, or a list for those that repeat; "": [words that are no options]}."""
    arguments = {row[0]: row[1] for row in OPTIONS}
    found, words = {"": []}, list(words)
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if not word.startswith("-") or word == "-":
            found[""].append(word)
        elif name not in arguments:
            raise _unknown(name)
        elif arguments[name] is None:
            if equals:
                raise Usage(f"{name} takes no value")
            found[name] = True
        else:
            if not equals and not words:
                raise Usage(f"{name} needs a value: {arguments[name]}")
            value = value if equals else words.pop(0)
            if not equals and value.startswith("--"):
                raise Usage(f"{name} needs a value: {arguments[name]}, not the option {value}")
            if name in found and name not in REPEATED:
                raise Usage(f"{name} is given twice")
            if not value and name != "--launch":  # which "" sets back
                raise Usage(f"{name} needs a value: {arguments[name]}, and it is empty")
            found[name] = found.get(name, []) + [value] if name in REPEATED else value
    alone = [name for name in APART if name in found]
    if len(alone) > 1:
        raise Usage(f"{alone[0]} and {alone[1]} exclude one another")
    return found
