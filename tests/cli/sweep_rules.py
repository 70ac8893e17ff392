"""The rules of ufv-sweep that need no solver: lists, names, order, lines through points, hints, generations, counting.
Prints ok/FAIL lines; run by sweep.sh with the package in PYTHONPATH."""
import json
import math
import os
import random
import sys
import tempfile
import traceback

from ufv_sweep import case, cli, files, hints, lists, main, outcome, plan, plots, points, slurm, table
from ufv_sweep.errors import Failure, Usage
from ufv_sweep.folder import Folder


def refuses(what, *arguments):
    try:
        what(*arguments)
    except Usage:
        return True
    return False


def values_of_lists():
    assert lists.values("0 1,2.5", "--alpha") == [0, 1, 2.5]
    assert lists.values("-2:4:2 1", "--alpha") == [-2, 0, 2, 4, 1]
    assert lists.values("0.1:0.3:0.1", "--mach") == [0.1, 0.2, 0.3]  # ends count, whatever rounding does
    assert lists.values("4:0:-2", "--alpha") == [4, 2, 0]
    assert lists.values("1 1 1", "--alpha") == [1]
    assert lists.values("2", "--alpha") == [2] and lists.values("0, 1 , 2  3", "--alpha") == [0, 1, 2, 3]
    assert lists.values("0,5", "--alpha") == [0, 5]
    for zero in ("-0", "-0.0", "0 -0", "-1e-400", "-0:0.5:1", "-1:0:1"):
        name = list(lists.points({"flow.alpha": lists.values(zero, "--alpha")}))[-1]
        assert name == "a0", (zero, name)
    for wrong in ("", "1 x", "1:2", "0:1:0", "nan", "inf", "0x10", "1_0", "\u0663", "1e308:-1e308:-1", "0:1:1e-320",
                  "1,,2", ",1", "1,", "1, ,2", ",", "0,5 1,5", "0 0,5", "0,5 1", "0:4:0,5", "0:4:1,5"):
        assert refuses(lists.values, wrong, "--alpha"), wrong
    for wrong, said in (("90.0000001", "90.0000001 is not from -90"), ("-1e9", "-1e+09 is not"), ("120", "120 is not")):
        try:
            lists.values(wrong, "--alpha")
        except Usage as e:
            assert said in str(e), e
        else:
            assert False, wrong
    for option, wrong in (("--mach", "1e308"), ("--mach", "1e-320"), ("--reynolds", "1e-320"), ("--target-cl", "0 -101"), ("--beta", "91")):
        assert refuses(lists.values, wrong, option), wrong


def options_are_refused_before_any_run():
    assert main._passed_on({"--steps": "20", "--device": "cpu"}) == ["--steps", "20", "--device", "cpu"]
    for wrong in ("nan", "1e3", "-1", "", "1 2", "\u0663", "9" * 4000):
        assert refuses(main._passed_on, {"--steps": wrong}) and refuses(main._passed_on, {"--threads": wrong}), wrong
    assert refuses(main._passed_on, {"--device": "gpu"})


def names_and_points():
    found = lists.points({"flow.alpha": [0, 2.5], "flow.mach": [0.7], "flow.reynolds": [6e6]})
    assert list(found) == ["m0.7-re6000000-a0", "m0.7-re6000000-a2.5"], list(found)
    assert found["m0.7-re6000000-a2.5"] == {"flow.mach": 0.7, "flow.reynolds": 6e6, "flow.alpha": 2.5}


def order_is_from_near_to_near():
    points = lists.points({"flow.alpha": [-4, -2, 0, 2, 4]})
    assert plan.order(points, points, []) == [("a0", None), ("a-2", "a0"), ("a-4", "a-2"), ("a2", "a0"), ("a4", "a2")]
    assert plan.order(points, ["a2"], ["a4", "a-2"]) == [("a2", "a4")]
    assert plan.nearest("a1", dict(points, a1={"flow.alpha": 1}), ["a-4", "a4"]) == "a4"
    assert plan.nearest("a0", points, []) is None
    a, b = {"flow.reynolds": 1e6}, {"flow.reynolds": 2e6}
    assert math.isclose(lists.distance(a, b), 1) and math.isclose(lists.distance(b, a), 1)


def order_of_many_is_that_of_all_comparisons():
    rank = random.Random(1)
    for k in range(12):
        over = {"flow.alpha": rank.sample(range(-10, 10), 5), "flow.mach": [0.5, 0.6, 0.65, 0.7],
                "flow.reynolds": [1e6, 2e6]}
        points = lists.points(over if k % 3 else {"flow.alpha": [rank.uniform(-9, 9) for _ in range(40)]})
        names = rank.sample(list(points), len(points))
        done, waiting = names[:k % 4], names[k % 4:]
        found, expected = plan.order(points, waiting, done), []
        while waiting:
            if done:
                pairs = [(name, plan.nearest(name, points, done)) for name in waiting]
                pair = min(pairs, key=lambda pair: lists.distance(points[pair[0]], points[pair[1]]))
            else:
                pair = plan.first_point({name: points[name] for name in waiting}), None
            expected.append(pair)
            waiting.remove(pair[0])
            done.append(pair[0])
        assert found == expected, k


def no_infinity_is_written():
    with tempfile.TemporaryDirectory() as home:
        path = os.path.join(home, "a.json")
        for value in (math.inf, math.nan):
            try:
                files.write_json(path, {"a": [value]})
            except Failure as e:
                assert str(e) == f"{path} is not written: a value for it is infinite or no number"
            else:
                raise AssertionError(value)
        assert os.listdir(home) == []


def steps_of_a_point():
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as f:
        f.write("[flow]\nmach = 0.5\n[time]\nsteps = 70 # so many\n")
        f.flush()
        assert case.steps(f.name, []) == 70
        assert case.steps(f.name, ["--set", "time.steps = 80", "--device", "cpu"]) == 80
        assert case.steps(f.name, ["--set", "flow.mach=0.6", "--steps", "90"]) == 90
        assert case.steps(os.devnull + "x", ["--steps", "many"]) is None
        assert case.steps(f.name, ["--steps", " +90"]) == 90 and case.steps(f.name, ["--steps", "00"]) == 0
        for words in ({"--steps": "0"}, {"--steps": "+0"}, {"--set": ["time.steps = 0"]}):
            assert refuses(main._new_plan, f.name, {"--packs": "p", "--out": "s", **words}, {"a0": {"flow.alpha": 0}}), words
    assert points._without_steps(["--set", "a.b=1", "--steps", "9", "--device", "cpu"]) == [
        "--set", "a.b=1", "--set", "time.steps=9", "--device", "cpu"]


def lines_through_two_points():
    points = lists.points({"flow.mach": [0.7, 0.8], "flow.alpha": [0, 1, 2, 4, 9]})
    done = ["m0.7-a0", "m0.7-a2", "m0.8-a0"]
    assert plan.blend("m0.7-a4", "m0.7-a2", points, done) == {"m0.7-a0": -1.0}
    assert plan.blend("m0.7-a1", "m0.7-a0", points, done) == {"m0.7-a2": 0.5}
    assert plan.blend("m0.8-a2", "m0.7-a2", points, done) == {}        # no third on that line
    assert plan.blend("m0.7-a9", "m0.7-a2", points, done) == {}        # too far outside
    assert plan.blend("m0.8-a2", "m0.7-a0", points, done) == {}        # differs in two
    target = lists.points({"target.cl": [0.1, 0.2, 0.3]})
    assert plan.blend("cl0.3", "cl0.2", target, ["cl0.1", "cl0.2"]) == {}


def where_lift_bends():
    alphas = [0, 2, 4, 6, 8, 10]
    straight = [0.11 * a for a in alphas]
    assert hints.lift_break(alphas, straight) is None
    assert hints.lift_break(alphas, straight[:4] + [0.83, 0.9]) == 8
    assert hints.lift_break(alphas, straight[:2] + [0.435, 0.66, 0.88, 1.1]) is None   # within the offset
    assert hints.lift_break(alphas[:3], [0, 0.22, 0.3]) is None                       # too few
    assert hints.lift_break(alphas, [-l for l in straight]) is None
    mach = hints.drag_rise([0.6, 0.7, 0.8, 0.9], [0.010, 0.010, 0.012, 0.032])
    assert math.isclose(mach, 0.75 + 0.1 * 0.08 / 0.18), mach
    assert hints.drag_rise([0.6, 0.7, 0.8], [0.01, 0.011, 0.012]) is None


def generations_of_jobs():
    points = lists.points({"flow.alpha": [0, 1, 2], "flow.mach": [0.5, 0.6]})
    found = slurm.generations(points, list(points), [], False)
    assert found[0] == ["m0.5-a0"] and sorted(sum(found, [])) == sorted(points) and len(found) == 4
    assert slurm.generations(points, list(points), [], True) == [[n for n, _ in plan.order(points, points, [])]]
    assert slurm.generations(points, ["m0.5-a1", "m0.6-a1"], ["m0.5-a0", "m0.6-a0"], False) == [["m0.5-a1", "m0.6-a1"]]
    assert slurm.generations(points, [], [], False) == []


def moments_are_nose_up():
    forces = {"cmy": -0.3, "cmz": 0.2}
    assert outcome.pitching_moment(forces, "z") == -0.3 and outcome.pitching_moment(forces, "y") == -0.2


def hot_cells_follow_the_verdict():
    hot = {"hot_cells": {"cells": 3, "temperature_max": 9776.4, "hottest": "cell 71 on patch CORE"}}
    assert outcome._hot_cells({}) == ""
    assert outcome._hot_cells(hot) == "; 3 cells are too hot, up to 9776.4 K in cell 71 on patch CORE"


def done_point(home, hot):
    """The row of a point whose run has left the least that a row is made of."""
    coefficients = {"cl": 0.5, "cd": 0.02, "cmy": 0, "cmz": 0}
    run = {"settings": {"flow": {"mach": 0.7, "alpha": 1, "beta": 0, "reynolds": None, "up": "z"}}, "converged": True,
           "verdict": "converged: so", "cl_remaining": 0.0, "cd_remaining": 0.0, **hot}
    for name, what in (("run.json", run), ("forces.json", {**coefficients, "pressure": coefficients,
                                                           "friction": coefficients})):
        with open(os.path.join(home, name), "w", encoding="utf-8") as f:
            json.dump(what, f)
    with open(os.path.join(home, "history.csv"), "w", encoding="utf-8") as f:
        f.write("iteration,wall_seconds,evaluations\n3,1.5,9\n")
    return outcome.of_point("a1", home, {"state": "done", "settings": {"flow.alpha": 1}, "start": "uniform",
                                         "began_at": [0, 0, 0], "converged": True})


def hot_cells_are_told_with_the_table():
    hot = {"hot_cells": {"cells": 3, "temperature_max": 9776.4, "hottest": "cell 71 on patch CORE"}}
    with tempfile.TemporaryDirectory() as home:
        sound, hot = done_point(home, {}), done_point(home, hot)
    assert sound["hot_cells"] is None and hot["hot_cells"] == 3 and hot["converged"] == "yes"
    assert "hot" not in table.screen([sound]) and hints._of_hot_cells([sound]) == []
    lines = table.screen([sound, hot]).split("\n")
    assert lines[0].endswith("hot cells") and lines[1].endswith("yes") and lines[2].endswith(" 3"), lines
    assert hints._of_hot_cells([sound, hot])[0].startswith("cells of a1 are hotter than any stream or wall")
    assert "cells of a1, a1, a1 and 2 more are" in hints._of_hot_cells([hot] * 5)[0]


def options_and_help():
    found = cli.parse(["case.cfg", "--alpha", "-1 2", "--set", "a.b=1", "--set=c.d=2", "--quiet"])
    assert found == {"": ["case.cfg"], "--alpha": "-1 2", "--set": ["a.b=1", "c.d=2"], "--quiet": True}
    text = cli.help_text()
    assert all(f"  {row[0]}" in text for row in cli.OPTIONS) and max(len(line) for line in text.split("\n")) <= 125


def records_and_half_rows():
    with tempfile.TemporaryDirectory() as home:
        folder = Folder(os.path.join(home, "s"))
        points = lists.points({"flow.alpha": [0, 1]})
        folder.make()
        folder.create({"format": 1, "case": "c", "case_sha256": "0", "packs": "p", "arguments": [], "launch": None,
                       "points": points})
        assert folder.record("a0") == {} and folder.names("done") == []
        os.mkdir(folder.results("a0"))
        folder.set_aside("a0", {"state": "failed", "settings": points["a0"], "reason": "status 4: so"})
        assert not os.path.exists(folder.results("a0")) and folder.names("failed") == ["a0"]
        again = Folder(folder.path)
        assert refuses(again.create, dict(folder.plan, case="d"))
        again.create(dict(folder.plan, points=lists.points({"flow.alpha": [7]})))
        assert list(again.points) == ["a0", "a1", "a7"]
        rows = table.rows(again)
        assert [row["state"] for row in rows] == ["failed", "not computed", "not computed"] and rows[2]["alpha"] == 7
        with open(os.path.join(home, "history.csv"), "w", encoding="utf-8") as f:
            f.write("iteration,wall_seconds,evaluations\n3,1.5,9\n4,2.5,12\n5,3.")  # while a run writes it
        assert outcome.progress(home) == [4, 12, 2.5], outcome.progress(home)
        assert outcome.progress(os.path.join(home, "nowhere")) == [0, 0, 0]


def another_scheme_counts_evaluations_anew():
    with tempfile.TemporaryDirectory() as home:
        with open(os.path.join(home, "history.csv"), "w", encoding="utf-8") as f:
            f.write("iteration,wall_seconds,evaluations\n30,1.5,20\n")
        run = {"settings": {"time": {"scheme": "implicit"}}}
        for scheme, before, spent in (("rk", 45, 20), ("rk", 5, 20), ("implicit", 5, 15), (None, 5, 15), (None, 45, 20)):
            record = {"began_at": [10, before, 0.5], "began_scheme": scheme}
            assert outcome._spent(home, run, record) == [20, spent, 1], (scheme, before)
        try:
            outcome._spent(home, run, {"began_at": [10, 45, 0.5], "began_scheme": "implicit"})
            assert False, "more evaluations at the beginning than at the end were taken"
        except Failure as e:
            assert "damaged" in str(e), e


def counts_of_a_history_are_whole():
    with tempfile.TemporaryDirectory() as home:
        for row, good in (("9007199254740992,1.5,9", True), ("99999999999999999999,1.5,9", False), ("2.5,1.5,9", False),
                          ("-3,1.5,9", False), ("3,1.5,1e20", False), ("3,1.5,", False)):
            with open(os.path.join(home, "history.csv"), "w", encoding="utf-8") as f:
                f.write(f"iteration,wall_seconds,evaluations\n{row}\n")
            try:
                outcome.progress(home)
                assert good, row
            except Failure as e:
                assert not good and "is damaged" in str(e), e
        with open(os.path.join(home, "history.csv"), "w", encoding="utf-8") as f:
            f.write("iteration\n25\n")
        try:
            outcome.progress(home)
            assert False, "a history without its columns was taken"
        except Failure as e:
            assert "history.csv is damaged (it has no column evaluations)" in str(e), e


def at_a_given_lift_the_angle_is_drawn():
    assert [y for _, y, _, _ in plots.mach_panels(False)] == ["cd_counts", "cl"]
    assert [y for _, y, _, _ in plots.mach_panels(True)] == ["cd_counts", "alpha"]  # cl would be the target, and rounding


STATUS = 0
for rule in [values_of_lists, options_are_refused_before_any_run, names_and_points, order_is_from_near_to_near, order_of_many_is_that_of_all_comparisons,
             no_infinity_is_written, steps_of_a_point, lines_through_two_points, where_lift_bends,
             generations_of_jobs, moments_are_nose_up, hot_cells_follow_the_verdict,
             hot_cells_are_told_with_the_table, options_and_help, records_and_half_rows,
             another_scheme_counts_evaluations_anew, counts_of_a_history_are_whole,
             at_a_given_lift_the_angle_is_drawn]:
    try:
        rule()
        print(f"ok {rule.__name__}")
    except Exception:  # whatever it is, it is shown
        traceback.print_exc(file=sys.stdout)
        print(f"FAIL {rule.__name__}: see above")
        STATUS = 1
sys.exit(STATUS)
