"""A results folder of ufv-solve as data frames."""
import glob
import io
import itertools
import os
import re
import tempfile

import h5py
import numpy
import pandas

from ufv import programs
from ufv.errors import FileError, read_object, reading
from ufv.h5_file import check_fields, check_pack, field_names, numbers
from ufv_sweep import style
from ufv_sweep.folder import FIELDS

COEFFICIENTS = ["cl", "cd", "cy", "cmx", "cmy", "cmz"]
FLOWS = ["mass_flow", "area", "pressure", "total_pressure", "total_temperature", "thrust", "power"]


def _vectors(names, array, at):
    return {name: array[k, at] for k, name in enumerate(names)}


def _check_ids(index):
    """Numbers of cells or faces are whole, none is negative or there twice."""
    if index.dtype.kind not in "iu" or (len(index) > 0 and index.min() < 0) or not index.is_unique:
        raise ValueError("global_id has numbers that are negative or occur twice")


def _cell_geometry(pack):
    own = slice(0, int(pack.attrs["n_owned"]))
    return {"global_id": numbers(pack, "cell/global_id")[own], **_vectors("xyz", numbers(pack, "cell/centroid"), own),
            "volume": numbers(pack, "cell/volume")[own]}


def _face_geometry(pack):
    """Boundary faces of own cells; a face's normal points out of its cell."""
    begin, end = numbers(pack, "patch/range")[:2]
    names = numpy.array([name.decode() for name in numbers(pack, "patch/name", "S")], dtype=object)
    at = numpy.concatenate([numpy.arange(b, e) for b, e in zip(begin, end)])
    area = numbers(pack, "face/area")[at]
    normal = _vectors(("normal_x", "normal_y", "normal_z"), numbers(pack, "face/normal"), at)
    return {"global_id": numbers(pack, "face/global_id")[at], "patch": numpy.repeat(names, end - begin),
            **_vectors("xyz", numbers(pack, "face/centroid"), at), "area": area,
            **{name: values / area for name, values in normal.items()}}


def _table_of_numbers(text):
    """A history: numbers under names, in rows that are whole but for the last, which a run may be writing."""
    lines = text[:text.rfind("\n") + 1].splitlines()
    if "\0" in text:
        raise ValueError("it holds a zero byte")
    for number, line in enumerate(lines):
        if line.count(",") != lines[0].count(","):
            raise ValueError(f"line {number + 1} has not as many cells as the first line")
    names = lines[0].split(",") if lines else []
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"it has two columns {name}")
    frame = pandas.read_csv(io.StringIO("\n".join(lines)), keep_default_na=False, na_values=["", "nan", "-nan"])
    for name in frame if len(frame) > 0 else []:
        if frame[name].dtype.kind not in "fiu":
            raise ValueError(f"column {name} holds what is no number")
    _check_finite(lines, frame)
    return frame


def _check_finite(lines, frame):
    """inf is a number, and 1e999, which pandas reads as the same, is none. Iterations are whole, from 0 to 2^53."""
    for name in frame:
        rows, column = numpy.flatnonzero(numpy.isinf(frame[name].to_numpy(float))), frame.columns.get_loc(name)
        for text in (lines[1 + row].split(",")[column] for row in rows):
            if any(c.isdigit() for c in text):
                raise ValueError(f"column {name} holds {text[:40]}, which is too large")
    at = frame["iteration"].to_numpy(float)
    wrong = at[~((at >= 0) & (at <= 2 ** 53) & (at == numpy.floor(at)))]
    if len(wrong) > 0:
        raise ValueError(f"an iteration is {wrong[0]:.16g}, which is no number of steps")


class Results:
    """A results folder. Everything is read when it is asked for, so that a run may still be writing."""

    def __init__(self, path, packs=None):
        """path: what ufv-solve wrote with --out; packs: their folder, if it was moved after the run."""
        self.path, self.packs = os.fspath(path), None if packs is None else os.fspath(packs)
        if not os.path.isdir(self.path):
            raise FileNotFoundError(f"{self.path}: no such folder of results")

    def __repr__(self):
        return f"ufv.Results({self.path!r})"

    def _path(self, name):
        return os.path.join(self.path, name)

    @property
    def run(self):
        """run.json: settings, mesh, timings, versions."""
        return read_object(self._path("run.json"))

    def _of_end(self, name):
        """run.json or forces.json. A run that goes on in its folder leaves those of its earlier part there until it
        ends; they are not of its last row."""
        path, found = self._path(name), read_object(self._path(name))
        rows = self.history.index if os.path.exists(self._path("history.csv")) else []
        with reading(path):
            if len(rows) > 0 and rows[-1] > found.get("iteration", numpy.inf):
                raise FileNotFoundError(f"{path}: is of iteration {found['iteration']}, and the run has gone on to "
                                        f"{rows[-1]} without having ended; wait for its end or, if it was killed, "
                                        "continue it")
        return found

    @property
    def converged(self):
        """True or False; None for unsteady runs."""
        with reading(self._path("run.json")):
            return self._of_end("run.json")["converged"]

    @property
    def verdict(self):
        """Whether the run has converged, and if not, why: a sentence."""
        with reading(self._path("run.json")):
            return self._of_end("run.json")["verdict"]

    @property
    def history(self):
        """history.csv, by iteration. The last row of a run that is writing may be missing."""
        path = self._path("history.csv")
        with reading(path), open(path, encoding="utf-8", newline="") as f:
            return _table_of_numbers(f.read()).set_index("iteration")

    def forces(self):
        """forces.json: a row for the total, each patch and each group; coefficients in total, by pressure, by
        friction."""
        path = self._path("forces.json")
        with reading(path):
            f = self._of_end("forces.json")
            rows = {"total": f, **f["patches"], **f.get("groups", {})}
            totals = {name: {key: row[key] for key in COEFFICIENTS} for name, row in rows.items()}
            frame = pandas.DataFrame.from_dict(totals, orient="index")
            for part in ("pressure", "friction"):
                for key in ("cl", "cd"):
                    frame[f"{key}_{part}"] = [row.get(part, {}).get(key, numpy.nan) for row in rows.values()]
            return frame

    def flows(self):
        """What crosses inflows, outlets and the far field: a row for each open patch, and for each group with an inflow
        or an outlet; mass_flow (kg/s out of the fluid), area, pressure, total_pressure, total_temperature, thrust (N)
        and power (W)."""
        path = self._path("forces.json")
        with reading(path):
            f = self._of_end("forces.json")
            rows = {**f.get("flows", {}), **f.get("group_flows", {})}
            if not isinstance(f["patches"], dict):  # which are there also in runs without open patches
                raise ValueError("patches is no object")
            found = [[row["mass_flow"], *(row.get(key) for key in FLOWS[1:])] for row in rows.values()]
            frame = pandas.DataFrame(found, index=list(rows), columns=FLOWS, dtype=float)
        frame.index.name = "patch"
        return frame

    # ---- fields ----

    @property
    def fields_folder(self):
        """The newest complete folder of fields."""
        path = self._path("latest")
        with reading(path), open(path, encoding="utf-8", errors="replace") as f:
            name = f.read(200).strip()
        if not re.fullmatch(FIELDS, name):
            raise FileError(f"{path}: {name!r} is not the name of a folder of fields such as fields-000001000; write "
                            "that of one of the results into it")
        return self._path(name)

    def _files(self):
        """Those of the fields, one for each rank."""
        found = sorted(glob.glob(os.path.join(glob.escape(self.fields_folder), "rank-*.h5")))
        if not found:
            raise FileNotFoundError(f"{self.fields_folder} holds no fields")
        return found

    def _read(self, part):
        frames, paths = [], self._files()
        for path in paths:
            with reading(path), h5py.File(path) as f:
                check_fields(f)
                if f.attrs["n_ranks"] != len(paths):
                    raise ValueError(f"it is of a run of {f.attrs['n_ranks']} ranks, and there are {len(paths)} files")
                values = {name: numbers(f[part]["field"], name) for name in field_names(f, part)}
                index = pandas.Index(numbers(f[part], "global_id"), name="global_id")
                _check_ids(index)
                frames.append(pandas.DataFrame(values, index=index))
        found = pandas.concat(frames).sort_index()
        if not found.index.is_unique:
            raise FileError(f"{os.path.dirname(paths[0])}: two of its files hold the same global_id; it is damaged")
        return found

    def _of_packs(self, read):
        """What read(pack) finds in the packs of the run, {column: values} with "global_id", as one frame."""
        first = self._files()[0]
        with reading(first), h5py.File(first) as f:
            check_fields(f)
            packs, wanted = self.packs or f.attrs["packs"].decode(), f.attrs["pack_id"]
            n_ranks = int(f.attrs["n_ranks"])
            if n_ranks < 1:
                raise ValueError(f"n_ranks is {n_ranks}")
        frames = []
        for rank in range(n_ranks):
            path = os.path.join(packs, f"rank-{rank:05d}.h5")
            if not os.path.exists(path):
                raise FileNotFoundError(f"{path}: no such pack; if the packs of {self.path} were moved, write "
                                        "Results(path, packs=FOLDER)")
            with reading(path), h5py.File(path) as pack:
                check_pack(pack, rank)
                same = pack.attrs["id"] == wanted
                if same:
                    frames.append(pandas.DataFrame(read(pack)).set_index("global_id"))
            if not same:
                raise ValueError(f"{path} is of other packs than those of the run in {self.path}")
        return pandas.concat(frames)

    def cells(self, geometry=False):
        """Values in the cells, by the cell's number in the mesh file: density, velocity_x, ..., pressure, ...
        geometry: also x, y, z of the centroid (m) and volume (m^3), from the packs."""
        values = self._read("cell")
        return self._of_packs(_cell_geometry).join(values, how="right") if geometry else values

    def faces(self, geometry=False):
        """Values on the boundary faces, by the face's number: pressure, wall_shear_x, y_plus, ... geometry: also the
        patch, x, y, z of the centroid (m), area (m^2) and the unit normal out of the fluid, from the packs."""
        values = self._read("boundary")
        return self._of_packs(_face_geometry).join(values, how="right") if geometry else values

    @property
    def units(self):
        """{field: unit} of cells() and faces()."""
        path = self._files()[0]
        with reading(path), h5py.File(path) as f:
            check_fields(f)
            return {name: f[part]["field"][name].attrs["unit"].decode() for part in ("cell", "boundary")
                    for name in field_names(f, part)}

    @property
    def free_stream(self):
        """The free stream and the reference values of coefficients, by name, in SI units."""
        path = self._files()[0]
        with reading(path), h5py.File(path) as f:
            check_fields(f)
            return {name: value.tolist() if value.size > 1 else float(value)
                    for name, value in ((n, numpy.asarray(v)) for n, v in f["reference"].attrs.items())}

    def probe(self, name):
        """The rows of a set of [probes]: {variable: frame with a row for each time and a column for each point}."""
        path = os.path.join(self.path, "probes", name + ".h5")
        with reading(path), h5py.File(path) as f:
            n, time = int(f["iteration"].shape[0]), f["time"][:]
            steps = numpy.diff(f["iteration"][:n], prepend=-1)
            if not numpy.isfinite(time[:n]).all() or (steps <= 0).any() or (numpy.diff(time[:n]) < 0).any():
                raise ValueError("its iterations or times do not ascend")
            return {key: pandas.DataFrame(f[key][:n], index=pandas.Index(time[:n], name="time")) for key in f
                    if key not in ("time", "iteration", "points")}

    # ---- by ufv-post ----

    def _options(self):
        return ["--quiet"] + ([] if self.packs is None else ["--packs", programs.as_path(self.packs)])

    def _table(self, command, *words):
        with tempfile.TemporaryDirectory() as home:
            path = os.path.join(home, "out.csv")
            programs.call("ufv-post", command, programs.as_path(self.path), *words, *self._options(), "--out", path)
            return pandas.read_csv(path, comment="#")

    def cp(self, patch, section, quantity="cp"):
        """A surface cut by a plane ("y=0.5", "eta=0.65"): x, y, z, x_over_c, the quantity, side (1: upper). quantity:
        cp, cf, y_plus or heat_flux. patch: a name, a glob, or a group."""
        return self._table("cp", "--patch", patch, "--section", section, "--quantity", quantity)

    def slice(self, plane, variables=None):
        """The cells cut by a plane ("x=0.5"): a row for each polygon with its centre x, y, z (m), area (m^2) and the
        values of its cell, so that sums of area times value are integrals over the plane. variables: as of mesh()."""
        return self._table("slice", "--plane", plane, *(["--variables", variables] if variables else []))

    def flux(self, *planes, patches=(), box=None, circle=None):
        """What crosses planes ("x=0.5"), in the direction of their axes, and patches, out of the fluid: a row for each
        with area (m^2), mass_flow (kg/s), pressure, total_pressure (Pa), total_temperature (K), momentum_x .. _z and
        momentum_pressure_x .. _z (N). box: "X0:X1,Y0:Y1,Z0:Z1", circle: "X,Y,Z,R", m: the part of the planes that
        counts."""
        patches = [patches] if isinstance(patches, str) else patches
        words = [w for plane in planes for w in ("--plane", plane)] + [w for p in patches for w in ("--patch", p)]
        words += ["--box", box] if box else []
        words += ["--circle", circle] if circle else []
        return self._table("flux", *words).set_index("surface")

    def span(self, strips=40):
        """Loads along the span, a row for each strip."""
        return self._table("span", "--strips", str(strips))

    def mesh(self, surface=False, variables=None, point_data=False):
        """The cells, or the boundary faces, with their values, as a pyvista mesh. variables: names with commas between,
        "all" or "primitive"."""
        import pyvista
        words = ["--surface"] * surface + ["--point-data"] * point_data
        words += ["--variables", variables] if variables else []
        with tempfile.TemporaryDirectory() as home:
            path = os.path.join(home, "mesh")
            programs.call("ufv-post", "export", programs.as_path(self.path), "--format", "vtu", "--out", path,
                          *self._options(), *words)
            return pyvista.read(path + ".pvtu")

    def plot_history(self, columns=("cl", "cd")):
        """Residuals by their largest values, and columns of the history below them, drag in counts; the matplotlib
        figure."""
        import matplotlib.pyplot
        columns = [columns] if isinstance(columns, str) else columns
        h, names = self.history, {"cl": "$c_L$", "cd": "$c_D$, counts ($10^{-4}$)"}
        residuals = h.filter(like="res_")
        residuals = (residuals / residuals.max()).rename(columns=lambda name: name[4:].replace("_", " "))
        with style.matplotlib_style():
            figure, axes = matplotlib.pyplot.subplots(1 + len(columns), sharex=True, figsize=(7, 2 + 2 * len(columns)),
                                                      layout="constrained")
            axes = numpy.atleast_1d(axes)
            residuals.plot(ax=axes[0], logy=True, ylabel="residual / its largest")
            axes[0].legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, fontsize=9)
            for ax, name, colour in zip(axes[1:], columns, itertools.cycle(style.colours())):
                values = h[name] * (1e4 if name == "cd" else 1)
                values.plot(ax=ax, ylabel=names.get(name, name), color=colour)
                late = values.iloc[len(values) // 4:]  # the transient of the start would hide the rest
                margin = max(0.15 * (late.max() - late.min()), 1e-3 * late.abs().max(), 1e-12)
                ax.set_ylim(late.min() - margin, late.max() + margin)
            axes[-1].set_xlabel("iteration")
        return figure
