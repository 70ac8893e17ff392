"""Cells of the zoo's meshes: taken from Gmsh, prisms cut into tetrahedra, plane cells turned about the axis, SU2 files."""
import math
import os

from layers import LayerError, Mesh, volume

SU2 = {"line": 3, "triangle": 5, "quad": 9, "tetrahedron": 10, "prism": 13, "pyramid": 14}


class Solid(Mesh):
    """A mesh of tetrahedra (and prisms, of layers.py; pyramids)."""

    def __init__(self, x):
        super().__init__(x)
        self.pyramids = []

    def cut_prisms(self):
        """Each prism into three tetrahedra. Diagonals go from the lowest number of a quadrilateral's nodes, so that
        neighbours match (Dompierre et al. 1999)."""
        for p in self.prisms:
            low = p.index(min(p))
            turn = {0: (0, 1, 2, 3, 4, 5), 1: (1, 2, 0, 4, 5, 3), 2: (2, 0, 1, 5, 3, 4),
                    3: (3, 5, 4, 0, 2, 1), 4: (4, 3, 5, 1, 0, 2), 5: (5, 4, 3, 2, 1, 0)}[low]
            a, b, c, d, e, f = (p[k] for k in turn)
            if min(b, f) < min(c, e):
                self.set_tetrahedra([a, b, c, f, a, b, f, e, a, e, f, d])
            else:
                self.set_tetrahedra([a, b, c, e, a, e, c, f, a, e, f, d])
        self.prisms = []
        for patch, quads in self.quads.items():
            for q in quads:
                k = q.index(min(q))
                q = q[k:] + q[:k]
                self.triangles[patch] += [(q[0], q[1], q[2]), (q[0], q[2], q[3])]
            self.quads[patch] = []

    def check(self):
        super().check()
        for p in self.pyramids:
            if not volume(*(self.x[p[k]] for k in (0, 1, 2, 4))) > 0:
                raise LayerError("a pyramid without volume at %.4g %.4g %.4g" % self.x[p[0]])

    def kinds(self):
        return (("tetrahedron", self.tets), ("pyramid", self.pyramids), ("prism", self.prisms))

    def faces(self, patch):
        return (("triangle", self.triangles[patch]), ("quad", self.quads[patch]))

    def summary(self, path):
        return summary(self, path, list(self.triangles)) + self.note

    def write_su2(self, path, form):
        write_su2(self, path, 3, list(self.triangles), form)


class Plane:
    """A plane mesh of triangles and quadrilaterals."""

    def __init__(self, x):
        self.x, self.triangles, self.quads, self.lines = x, [], [], {}

    def check(self):
        for cell in self.triangles + self.quads:
            for k in range(len(cell)):
                a, b, c = (self.x[cell[(k + j) % len(cell)]] for j in range(3))
                if not (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0:
                    raise LayerError("a cell that is not convex at %.4g %.4g" % a[:2])

    def kinds(self):
        return (("triangle", self.triangles), ("quad", self.quads))

    def faces(self, patch):
        return (("line", self.lines[patch]),)

    def summary(self, path):
        return summary(self, path, list(self.lines))

    def write_su2(self, path, form):
        write_su2(self, path, 2, list(self.lines), form)

    def drawn_out(self, depth):
        """One layer of prisms of that depth along z, between the patches FRONT and BACK; triangles only."""
        n = len(self.x)
        solid = Solid([(x, y, 0.0) for x, y, _ in self.x] + [(x, y, depth) for x, y, _ in self.x])
        solid.prisms = [t + tuple(k + n for k in t) for t in self.triangles]
        for name, lines in self.lines.items():
            solid.triangles[name] = []
            solid.quads[name] = [(a, b, b + n, a + n) for a, b in lines]
        for name, by in (("BACK", 0), ("FRONT", n)):
            solid.triangles[name] = [tuple(k + by for k in t) for t in self.triangles]
            solid.quads[name] = []
        return solid

    def turned(self, angle, axis):
        """A wedge of that angle (radians) about the x axis, one cell wide: y is the radius. The nodes on the axis stay,
        so that cells there are tetrahedra and pyramids. The patch `axis` vanishes."""
        c, s = math.cos(0.5 * angle), math.sin(0.5 * angle)
        on_axis = {n for line in self.lines[axis] for n in line}
        x, left, right = [], {}, {}
        for n, (along, r, _) in enumerate(self.x):
            left[n] = right[n] = len(x)
            if n in on_axis:
                x.append((along, 0.0, 0.0))
            else:
                x.append((along, r * s, r * c))
                right[n] = len(x)
                x.append((along, -r * s, r * c))
        solid = Solid(x)
        for name in ("LEFT", "RIGHT"):
            side = left if name == "LEFT" else right
            solid.triangles[name] = [tuple(side[n] for n in t) for t in self.triangles]
            solid.quads[name] = []
        for t in self.triangles:
            off = [n for n in t if n not in on_axis]
            if len(off) == 3:
                solid.prisms.append(tuple(left[n] for n in t) + tuple(right[n] for n in t))
            elif len(off) == 2:
                a, b = off
                tip = next(n for n in t if n in on_axis)
                if t[(t.index(a) + 1) % 3] != b:
                    a, b = b, a
                solid.pyramids.append((left[a], left[b], right[b], right[a], left[tip]))
            else:
                solid.set_tetrahedra([left[n] for n in t] + [right[off[0]]])
        solid.prisms = [p if volume(*(x[p[k]] for k in (0, 1, 2, 3))) > 0 else p[3:] + p[:3] for p in solid.prisms]
        solid.pyramids = [p if volume(*(x[p[k]] for k in (0, 1, 2, 4))) > 0 else (p[3], p[2], p[1], p[0], p[4])
                          for p in solid.pyramids]
        for name, lines in self.lines.items():
            if name == axis:
                continue
            solid.triangles[name], solid.quads[name] = [], []
            for a, b in lines:
                if a in on_axis or b in on_axis:
                    tip, n = (a, b) if a in on_axis else (b, a)
                    solid.triangles[name].append((left[tip], left[n], right[n]))
                else:
                    solid.quads[name].append((left[a], left[b], right[b], right[a]))
        return solid


def take(gmsh, dimension, patch_of):
    """Gmsh's mesh; patch_of(x0, y0, z0, x1, y1, z1) names the patch of a part of the boundary with that bounding box."""
    tags, coordinates, _ = gmsh.model.mesh.getNodes()
    used = set()
    kinds = {2: (2, 3), 3: (4,)}[dimension]
    nodes = {kind: [int(n) for n in gmsh.model.mesh.getElementsByType(kind)[1]] for kind in kinds}
    for kind in kinds:
        used.update(nodes[kind])
    number, x = {}, []
    for i, t in enumerate(tags):
        if int(t) in used:
            number[int(t)] = len(x)
            x.append(tuple(float(v) for v in coordinates[3 * i:3 * i + 3]))
    mesh = Solid(x) if dimension == 3 else Plane(x)
    if dimension == 3:
        mesh.set_tetrahedra([number[n] for n in nodes[4]])
    else:
        mesh.triangles = [turned_left(x, c) for c in groups([number[n] for n in nodes[2]], 3)]
        mesh.quads = [turned_left(x, c) for c in groups([number[n] for n in nodes[3]], 4)]
    parts = gmsh.model.getBoundary(gmsh.model.getEntities(dimension), oriented=False)
    for dim, tag in sorted(parts):
        patch = patch_of(*gmsh.model.getBoundingBox(dim, abs(tag)))
        faces = [number[int(n)] for n in gmsh.model.mesh.getElementsByType(dimension - 1, abs(tag))[1]]
        if dimension == 3:
            mesh.add_triangles(patch, faces)
        else:
            mesh.lines.setdefault(patch, []).extend(groups(faces, 2))
    return mesh


def groups(nodes, n):
    return [tuple(nodes[i:i + n]) for i in range(0, len(nodes), n)]


def turned_left(x, cell):
    """Counter-clockwise."""
    area = sum(x[a][0] * x[b][1] - x[b][0] * x[a][1] for a, b in zip(cell, cell[1:] + cell[:1]))
    return cell if area > 0 else cell[::-1]


def summary(mesh, path, patches):
    cells = ", ".join("%d %ss" % (len(c), kind) for kind, c in mesh.kinds() if c)
    faces = ", ".join("%s %d" % (p, sum(len(f) for _, f in mesh.faces(p))) for p in patches)
    return "%s: %d cells (%s), %d nodes; faces: %s" % (path, sum(len(c) for _, c in mesh.kinds()), cells, len(mesh.x), faces)


def write_su2(mesh, path, dimension, patches, form):
    def rows(f, kinds):
        for kind, cells in kinds:
            f.writelines("%d %s\n" % (SU2[kind], " ".join(map(str, c))) for c in cells)

    with open(path + ".tmp", "w") as f:
        f.write("NDIME= %d\nNELEM= %d\n" % (dimension, sum(len(c) for _, c in mesh.kinds())))
        rows(f, mesh.kinds())
        f.write("NPOIN= %d\n" % len(mesh.x))
        f.writelines(" ".join(form % (v + 0.0) for v in p[:dimension]) + "\n" for p in mesh.x)
        f.write("NMARK= %d\n" % len(patches))
        for name in patches:
            f.write("MARKER_TAG= %s\nMARKER_ELEMS= %d\n" % (name, sum(len(c) for _, c in mesh.faces(name))))
            rows(f, mesh.faces(name))
    os.replace(path + ".tmp", path)
