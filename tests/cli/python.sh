# docs/python.md: its pieces of Python, as they stand there, on a small run.
. tests/lib.sh
python=
# UFV_PYTHON: a Python with these modules, as of a virtual environment
for p in $UFV_PYTHON /usr/bin/python3 python3; do "$p" -c 'import h5py, pandas' 2>/dev/null && { python=$p; break; }; done
[ -n "$python" ] || { echo "skip python h5py and pandas are not installed (UFV_PYTHON names a Python that has them)"; exit 0; }
"$box" --cells hex --n 6 4 4 --out "$T/box.cgns" >/dev/null || exit 1
"$prep" "$T/box.cgns" --out "$T/packs" --ranks 2 --quiet || exit 1
flow_case "$T/flow.cfg"
run_solve 2 "$T/flow.cfg" --packs "$T/packs" --out "$T/results" --steps 20 --threads 1 \
    --set "probes.wake=points at=0.4,0.5,0.5 at=0.7,0.5,0.5" || exit 1
"$post" cp "$T/results" --patch zmin --section y=0.4 --out "$T/cp.csv" --quiet || exit 1
run_solve 2 "$T/flow.cfg" --packs "$T/packs" --out "$T/results-2" --steps 10 --threads 1 || exit 1
"$box" --cells hex --n 5 4 4 --out "$T/box2.cgns" >/dev/null && "$prep" "$T/box2.cgns" --out "$T/packs2" --quiet &&
    run_solve 1 "$T/flow.cfg" --packs "$T/packs2" --out "$T/other-mesh" --steps 1 --threads 1 || exit 1
page=$(realpath docs/python.md) formats=$(realpath formats/pack) build=$(realpath "$BUILD") post=$(realpath "$post")
cd "$T" || exit 1
awk '/^```python/ { n++; file = "piece" n ".py"; next } /^```/ { file = "" } file { print > file }' "$page"
# the package and its version, which make puts into ufv-sweep
PYTHONPATH=$(realpath "$build/sweep"):$(dirname "$page")/../post/python PYTHONDONTWRITEBYTECODE=1 UFV_BIN=$build
export PYTHONPATH PYTHONDONTWRITEBYTECODE UFV_BIN
for k in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    check "piece_${k}_is_short" test "$(wc -l <piece$k.py)" -le 5
    if grep -q '\.mesh(' piece$k.py && ! "$python" -c 'import pyvista' 2>/dev/null; then
        skip "piece_$k" "pyvista is not installed"
    elif grep -q matplotlib piece$k.py && ! "$python" -c 'import matplotlib' 2>/dev/null; then
        skip "piece_$k" "matplotlib is not installed"
    else
        check "piece_$k" "$python" piece$k.py
    fi
done
check no_more_pieces test ! -e piece16.py
# the package's numbers are those of the programs
cat >agree.py <<'END'
import json, os, re, shutil, sys, zlib
import h5py
import numpy, pandas
import ufv
from ufv import h5_file
r, other = ufv.Results("results"), ufv.Results("results-2")
f = json.load(open("results/forces.json"))
assert r.forces().loc["total", "cl"] == f["cl"] and r.forces().loc["zmin", "cd_friction"] == f["patches"]["zmin"]["friction"]["cd"]
told = pandas.read_csv("compare.txt", sep=r"\s+", skiprows=2, header=None, usecols=range(4), index_col=0)
found = ufv.compare(r, other)
assert numpy.allclose(told[1], found.loc[told.index, "absolute"], rtol=1e-5), (told, found)
assert numpy.allclose(told[2], found.loc[told.index, "relative"], rtol=1e-5), (told, found)
assert len(r.cells()) == 96 and r.cells().index.is_monotonic_increasing and r.history.index[-1] == 20
assert r.probe("wake")["pressure"].shape[1] == 2
try:
    ufv.solve("flow.cfg", "packs", "bad", {"flow.mahc": 1}).wait()
except ufv.ProgramError as e:
    assert e.status == 1 and "did you mean 'mach'" in str(e), e
else:
    sys.exit("a wrong key was taken")
try:
    ufv.compare(r, "other-mesh")
except ValueError as e:
    assert "different meshes" in str(e)
else:
    sys.exit("results of two meshes were compared")
# The geometry is that of the faces: the pressure summed over them is the force on the wall.
faces, cells, s = r.faces(geometry=True), r.cells(geometry=True), r.free_stream
wall = faces[faces.patch == "zmin"]
force = [((wall.pressure - s["pressure"]) * wall.area * wall["normal_" + c]).sum() for c in "xyz"]
scale = 0.5 * s["density"] * numpy.dot(s["velocity"], s["velocity"]) * s["area"]
told = f["patches"]["zmin"]["pressure"]
for key, axis in (("cl", "lift_axis"), ("cd", "drag_axis")):
    # rounding alone: sums of 24 terms
    assert abs(numpy.dot(force, s[axis]) / scale - told[key]) < 1e-12 * max(1, abs(told[key])), (key, force, told)
assert len(cells) == 96 and numpy.isclose(cells.volume.sum(), 1, rtol=1e-12)  # a unit cube
assert cells.z.between(0, 1).all() and cells.index.equals(r.cells().index) and faces.index.equals(r.faces().index)
assert set(r.flows().index) == set(f["flows"]) and len(f["flows"]) > 0
assert r.flows().loc["xmax", "mass_flow"] == f["flows"]["xmax"]["mass_flow"]
# A plane through the middles of the second cells of six along x, each of which has 1/16 m^2 of it.
cut, layer = r.slice("x=0.25", variables="primitive"), cells[abs(cells.x - 0.25) < 1e-9]
assert len(cut) == len(layer) == 16
flow = (cut.area * cut.density * cut.velocity_x).sum()
assert numpy.isclose(flow, (layer.density * layer.velocity_x).sum() / 16, rtol=1e-10), flow  # 12 digits in the file
# The same plane by ufv-post, which carries values to it with gradients: here the plane goes through the middles.
assert numpy.isclose(r.flux("x=0.25").loc["x=0.25", "mass_flow"], flow, rtol=1e-9)
through = r.flux("x=0.25", "x=0.5", patches=["xmax"], circle="0,0.5,0.5,0.4")
assert list(through.index) == ["x=0.25", "x=0.5", "xmax"] and numpy.allclose(through.area[:2], numpy.pi * 0.16, rtol=1e-12)
assert numpy.isclose(through.loc["xmax", "mass_flow"], f["flows"]["xmax"]["mass_flow"], rtol=1e-11)
# Packs that were moved.
os.rename("packs", "moved")
try:
    r.faces(geometry=True)
except FileNotFoundError as e:
    assert "packs=FOLDER" in str(e), e
else:
    sys.exit("packs were found that are not there")
moved = ufv.Results("results", packs="moved")
assert moved.faces(geometry=True).equals(faces) and len(moved.cp("zmin", "y=0.4")) > 0
try:
    ufv.Results("results", packs="packs2").cells(geometry=True)
except (FileNotFoundError, ValueError) as e:
    assert "packs" in str(e), e
else:
    sys.exit("the packs of another mesh were taken")
os.rename("moved", "packs")
# A single number is a list of one; a sweep that is refused is not answered by the table of an earlier one.
assert list(ufv.sweep("flow.cfg", "packs", "one", alpha=1, options=["--steps", "2"]).table.alpha) == [1]
# A text is a list as ufv-sweep has them; bytes are none, and a text is no list of words.
for text, angles in (("12", [12]), ("-1:1:2", [-1, 1])):
    found = ufv.sweep("flow.cfg", "packs", f"of {text}", alpha=text, options=["--steps", "2"])
    assert sorted(found.table.alpha) == angles, found.table.alpha
for wrong in ({"alpha": b"12"}, {"alpha": bytearray(b"12")}, {"alpha": 1, "options": "--cold"}):
    try:
        ufv.sweep("flow.cfg", "packs", "none", **wrong)
    except TypeError as e:
        assert " is needed, " in str(e) and not os.path.exists("none"), e
    else:
        sys.exit(f"{wrong} was taken for a list")
for what, wrong in ((ufv.solve, {"settings": "flow.alpha=1"}), (ufv.solve, {"settings": [("flow.alpha", 1)]}),
                    (ufv.solve, {"settings": 3}), (ufv.solve, {"command": ["mpirun", "-np", "2"]}), (ufv.solve, {"command": 3}),
                    (ufv.sweep, {"settings": "flow.mach=0.7", "alpha": 1})):
    try:
        what("flow.cfg", "packs", "none", **wrong)
    except TypeError as e:
        assert " is needed, such as " in str(e) and not os.path.exists("none"), e
    else:
        sys.exit(f"{wrong} was taken")
assert r.flux("x=0.25", patches="xmax").equals(r.flux("x=0.25", patches=["xmax"]))
# A message is whole, whatever it quotes.
for what in (lambda: ufv.solve("flow.cfg", "packs", "bad", {"flow.alpha": "1\n2"}).wait(),
             lambda: ufv.sweep("flow.cfg", "packs", "bad", {"model.x\ny": 2}, alpha=1),
             lambda: ufv.sweep("flow.cfg", "packs", "bad-2", options=["--set", "flow.x\ny"], alpha=1),
             lambda: r.slice("x\ny=0.25")):
    try:
        what()
    except ufv.ProgramError as e:
        assert str(e).startswith("ufv-") and (("a number is needed" in str(e)) or ("did you mean" in str(e)) or
            ("SECTION.KEY=VALUE" in str(e)) or ("such as y=0.5" in str(e)) or ("unknown" in str(e))), repr(str(e))
    else:
        sys.exit("a value with a line end was taken")
os.rename("packs", "moved")
try:
    ufv.sweep("flow.cfg", "packs", "one", alpha=[1, 2], options=["--steps", "2"])
except ufv.ProgramError as e:
    assert e.status == 1 and "packs" in str(e), e
else:
    sys.exit("an earlier table was taken for that of a sweep that was refused")
os.rename("moved", "packs")
# A name with a pattern in it is a name.
shutil.copytree("results", "run[1]")
marked = ufv.Results("run[1]")
assert marked.cells().equals(r.cells()) and marked.units == r.units and marked.free_stream == r.free_stream
assert marked.cells(geometry=True).equals(cells)
# So is one that begins as an option does.
shutil.copytree("results", "-r")
assert ufv.Results("-r").cp("zmin", "y=0.5").equals(r.cp("zmin", "y=0.5"))
assert list(ufv.sweep("flow.cfg", "packs", "-s", alpha=1, options=["--steps", "2"]).table.alpha) == [1]
ufv.solve("flow.cfg", "packs", "-o", restart="-r", options=["--steps", "2"]).wait()
# A pipe in place of a file is not waited for.
shutil.copytree("results", "piped")
part = ufv.Results("piped")._files()[0]
os.remove(part)
os.mkfifo(part)
try:
    ufv.Results("piped").cells()
except ufv.FileError as e:
    assert str(e).startswith(part) and "not a plain file" in str(e), e
else:
    sys.exit("a pipe was read as fields")
# Files that are damaged, or lead elsewhere: a sentence with the file's name.
def refused(path, text, what, words):
    """What is read of a file with other text ends in a sentence that begins with the file's name and has the words."""
    with open(path, "rb") as f:
        whole = f.read()
    with open(path, "w") as f:
        f.write(text)
    try:
        what()
    except ufv.FileError as e:
        assert str(e).startswith(path) and words in str(e) and len(str(e).splitlines()) == 1, e
    else:
        sys.exit(f"{path} was taken with {text!r}")
    with open(path, "wb") as f:
        f.write(whole)
latest, run = "run[1]/latest", "run[1]/run.json"
for text in ("../results/" + open("results/latest").read(), "", "\n", "/etc", "fields-1/..", "\x1b[31m"):
    refused(latest, text, marked.cells, "is not the name of a folder of fields")
refused(run, "[1]", lambda: marked.run, "holds no object")
refused(run, "{", lambda: marked.verdict, "is no JSON")
refused(run, "{}", lambda: marked.converged, "'converged' is missing")
refused("run[1]/forces.json", '{"patches": 3}', marked.forces, "it is damaged")
for text in ("{}", '{"flow": 1}', '{"patches": 3}', '{"patches": {}, "flows": [1]}', '{"patches": {}, "flows": {"xmin": {}}}'):
    refused("run[1]/forces.json", text, marked.flows, "it is damaged")
refused("run[1]/history.csv", "", lambda: marked.history, "it is damaged")
refused(os.path.join(marked.fields_folder, "rank-00000.h5"), "text", marked.cells, "it is damaged")
# A run that has gone on in its folder leaves the reports of its earlier part.
with open("run[1]/history.csv", "a") as f:
    f.write(open("results/history.csv").readlines()[-1].replace(str(r.history.index[-1]), "99", 1))
for what in (lambda: marked.converged, lambda: marked.verdict, marked.forces, marked.flows):
    try:
        what()
    except FileNotFoundError as e:
        assert "gone on to 99 without having ended" in str(e), e
    else:
        sys.exit("reports of an earlier part of the run were taken")
# Fields that are text, or a link that leads to itself.
fields = os.path.join(marked.fields_folder, "rank-00000.h5")
for value, words in (("text", "holds no numbers"), (h5py.SoftLink("/cell/field/pressure"), "it is damaged")):
    with h5py.File(fields, "r+") as f:
        del f["cell/field/pressure"]
        f["cell/field/pressure"] = value
    try:
        marked.cells()
    except ufv.FileError as e:
        assert str(e).startswith(fields) and words in str(e), e
    else:
        sys.exit("fields were taken that are none")
# Bytes that have changed, and numbers of cells that cannot be.
def damaged(change, words, what=lambda: ufv.Results("damaged").cells(geometry=True), folder="results"):
    """What change(folder) does to a copy of a folder is told by what()."""
    shutil.rmtree("damaged", ignore_errors=True)
    shutil.copytree(folder, "damaged")
    change("damaged")
    try:
        what()
    except ufv.FileError as e:
        assert str(e).startswith("damaged") and words in str(e) and len(str(e).splitlines()) == 1, e
    else:
        sys.exit(f"damage was not found: {words}")
def rewritten(name, at, value, checksum=False):
    """A change of one number of an array of a rank's file, as a bad disk or a script makes it."""
    def change(folder):
        part = ufv.Results(folder)._files()[0] if os.path.exists(f"{folder}/latest") else f"{folder}/rank-00000.h5"
        with h5py.File(part, "r+") as f:
            f[name][at] = value
            if checksum:
                f[name].attrs["crc32"] = numpy.uint32(zlib.crc32(f[name][:]))
    return change
for name, value in (("cell/field/pressure", 1), ("cell/field/density", numpy.nan), ("cell/global_id", 5)):
    damaged(rewritten(name, 3, value), "does not match its checksum")
damaged(rewritten("boundary/field/pressure", 3, 1), "does not match its checksum", lambda: ufv.Results("damaged").faces())
def of_probes(name, at, value):
    def change(folder):
        with h5py.File(f"{folder}/probes/wake.h5", "r+") as f:
            f[name][at] = value
    return change
for name, at, value in (("iteration", 3, 1), ("iteration", 0, -1), ("time", 2, numpy.nan), ("time", 2, 1.0)):
    damaged(of_probes(name, at, value), "do not ascend", lambda: ufv.Results("damaged").probe("wake"))
def attribute(group, name, value):
    def change(folder):
        with h5py.File(ufv.Results(folder)._files()[0], "r+") as f:
            f[group].attrs[name] = value
    return change
for group, name, value in (("/", "iteration", 19), ("/", "time", 1.0), ("/", "pack_id", numpy.bytes_(b"x")),
                           ("reference", "pressure", 1e5), ("reference", "velocity", [1.0, 2, 3])):
    for what in (lambda: ufv.Results("damaged").cells(), lambda: ufv.Results("damaged").free_stream):
        damaged(attribute(group, name, value), "the attributes do not match their checksum", what)
# What an older package would take for what it knows, and fields that have gone.
def removed(name):
    def change(folder):
        with h5py.File(ufv.Results(folder)._files()[0], "r+") as f:
            del f[name]
    return change
for what in (lambda: ufv.Results("damaged").cells(), lambda: ufv.Results("damaged").units,
             lambda: ufv.Results("damaged").free_stream):
    damaged(attribute("/", "version", 2), "fields version 2 is not of this package", what)
    damaged(attribute("/", "format", numpy.bytes_(b"ufv-probes")), "holds no fields", what)
for name in ("cell/field/pressure", "boundary/field/pressure"):
    damaged(removed(name), f"{name[:-9]} does not hold the ", lambda: ufv.Results("damaged").units)
damaged(removed("cell/field/pressure"), "cell/field does not hold the 5 fields that the file lists")
def of_pack(name, value):
    def change(folder):
        with h5py.File(f"{folder}/rank-00001.h5", "r+") as f:
            f.attrs[name] = value
    return change
for read in ("cells", "faces"):
    for name, value, words in (("n_owned", 40, "the counts do not match their checksum"), ("n_slices", 40, "their checksum"),
                               ("counts_crc32", 1, "their checksum"), ("schema_version", 5, "pack format 5 is not of this"),
                               ("schema_version", 3, "pack format 3 is not of this"), ("kind", numpy.bytes_(b"x"), "is no pack")):
        damaged(of_pack(name, value), words,
                lambda: getattr(ufv.Results("results", packs="damaged"), read)(geometry=True), "packs")
damaged(lambda folder: shutil.copyfile(f"{folder}/rank-00000.h5", f"{folder}/rank-00001.h5"), "the pack of rank 0",
        lambda: ufv.Results("results", packs="damaged").cells(geometry=True), "packs")
schema, header = (open(os.path.join(sys.argv[1], name)).read() for name in ("pack_schema.inc", "pack.h"))
assert re.findall(r"^PACK_COUNT\((\w+),", schema, re.M) == h5_file.COUNTS
assert f"PACK_SCHEMA_VERSION = {h5_file.PACK_VERSION}" in header or f"PACK_SCHEMA_VERSION {h5_file.PACK_VERSION}" in header
damaged(rewritten("cell/global_id", 3, -1, True), "negative or occur twice")
damaged(rewritten("cell/global_id", 3, r.cells().index[40], True), "twice")
damaged(lambda folder: os.remove(ufv.Results(folder)._files()[0]), "is of a run of 2 ranks, and there are 1 files")
damaged(lambda folder: shutil.copyfile(*ufv.Results(folder)._files()), "two of its files hold the same global_id")
for name, at, value in (("cell/volume", 3, 1), ("cell/centroid", (0, 3), 1), ("cell/global_id", 3, 1)):
    damaged(rewritten(name, at, value), "does not match its checksum",
            lambda: ufv.Results("results", packs="damaged").cells(geometry=True), "packs")
damaged(rewritten("face/normal", (0, 3), 1), "does not match its checksum",
        lambda: ufv.Results("results", packs="damaged").faces(geometry=True), "packs")
whole = open("results/history.csv").read()
header, rest = whole.split("\n", 1)
column = header.split(",")[3]
def with_cell(value):
    rows = [line.split(",") for line in whole.splitlines()]
    rows[2][3] = value
    return "".join(",".join(row) + "\n" for row in rows)
for text, words in ((with_cell("word"), f"column {column} holds what is no number"),
                    (whole[:-30] + "x" + whole[-29:], "holds what is no number"),
                    (with_cell("NULL"), "holds what is no number"), (with_cell("True"), "holds what is no number"),
                    (header + "," + column + "\n" + rest.replace("\n", ",1\n"), f"it has two columns {column}"),
                    (header + "\n" + rest.replace("\n", ",1\n"), "has not as many cells as the first line"),
                    (whole + "30,1\n" + whole.splitlines()[-1] + "\n", "has not as many cells as the first line"),
                    (with_cell("1e999"), f"column {column} holds 1e999, which is too large"),
                    ("iteration,cl\n1e999,5\n", "column iteration holds 1e999, which is too large"),
                    ("iteration,cl\ninf,5\n", "an iteration is inf"), ("iteration,cl\nnan,5\n", "an iteration is nan"),
                    ("iteration,cl\n9007199254740994,5\n", "an iteration is 9007199254740994"),
                    ("iteration,cl\n2.5,5\n", "an iteration is 2.5"), ("iteration,cl\n-1,5\n", "an iteration is -1"),
                    ("iteration,cl\n99999999999999999999,5\n", "column iteration holds what is no number"), ("cl\n5\n", "'iteration' is missing"),
                    (with_cell("1\0"), "holds a zero byte"), (whole[:-1] + "\0\n", "holds a zero byte")):
    refused("results/history.csv", text, lambda: r.history, words)
# A row that a run is writing is left out; a nan is a number.
before = r.history
with open("results/history.csv", "w") as f:
    f.write(with_cell("-nan") + "30,1.5")
assert len(r.history) == len(before) and r.history.isna().sum().sum() == 1
with open("results/history.csv", "w") as f:
    f.write(whole)
table = "one/table.json"
for text in ('{"points": [], "hints": []}', '{"hints": []}'):
    refused(table, text, lambda: ufv.Sweep("one"), "holds no points")
refused(table, '{"points": [3], "hints": []}', lambda: ufv.Sweep("one"), "it is damaged")
refused(table, "[]", lambda: ufv.Sweep("one"), "holds no object")
# A log begins anew; what stands at its name is not written into.
with open("mine", "w") as f:
    f.write("mine")
os.link("mine", "linked.log")
ufv.solve("flow.cfg", "packs", "linked", {"time.steps": 1}).wait()
assert open("mine").read() == "mine" and "iteration" in open("linked.log").read()
os.mkfifo("piped.log")
try:
    ufv.solve("flow.cfg", "packs", "piped")
except ufv.FileError as e:
    assert "piped.log: is a FIFO" in str(e), e
else:
    sys.exit("a FIFO was taken for a log")
END
"$post" compare results results-2 >compare.txt
check package_agrees "$python" agree.py "$formats"
# the pressure sorted by cell is that of ufv-post's table of extremes
cat piece12.py - >sorted.py <<'END'
import json
e = json.load(open("e.json"))
assert len(pressure) == 96 and numpy.array_equal(numpy.sort(gid), numpy.arange(96))
assert pressure.min() == e["pressure"]["least"]["value"] and pressure.max() == e["pressure"]["greatest"]["value"]
END
cd - >/dev/null || exit 1
"$post" extremes "$T/results" --variables pressure --json "$T/e.json" --quiet || exit 1
check sorted_pressure sh -c 'cd "$1" && exec "$2" sorted.py' sh "$T" "$python"
exit $status
