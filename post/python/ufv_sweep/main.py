"""ufv-sweep: parse, plan, compute, report."""
import contextlib
import math
import os
import re
import sys

from ufv_sweep import case, cli, hints, launch, lists, lock, plan, plots, slurm, table
from ufv_sweep.errors import Failure, Usage
from ufv_sweep.files import show, tell
from ufv_sweep.folder import ENDED, FAILED, FORMAT, STOPPED, UNCONVERGED, Folder, digest
from ufv_sweep.points import Runner
from ufv_sweep.version import VERSION


GOOD, BAD, WRONG_USAGE, ENDED_ON_REQUEST, SOME_FAILED, SOME_UNCONVERGED = 0, 1, 2, 3, 4, 5  # as of ufv-solve
SMALL_ANGLE = 0.2  # degrees, as in solve/case/case_notes.c: as radians 11 degrees or less


def _say(options):
    quiet = options.get("--quiet")
    return lambda text: None if quiet else tell(f"ufv-sweep: {text}")


# ---- plan ----

def _asked_points(options):
    asked = {key: lists.values(options[name], name) for name, key in cli.LISTS.items() if name in options}
    if "flow.alpha" in asked and "target.cl" in asked:
        raise Usage("--alpha and --target-cl exclude one another: ufv-solve looks for the angle of a target")
    for name in ("--alpha", "--beta"):
        angles = [abs(angle) for angle in asked.get(cli.LISTS[name], [])]
        if angles and 0 < max(angles) < SMALL_ANGLE:
            _say(options)(f"note: {name} is in degrees; if radians are meant, {max(angles):g} is "
                          f"{math.degrees(max(angles)):.4g} degrees")
    return lists.points(asked) if asked else {}


def _passed_on(options):
    words = []
    for setting in options.get("--set", []):
        key = setting.partition("=")[0].strip()
        name = next((n for n, k in cli.LISTS.items() if k == key and n in options), None)
        if "=" not in setting:
            raise Usage(f"--set {setting}: write SECTION.KEY=VALUE")
        if name:
            raise Usage(f"--set {key} and {name} set the same key; leave one out")
        words += ["--set", setting]
    for name in ("--steps", "--threads"):
        if not re.fullmatch(r" *\+?\d{1,18}", options.get(name, "1"), re.ASCII):
            raise Usage(f"{name} {options[name]}: a whole number is needed here")
    if options.get("--device", "auto") not in ("auto", "cpu", "cuda"):
        raise Usage(f"--device {options['--device']}: is not one of auto, cpu, cuda")
    for name in ("--steps", "--device", "--threads"):
        words += [name, options[name]] if name in options else []
    return words


def _new_plan(case_file, options, points):
    for name in ("--packs", "--out"):
        if name not in options:
            raise Usage(f"{name} is needed; see {cli.PROGRAM} --help")
    if not points:
        raise Usage("a list of points is needed: --alpha, --mach, --reynolds, --beta or --target-cl")
    settled = {"format": FORMAT, "case": os.path.abspath(case_file), "case_sha256": digest(case_file),
               "packs": os.path.abspath(options["--packs"]), "arguments": _passed_on(options),
               "launch": options.get("--launch"), "points": points}
    if case.steps(settled["case"], settled["arguments"]) == 0:
        raise Usage("a sweep without steps computes nothing: --steps, or [time] steps of the case, is 0; give a number of "
                    "steps")
    return settled


def _refuse_target(settled, points):
    """Angles cannot be asked for where ufv-solve looks for the angle itself."""
    if not any("flow.alpha" in settings for settings in points.values()):
        return
    if any(key == "target.cl" for key, _ in case.settings(settled["arguments"])):
        raise Usage("--alpha and --set target.cl exclude one another: ufv-solve looks for the angle of a target; "
                    "leave one out")
    if case.sets(settled["case"], "target", "cl"):
        raise Usage(f"--alpha and the [target] cl of {settled['case']} exclude one another: ufv-solve looks for the "
                    "angle of a target; leave one out")


def _refuse_reynolds(settled, points):
    """Without viscosity all Reynolds numbers would give the same point."""
    asked = [text for key, text in case.settings(settled["arguments"]) if key == "model.equations"]
    equations = asked[-1] if asked else case.value(settled["case"], "model", "equations") or "euler"
    if equations == "euler" and any("flow.reynolds" in settings for settings in points.values()):
        raise Usage("--reynolds changes nothing, since the case has [model] equations = euler; leave it out, or set "
                    "model.equations")


def _check_before(folder, wanted, options):
    """What would be settled for a new sweep, or leave one behind in which nothing can be computed."""
    launch.ranks_of(wanted["packs"])
    if "--array" in options:
        slurm.check_place(options["--array"], folder.path)
    elif "--plan" not in options and "--table" not in options:
        launch.find_solver()
    if "--point" in options:
        _check_point(folder, {**(folder.points if folder.plan else {}), **wanted["points"]}, options["--point"])


def _check_point(folder, points, name):
    if name not in points:
        raise Usage(f"--point {name}: {folder.path} has no such point")


def _check_start(folder, options):
    """A point's own results would be removed before it starts from them."""
    given, points = (os.path.realpath(path) for path in (options.get("--start", os.sep), folder.results("")))
    if os.path.commonpath([given, points]) == points:
        raise Usage(f"--start {options['--start']}: is a point of this sweep, whose points start from one another "
                    "without that; leave --start out")


def _there(path, options, points):
    """The sweep of a folder that is named, and its plan with the points added that are asked for."""
    folder = Folder(path)
    if folder.plan is None:
        raise Failure(f"{path} holds no sweep; give a case file with --packs, --out and lists")
    wrong = [name for name in ("--packs", "--out", "--set", "--steps", "--device", "--threads") if name in options]
    if wrong:
        raise Usage(f"{wrong[0]} is already settled for the sweep in {path}; begin another one in another folder")
    _refuse_target(folder.plan, points)
    return folder, {**folder.plan, "points": points}


def _open(options, held):
    """The folder that the command line names, with its plan, and the names of the points asked for. held: takes the
    lock of the sweep, for all commands but those that read it and those of jobs. --plan leaves nothing on disk."""
    words = options[""]
    if len(words) != 1:
        raise Usage("one case file, or the folder of one sweep, is needed" +
                    (f", not {' and '.join(words)}; packs are named by --packs, and a list with blanks needs quotes"
                     if words else "") +
                    f"; see {cli.PROGRAM} --help")
    if not words[0]:
        raise Usage("the name of the case file, or of the folder of a sweep, is empty")
    if not os.path.exists(words[0]):
        raise Failure(f"{words[0]}: there is no such case file, nor a sweep of that name")
    points = _asked_points(options)
    if os.path.isdir(words[0]):
        folder, wanted = _there(words[0], options, points)
        _check_start(folder, options)
        if not options.get("--plan") and not options.get("--table"):
            folder.make()  # somebody may have removed the points
    else:
        wanted = _new_plan(words[0], options, points)
        _refuse_target(wanted, points)
        _refuse_reynolds(wanted, points)
        folder = Folder(options["--out"])
        _check_start(folder, options)
        _check_before(folder, wanted, options)
        folder.check() if options.get("--plan") else folder.make()
    if options.get("--plan"):
        folder.extend(dict(wanted, points=points))
        return folder, list(points or folder.points)
    if "--point" not in options and not options.get("--table"):
        held.enter_context(lock.held(os.path.join(folder.path, ".lock"), folder.path))
        folder.read()  # as another one has left it until now
    if folder.plan is None or points:
        folder.create(dict(wanted, points=points))
    return folder, list(points or folder.points)


# ---- compute ----

def _waiting(folder, names, options):
    """The points that are to be computed, after what --again, --retry and --more ask for."""
    if options.get("--again") and options.get("--plan"):
        return list(names)
    if options.get("--again"):
        for name in names:
            with lock.held(folder.results(name) + ".lock", folder.results(name)):
                folder.remove(name)
                folder.remove(name, "failed")
    found = []
    for name in names:
        record = folder.record(name)
        state = record.get("state")
        more = state in ENDED and options.get("--more") and not record.get("converged")
        if state not in (*ENDED, FAILED) or more or (state == FAILED and options.get("--retry")):
            found.append(name)
    return found


def _print_plan(folder, waiting, options):
    waits = set(waiting)
    done = [name for name in folder.names(*ENDED) if name not in waits]
    for name, start in plan.order(folder.points, waiting, done):
        other = None if options.get("--cold") else start
        show(f"{name}: {lists.point_words(folder.points[name])}, from {other or 'uniform flow'}")


def _compute(folder, waiting, options):
    """All waiting points, nearest to a finished one first, until a signal asks for the end."""
    launch.catch_signals()
    runner, say = Runner(folder, options, _say(options)), _say(options)
    left, order, known = dict.fromkeys(waiting), None, set()
    while left and not launch.stopped:
        usable = [name for name in runner.usable() if name not in left]
        new = [name for name in usable if name not in known]
        if order is None or len(known) + len(new) != len(usable):  # one from which nobody shall start any more
            order, new = plan.Order(folder.points, left), usable
        for name in new:
            order.add(name)
        known = set(usable)
        name, _ = order.next()
        say(f"point {len(waiting) - len(left) + 1} of {len(waiting)}: {lists.point_words(folder.points[name])}")
        runner.compute(name)
        order.take(name)
        del left[name]


# ---- report ----

def _report(folder, options):
    """One at a time: --table may come while another ufv-sweep computes."""
    with lock.held(os.path.join(folder.path, ".lock-table"), f"the table of {folder.path}", patience=60):
        _report_alone(folder, options)


def _report_alone(folder, options):
    rows = table.rows(folder)
    found = hints.hints(folder, rows)
    table.write(folder, rows, found)
    if not options.get("--quiet"):
        show("\n".join([table.screen(rows)] + [f"hint: {text}" for text in found]))
    if not options.get("--no-plots"):
        try:
            for path in plots.draw(folder, rows):
                _say(options)(path)
        except Failure as e:
            _say(options)(f"note: {e}")


def _status(folder, names):
    """The status, after a sentence for each point that has gone wrong."""
    records = {name: folder.record(name) for name in names}
    of_state = {state: [name for name in names if records[name].get("state") == state]
                for state in (STOPPED, FAILED, UNCONVERGED)}
    for name in of_state[FAILED]:
        tell(f"ufv-sweep: {name} failed: {records[name].get('reason')}; --retry repeats it with "
             "the same settings, other settings need another sweep (--out)")
    if launch.stopped or of_state[STOPPED]:
        tell("ufv-sweep: stopped; the same command goes on")
        return ENDED_ON_REQUEST
    if of_state[FAILED]:
        return SOME_FAILED
    if of_state[UNCONVERGED]:
        few = ", ".join(of_state[UNCONVERGED][:3]) + (f" and {len(of_state[UNCONVERGED]) - 3} more"
                                                      if len(of_state[UNCONVERGED]) > 3 else "")
        tell(f"ufv-sweep: {few}: not converged; --more continues by as many steps")
        return SOME_UNCONVERGED
    return GOOD


def _one_point(folder, name, options):
    """For jobs: computes a point unless that has been done."""
    _check_point(folder, folder.points, name)
    waiting = _waiting(folder, [name], options)
    if waiting:
        _compute(folder, waiting, options)
    return _status(folder, [name])


def _sweep(options, held):
    folder, names = _open(options, held)
    if not options.get("--table"):
        folder.check_case()
    if "--point" in options:
        return _one_point(folder, options["--point"], options)
    if "--array" in options:
        slurm.check_place(options["--array"], folder.path)
    waiting = [] if options.get("--table") else _waiting(folder, names, options)
    if options.get("--plan"):
        _print_plan(folder, waiting, options)
        return 0
    if "--array" in options:
        slurm.write(folder, waiting, options)
        return 0
    if waiting:
        _compute(folder, waiting, options)
    _report(folder, options)
    return _status(folder, names)


def _run(words):
    options = cli.parse(words)
    if options.get("--help"):
        show(cli.help_text())
        return 0
    if options.get("--version"):
        show(f"ufv-sweep {VERSION}\nPython {sys.version.split()[0]}")
        return 0
    try:
        os.getcwd()
    except FileNotFoundError:
        raise Failure("the folder in which it was started has been removed; change to one that is there")
    with contextlib.ExitStack() as held:
        return _sweep(options, held)


def main(words):
    """The program; its status."""
    try:
        return _run(words)
    except Usage as e:
        tell(f"ufv-sweep: {e}")
        return WRONG_USAGE
    except Failure as e:
        tell(f"ufv-sweep: {e}")
        return BAD
    except OSError as e:  # a folder or file that cannot be made, listed or removed
        tell(f"ufv-sweep: {e.filename or 'the system'}: {e.strerror}")
        return BAD
