"""Shapes of the zoo: ducts."""
import math

from shapes import DELAUNAY, PLANE_DELAUNAY, PLANE_FRONTAL, Shape, layered

# ---- a plane nozzle --------------------------------------------------------------------------------------------------------


def nozzle_height(x):
    """Half the height: 0.3 before, 0.2 at the throat (x = 1), 0.3 at x = 4, of which the slopes are small."""
    if x < 1:
        return 0.25 + 0.05 * math.cos(math.pi * max(x, 0))
    return 0.25 - 0.05 * math.cos(math.pi * min(x - 1, 3) / 3)


def nozzle_plane(gmsh, small):
    """Half a plane nozzle, slender, so that the flow is nearly that of one dimension. Triangles by Delaunay."""
    geo = gmsh.model.geo
    n = 60
    p = [geo.addPoint(x, y, 0) for x, y in ((-0.4, 0), (4.6, 0))]
    top = [geo.addPoint(-0.4, 0.3, 0)] + [geo.addPoint(4 * i / n, nozzle_height(4 * i / n), 0) for i in range(n + 1)]
    top.append(geo.addPoint(4.6, 0.3, 0))
    loop = [geo.addLine(*p), geo.addLine(p[1], top[-1]), geo.addLine(top[-1], top[-2]), geo.addSpline(top[-2:0:-1]),
            geo.addLine(top[1], top[0]), geo.addLine(top[0], p[0])]
    geo.addPlaneSurface([geo.addCurveLoop(loop)])
    geo.synchronize()

    def patch_of(x0, y0, z0, x1, y1, z1):
        if x1 - x0 < 1e-3:
            return "INLET" if x0 < 0 else "OUTLET"
        return "SYM" if y1 < 1e-3 else "WALL"
    h = 0.03 if small else 0.0068
    return Shape(2, patch_of, lambda x, y, z: h, {"Algorithm": PLANE_DELAUNAY})


# ---- a groove in a plate ---------------------------------------------------------------------------------------------------


def groove(gmsh, small):
    """A plate with a groove of 0.1 by 0.4 m: quadrilaterals along the walls and in the groove, triangles above."""
    geo = gmsh.model.geo
    thin, depth, top, first = 0.05, 0.1, 1.0, 2e-5 if small else 1e-5
    xs = (-2.5, -2.0, 0.0, 0.4, 1.4)
    n_x = (5, 22, 28, 14) if small else (30, 150, 150, 100)
    n_thin, n_deep = (20, 22) if small else (50, 100)
    floor = [geo.addPoint(x, 0, 0) for x in xs]
    edge = [geo.addPoint(x, thin, 0) for x in xs]
    roof = [geo.addPoint(x, top, 0) for x in (xs[0], xs[-1])]
    deep = [geo.addPoint(x, -depth, 0) for x in xs[2:4]]
    curve, mesh = geo.addLine, geo.mesh
    up = [curve(a, b) for a, b in zip(floor, edge)]
    low = [curve(a, b) for a, b in zip(floor, floor[1:])]
    high = [curve(a, b) for a, b in zip(edge, edge[1:])]
    down = [curve(d, f) for d, f in zip(deep, floor[2:4])]
    bottom = curve(*deep)
    quads = [geo.addPlaneSurface([geo.addCurveLoop([low[k], up[k + 1], -high[k], -up[k]])]) for k in range(4)]
    quads.append(geo.addPlaneSurface([geo.addCurveLoop([bottom, down[1], -low[2], -down[0]])]))
    sides = [curve(edge[0], roof[0]), curve(roof[0], roof[1]), curve(roof[1], edge[-1])]
    geo.addPlaneSurface([geo.addCurveLoop(sides + [-c for c in high[::-1]])])
    for c in up:
        mesh.setTransfiniteCurve(c, n_thin + 1, "Progression", ratio(thin, first, n_thin))
    for k in range(4):
        how = (("Progression", 1.0), ("Progression", 1 / 1.02), ("Bump", 0.15), ("Progression", 1.03))[k]
        if small:
            how = (("Progression", 1.0), ("Progression", 1 / 1.12), ("Bump", 0.2), ("Progression", 1.15))[k]
        for c in (low[k], high[k]):
            mesh.setTransfiniteCurve(c, n_x[k] + 1, *how)
    mesh.setTransfiniteCurve(bottom, n_x[2] + 1, "Bump", 0.2 if small else 0.15)
    for c in down:
        mesh.setTransfiniteCurve(c, n_deep + 1, "Bump", 0.03 if small else 0.01)
    for s in quads:
        mesh.setTransfiniteSurface(s)
        mesh.setRecombine(2, s)
    geo.synchronize()

    def patch_of(x0, y0, z0, x1, y1, z1):
        if x1 - x0 < 1e-3 and not (x0 > -0.1 and x1 < 0.5):
            return "INLET" if x0 < 0 else "OUTLET"
        if y0 > 0.5 or x1 < -1.9:
            return "SYM"
        return "FLOOR" if x1 < 0.1 and y0 > -1e-3 and x1 - x0 > 1e-3 else "GROOVE" if y0 < -1e-3 else "FLOOR_BEHIND"
    h, growth = (0.03, 0.2) if small else (0.005, 0.035)

    def size(x, y, z):
        return h + growth * math.hypot(max(0, -x, x - 0.4) * 0.3, max(0, y - thin))
    return Shape(2, patch_of, size, {"Algorithm": PLANE_FRONTAL})


def ratio(length, first, n):
    """Of neighbours among n intervals that grow geometrically from the first."""
    low, high = 1.0 + 1e-9, 4.0
    for _ in range(80):
        g = 0.5 * (low + high)
        low, high = (g, high) if first * (g ** n - 1) / (g - 1) < length else (low, g)
    return low


# ---- a bent duct -----------------------------------------------------------------------------------------------------------


def s_duct(gmsh, small):
    """Half a round duct of two bends of 30 degrees, with layers of prisms; y+ about 1."""
    occ = gmsh.model.occ
    radius, bend, turn = 0.1, 0.5, math.radians(30)
    disc = occ.addDisk(0, 0, 0, radius, radius)
    occ.rotate([(2, disc)], 0, 0, 0, 0, 1, 0, 0.5 * math.pi)
    face = occ.intersect([(2, disc)], [(3, occ.addBox(-1, 0, -1, 2, 1, 2))])[0][0]
    parts = []

    def grow(made):
        parts.extend(v for v in made if v[0] == 3)
        return made[0]
    face = grow(occ.extrude([face], 0.3, 0, 0))
    face = grow(occ.revolve([face], 0.3, 0, bend, 0, 1, 0, -turn))  # upwards
    x, z = 0.3 + bend * math.sin(turn), bend * (1 - math.cos(turn))
    face = grow(occ.revolve([face], x + bend * math.sin(turn), 0, z - bend * math.cos(turn), 0, 1, 0, turn))
    end = 0.3 + 2 * bend * math.sin(turn) + 0.4
    grow(occ.extrude([face], 0.4, 0, 0))
    occ.fuse(parts[:1], parts[1:])
    gmsh.model.occ.synchronize()

    def patch_of(x0, y0, z0, x1, y1, z1):
        if x1 - x0 < 1e-3:
            return "INLET" if x1 < 0.1 else "OUTLET"
        return "SYM" if y1 < 1e-3 else "WALL"
    h = 0.04 if small else 0.012
    assert abs(end - 1.2) < 1e-9
    return Shape(3, patch_of, lambda x, y, z: h, {"Algorithm3D": DELAUNAY, "Optimize": 1},
                 layered(("WALL",), 8 if small else 18, 4e-5 if small else 6e-6, False))


DUCTS = {"nozzle-plane": nozzle_plane, "groove": groove, "s-duct": s_duct}
