"""Layers of prisms on the walls of a tetrahedral mesh.

The nodes of the walls move into the fluid, at most a fraction of the edges there, and by less where a tetrahedron would
lose too much of its volume or a prism would not be convex; prisms fill the gap. Nodes that a wall shares with another
patch, which has to be plane (the symmetry plane, the fan face), move in that patch's plane:

      tetrahedra      ______/\\______        ----- where the wall was moved to
                     |__|__|__|__|__|
      layers         |__|__|__|__|__|  SYM
                     |__|__|__|__|__|
    ================= wall ============
"""
import math

FRACTION = 0.45     # of the mean length of the edges at a node: thickness of all layers
LEAST_VOLUME = 0.15  # of a tetrahedron's volume that it has to keep
LEAST_COSINE = 0.02  # between a triangle's normal and the way of its corners
TRIALS = 60


class LayerError(Exception):
    pass


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def along(a, t, b):
    return (a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2])


def unit(a):
    length = math.sqrt(dot(a, a))
    return (a[0] / length, a[1] / length, a[2] / length) if length > 0 else a


def volume(a, b, c, d):
    return dot(cross(sub(b, a), sub(c, a)), sub(d, a)) / 6


def heights(total, first, n):
    """Heights of n layers in all, as fractions of the total, growing geometrically from the first."""
    if first * n >= total:
        return [(k + 1) / n for k in range(n)]
    low, high = 1.0, 100.0
    for _ in range(80):
        g = 0.5 * (low + high)
        low, high = (g, high) if first * (g ** n - 1) / (g - 1) < total else (low, g)
    return [(low ** (k + 1) - 1) / (low ** n - 1) for k in range(n)]


class Mesh:
    """x: positions of nodes. tets: four nodes each, positive volumes. prisms: base, then top, positive volumes.
    triangles, quads: by patch, seen from inside the fluid in no given order."""

    def __init__(self, x):
        self.x = x
        self.tets, self.prisms, self.triangles, self.quads = [], [], {}, {}

    def set_tetrahedra(self, nodes):
        for i in range(0, len(nodes), 4):
            a, b, c, d = nodes[i:i + 4]
            positive = volume(self.x[a], self.x[b], self.x[c], self.x[d]) > 0
            self.tets.append((a, b, c, d) if positive else (b, a, c, d))

    def add_triangles(self, patch, nodes):
        self.triangles.setdefault(patch, []).extend(tuple(nodes[i:i + 3]) for i in range(0, len(nodes), 3))
        self.quads.setdefault(patch, [])

    def drop_unused_nodes(self):
        """Points of construction belong to no cell."""
        used = sorted({n for t in self.tets for n in t})
        new = {n: i for i, n in enumerate(used)}
        self.x = [self.x[n] for n in used]
        self.tets = [tuple(new[n] for n in t) for t in self.tets]
        for patch, triangles in self.triangles.items():
            self.triangles[patch] = [tuple(new[n] for n in t) for t in triangles]

    # ---- layers -------------------------------------------------------------------------------------------------------

    def add_layers(self, walls, n, first):
        self.orient(walls)
        way = self.ways(walls)
        length = self.thicknesses(walls, way)
        old = self.x
        self.x = list(old)
        self.move(old, way, length, walls)
        self.fill(old, way, length, walls, n, first)

    def orient(self, walls):
        """Triangles of walls so that their normals point into the fluid."""
        inner = {}
        for t in self.tets:
            for k in range(4):
                face = t[:k] + t[k + 1:]
                inner[tuple(sorted(face))] = t[k]
        for patch in walls:
            for i, (a, b, c) in enumerate(self.triangles[patch]):
                d = inner[tuple(sorted((a, b, c)))]
                if volume(self.x[a], self.x[b], self.x[c], self.x[d]) < 0:
                    self.triangles[patch][i] = (a, c, b)

    def wall_triangles(self, walls):
        return [t for patch in walls for t in self.triangles[patch]]

    def ways(self, walls):
        """Unit vectors of wall nodes: of the normals around a node, weighted by angles, and then turned towards those
        that it sees least; in the planes of the other patches at the node."""
        normals, planes = {}, {}
        for t in self.wall_triangles(walls):
            normal = unit(cross(sub(self.x[t[1]], self.x[t[0]]), sub(self.x[t[2]], self.x[t[0]])))
            for k in range(3):
                a, b, c = t[k], t[(k + 1) % 3], t[(k + 2) % 3]
                cosine = dot(unit(sub(self.x[b], self.x[a])), unit(sub(self.x[c], self.x[a])))
                normals.setdefault(a, []).append((normal, math.acos(max(-1.0, min(1.0, cosine)))))
        for patch, triangles in self.triangles.items():
            if patch in walls:
                continue
            for t in triangles:
                plane = unit(cross(sub(self.x[t[1]], self.x[t[0]]), sub(self.x[t[2]], self.x[t[0]])))
                for node in t:
                    if node in normals:
                        planes.setdefault(node, []).append(plane)
        way = {}
        for node, around in normals.items():
            w = (0.0, 0.0, 0.0)
            for normal, angle in around:
                w = along(w, angle, normal)
            way[node] = self.seen_best(self.into_planes(unit(w), planes.get(node, ())), around, planes.get(node, ()))
        return way

    def seen_best(self, w, around, planes):
        """Turned in shrinking steps towards the normal that it sees least; the best of all steps."""
        best, seen = w, -1.0
        step = 0.3
        for _ in range(60):
            cosine, least = min((dot(normal, w), normal) for normal, _ in around)
            if cosine > seen:
                best, seen = w, cosine
            w = self.into_planes(unit(along(w, step, least)), planes)
            step *= 0.93
        return best

    @staticmethod
    def into_planes(w, planes):
        for p in planes:
            w = along(w, -dot(w, p), p)
        return unit(w)

    def thicknesses(self, walls, way):
        """A fraction of the mean edge around each node, evened out between neighbours."""
        around = {}
        for t in self.wall_triangles(walls):
            for k in range(3):
                around.setdefault(t[k], set()).update((t[(k + 1) % 3], t[(k + 2) % 3]))
        length = {}
        for node, others in around.items():
            edges = [math.sqrt(dot(d, d)) for d in (sub(self.x[o], self.x[node]) for o in others)]
            length[node] = FRACTION * sum(edges) / len(edges)
        self.around = around
        return self.evened(length, 3)

    def evened(self, length, times):
        """Nowhere more than the mean around it, nor than 1.5 times the least."""
        for _ in range(times):
            length = {n: min(v, sum(length[o] for o in self.around[n]) / len(self.around[n]),
                             1.5 * min(length[o] for o in self.around[n])) for n, v in length.items()}
        return length

    def move(self, old, way, length, walls):
        """Shortens until every tetrahedron keeps its volume and every prism is convex."""
        near = [t for t in self.tets if any(n in way for n in t)]
        before = [volume(*(old[n] for n in t)) for t in near]
        triangles = self.wall_triangles(walls)
        for _ in range(TRIALS):
            for n, w in way.items():
                self.x[n] = along(old[n], length[n], w)
            bad = set()
            for t, v in zip(near, before):
                if volume(*(self.x[n] for n in t)) < LEAST_VOLUME * v:
                    bad.update(n for n in t if n in way)
            for t in triangles:
                if not self.is_good_prism(old, t):
                    bad.update(t)
            if not bad:
                return
            for n in bad:
                length[n] *= 0.8
            length.update(self.evened(length, 1))
        raise LayerError("layers do not fit at %d nodes, the first of them at %.4g %.4g %.4g" %
                         ((len(bad),) + old[min(bad)]))

    def is_good_prism(self, old, t):
        base = unit(cross(sub(old[t[1]], old[t[0]]), sub(old[t[2]], old[t[0]])))
        top = unit(cross(sub(self.x[t[1]], self.x[t[0]]), sub(self.x[t[2]], self.x[t[0]])))
        if dot(base, top) < 0.3:
            return False
        for n in t:
            w = unit(sub(self.x[n], old[n]))
            if dot(base, w) < LEAST_COSINE or dot(top, w) < LEAST_COSINE:
                return False
        return True

    def fill(self, old, way, length, walls, n, first):
        column = {}
        for node, w in way.items():
            # the moved node is the outermost one; those below it are new
            part = heights(length[node], first, n)
            new = []
            for k in range(n):
                if k == n - 1:
                    new.append(node)
                else:
                    self.x.append(along(old[node], part[k] * length[node], w))
                    new.append(len(self.x) - 1)
            self.x.append(old[node])
            column[node] = [len(self.x) - 1] + new
        for a, b, c in self.wall_triangles(walls):
            for k in range(n):
                self.prisms.append((column[a][k], column[b][k], column[c][k],
                                    column[a][k + 1], column[b][k + 1], column[c][k + 1]))
        edges = {}
        for t in self.wall_triangles(walls):
            for k in range(3):
                e = tuple(sorted((t[k], t[(k + 1) % 3])))
                edges[e] = edges.get(e, 0) + 1
        for patch, triangles in self.triangles.items():
            if patch in walls:
                self.triangles[patch] = [tuple(column[m][0] for m in t) for t in triangles]
                continue
            for t in triangles:
                for k in range(3):
                    a, b = t[k], t[(k + 1) % 3]
                    if edges.get(tuple(sorted((a, b)))) == 1:
                        self.quads[patch] += [(column[a][j], column[b][j], column[b][j + 1], column[a][j + 1])
                                              for j in range(n)]
        self.n_layers = n
        thickness = sorted(length.values())
        self.note = "; layers %.2g to %.2g m thick, half of them above %.2g m" % (thickness[0], thickness[-1],
                                                                            thickness[len(thickness) // 2])

    # ---- the result ---------------------------------------------------------------------------------------------------

    note = ""

    def check(self):
        """Every cell has a positive volume, every corner of a prism too; the walls are closed."""
        for t in self.tets:
            if not volume(*(self.x[n] for n in t)) > 0:
                raise LayerError("a tetrahedron without volume at %.4g %.4g %.4g" % self.x[t[0]])
        for p in self.prisms:
            a, b, c, d, e, f = (self.x[n] for n in p)
            if not min(volume(a, b, c, d), volume(a, b, c, e), volume(a, b, c, f), volume(d, e, f, a) * -1,
                       volume(d, e, f, b) * -1, volume(d, e, f, c) * -1) > 0:
                raise LayerError("a prism that is not convex at %.4g %.4g %.4g" % a)

    def summary(self, path):
        faces = ", ".join("%s %d" % (p, len(t) + len(self.quads[p])) for p, t in self.triangles.items())
        return "%s: %d cells (%d tetrahedra, %d prisms), %d nodes; faces: %s%s" % (
            path, len(self.tets) + len(self.prisms), len(self.tets), len(self.prisms), len(self.x), faces, self.note)

    def write_su2(self, path, patches):
        with open(path + ".tmp", "w") as f:
            f.write("NDIME= 3\nNELEM= %d\n" % (len(self.tets) + len(self.prisms)))
            f.writelines("10 %d %d %d %d\n" % t for t in self.tets)
            f.writelines("13 %d %d %d %d %d %d\n" % p for p in self.prisms)
            f.write("NPOIN= %d\n" % len(self.x))
            f.writelines("%.16g %.16g %.16g\n" % p for p in self.x)
            f.write("NMARK= %d\n" % len(patches))
            for name in patches:
                f.write("MARKER_TAG= %s\nMARKER_ELEMS= %d\n" % (name, len(self.triangles[name]) + len(self.quads[name])))
                f.writelines("5 %d %d %d\n" % t for t in self.triangles[name])
                f.writelines("9 %d %d %d %d\n" % q for q in self.quads[name])
        import os
        os.replace(path + ".tmp", path)
