"""Shapes of the zoo: bodies with blunt bases, wings and nacelles, as vehicles have them."""
import math

from shapes import DELAUNAY, HXT, PLANE_FRONTAL, Shape, add_wing, cut, half_ball, half_patches, layered, naca, revolved, \
    wing_size

# ---- blunt bases, inviscid -----------------------------------------------------------------------------------------------


def waverider(gmsh, small):
    """Nonweiler's waverider for Mach 6 (Nonweiler 1959): a plane shock of a wedge of 10 degrees is attached to the
    leading edges, the upper sides are parallel to the wind, the base is blunt. HXT."""
    occ = gmsh.model.occ
    low, edge, span = math.tan(math.radians(10)), math.tan(math.radians(17.586867)), 0.35  # the wedge, its shock
    corners = [(0, 0, 0), (1, 0, 0), (1, 0, -low), (1, span, -edge)]
    p = [occ.addPoint(*c) for c in corners]
    line = {(a, b): occ.addLine(p[a], p[b]) for a in range(4) for b in range(a + 1, 4)}
    faces = [occ.addPlaneSurface([occ.addCurveLoop([line[a, b], line[b, c], line[a, c]])])
             for a, b, c in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))]
    cut(gmsh, half_ball(occ, 0.9, 2.0), [(3, occ.addVolume([occ.addSurfaceLoop(faces)]))])
    h, growth = (0.045, 0.42) if small else (0.013, 0.17)

    def size(x, y, z):
        at = min(max(x, 0), 1)
        tip, middle = at * span, -0.5 * edge * at
        away = math.hypot(x - at, max(0, y - tip), max(0, abs(z - middle) - 0.5 * edge * at))
        behind = 0.5 if x > 1 else 1
        return h * (0.6 + 0.4 * min(1, 2 * at)) + growth * behind * away
    return Shape(3, half_patches("BODY", 1.5), size, {"Algorithm3D": HXT, "Optimize": 1})


def spatula(gmsh, small):
    """A flattened body: a wedge of 8 degrees before a plate with a blunt base, round sides. Delaunay, not optimised."""
    occ = gmsh.model.occ
    half, shoulder, span = 0.07, 0.07 / math.tan(math.radians(8)), 0.35
    outline = [(0, 0), (shoulder, half), (1, half), (1, -half), (shoulder, -half)]
    p = [occ.addPoint(x, 0, z) for x, z in outline]
    face = occ.addPlaneSurface([occ.addCurveLoop([occ.addLine(a, b) for a, b in zip(p, p[1:] + p[:1])])])
    middle = [s for s in occ.extrude([(2, face)], 0, span, 0) if s[0] == 3]
    p = [occ.addPoint(x, span, z) for x, z in ((0, 0), (shoulder, half), (1, half), (1, 0))]
    face = occ.addPlaneSurface([occ.addCurveLoop([occ.addLine(a, b) for a, b in zip(p, p[1:] + p[:1])])])
    side = [s for s in occ.revolve([(2, face)], 0, span, 0, 1, 0, 0, -math.pi) if s[0] == 3]
    cut(gmsh, half_ball(occ, 1.0, 2.2), occ.fuse(middle, side)[0])
    h, growth = (0.07, 0.45) if small else (0.0185, 0.16)

    def size(x, y, z):
        at = min(max(x, 0), 1)
        away = math.hypot(x - at, max(0, math.hypot(max(0, y - span), z) - half * min(1, at / shoulder)))
        behind = 0.4 if x > 1 else 1
        return h * (0.6 + 0.4 * min(1, 6 * min(at, 1 - at))) + growth * behind * away
    return Shape(3, half_patches("BODY", 1.7), size, {"Algorithm3D": DELAUNAY})


# ---- a car-like body on the ground ---------------------------------------------------------------------------------------


def fastback_shape(gmsh, small, finish):
    """Ahmed's body (Ahmed, Ramm & Faltin 1984) with a slant of 25 degrees, without stilts, 50 mm above the ground."""
    occ = gmsh.model.occ
    length, width, height, gap, radius = 1.044, 0.1945, 0.288, 0.05, 0.1
    slant = (0.222 * math.cos(math.radians(25)), 0.222 * math.sin(math.radians(25)))
    outline = [(0, 0), (length, 0), (length, height - slant[1]), (length - slant[0], height), (0, height)]
    p = [occ.addPoint(x, 0, gap + z) for x, z in outline]
    face = occ.addPlaneSurface([occ.addCurveLoop([occ.addLine(a, b) for a, b in zip(p, p[1:] + p[:1])])])
    body = [s for s in occ.extrude([(2, face)], 0, width, 0) if s[0] == 3]
    occ.synchronize()
    front = []
    for _, c in gmsh.model.getEntities(1):
        x0, y0, z0, x1, y1, z1 = gmsh.model.getBoundingBox(1, c)
        if x1 < 1e-3 and not y1 < 1e-3:
            front.append(c)
    body = occ.fillet([body[0][1]], front, [radius])
    cut(gmsh, [(3, occ.addBox(-3, 0, 0, 9, 3, 3))], body)

    def patch_of(x0, y0, z0, x1, y1, z1):
        if x1 - x0 < 1.5 and y1 < 1 and z1 < 1:
            return "BODY"
        return "GROUND" if z1 < 1e-3 else "SYM" if y1 < 1e-3 else "FAR"
    h, growth = (0.07, 0.45) if small else (0.0175, 0.19)

    def size(x, y, z):
        at = min(max(x, 0), length)
        away = math.hypot(x - at, max(0, y - width), max(0, z - gap - height))
        wake = h + 0.08 * (x - length) + 0.4 * math.hypot(max(0, y - width), max(0, z - 0.36)) if x > length else 1.0
        return min(0.8, wake, h * (0.6 + 0.4 * min(1, 6 * min(at, length - at))) + growth * away)
    return Shape(3, patch_of, size, {"Algorithm3D": HXT, "Optimize": 1}, finish)


def fastback(gmsh, small):
    """HXT's tetrahedra."""
    return fastback_shape(gmsh, small, None)


def fastback_layers(gmsh, small):
    """With layers of prisms for wall functions."""
    return fastback_shape(gmsh, small, layered(("BODY",), 4 if small else 6, 2e-3 if small else 6e-4, False))


# ---- wings and nacelles with layers ---------------------------------------------------------------------------------------


def nacelle(gmsh, small):
    """A ring of a section with a blunt trailing edge, through which the air flows; prisms for wall functions."""
    occ = gmsh.model.occ
    n, r0, tail = 24, 0.35, 0.01
    s = [0.5 * (1 - math.cos(math.pi * i / n)) for i in range(n + 1)]
    out, into = ([(x, r0 + share * naca(x, 0.1, False) + sign * tail * x) for x in s] for sign, share in ((1, 1.2), (-1, -0.3)))
    nose = occ.addPoint(0, 0, r0)
    curves, ends = [], []
    for side in (out, into):
        points = [nose] + [occ.addPoint(x, 0, r) for x, r in side[1:]]
        curves.append(occ.addSpline(points))
        ends.append(points[-1])
    face = occ.addPlaneSurface([occ.addCurveLoop([curves[0], occ.addLine(*ends), -curves[1]])])
    ring = [v for v in occ.revolve([(2, face)], 0, 0, 0, 1, 0, 0, -math.pi) if v[0] == 3]
    cut(gmsh, half_ball(occ, 0.5, 10), ring)
    h, end = (0.125, 0.5) if small else (0.03, 0.4)

    def size(x, y, z):
        at, r = min(max(x, 0), 1), math.hypot(y, z)
        away = math.hypot(x - at, max(0, abs(r - r0) - 0.05))
        wake = 2 * h + 0.1 * (x - 1) + 0.4 * max(0, r - 0.4) if x > 1 else 3.0
        return min(3.0, wake, h * (end + (1 - end) * min(1, 5 * min(at, 1 - at))) + 0.4 * away)
    return Shape(3, half_patches("NACELLE", 5), size, {"Algorithm3D": DELAUNAY, "Optimize": 1},
                 layered(("NACELLE",), 4 if small else 7, 1.5e-3 if small else 5e-4, False))


def wing_layers(gmsh, small):
    """The wing with layers of prisms whose width is more than a thousand times their height; y+ about 1."""
    cut(gmsh, half_ball(gmsh.model.occ, 0.5, 12), add_wing(gmsh.model.occ, 30))
    h, ends = (0.3, 0.45) if small else (0.064, 0.3)
    return Shape(3, half_patches("WING", 5), wing_size(h, ends), {"Algorithm3D": HXT, "Optimize": 1},
                 layered(("WING",), 10 if small else 22, 2e-5 if small else 5e-6, False))


def wing_body(gmsh, small):
    """A wing in the middle of a body of revolution, with layers of prisms, also in the junction."""
    occ = gmsh.model.occ
    n, radius = 20, 0.15
    nose = [(-1 + 0.6 * (1 - math.cos(0.5 * math.pi * i / n)), radius * math.sin(0.5 * math.pi * i / n)) for i in range(n + 1)]
    tail = [(1.0 + 0.8 * i / n, radius * (1 - (i / n) ** 2)) for i in range(n)] + [(1.8, 0.0)]
    body = revolved(occ, [nose, [nose[-1], tail[0]], tail])
    both = occ.fuse(body, add_wing(occ, 30))[0]
    cut(gmsh, half_ball(occ, 0.5, 12), occ.intersect(both, [(3, occ.addBox(-20, 0, -20, 40, 40, 40))])[0])
    h, ends = (0.32, 0.45) if small else (0.075, 0.3)
    on_wing = wing_size(h, ends)

    def size(x, y, z):
        at = min(max(x, -1), 1.8)
        away = math.hypot(x - at, max(0, math.hypot(y, z) - radius))
        on_body = h * (0.4 + 0.5 * min(1, 2 * min(at + 1, 1.8 - at))) + 0.4 * away
        return min(on_wing(x, y, z), on_body)
    return Shape(3, half_patches("WALLS", 5), size, {"Algorithm3D": DELAUNAY, "Optimize": 1},
                 layered(("WALLS",), 9 if small else 20, 3e-5 if small else 6e-6, False))


# ---- a cylinder across the wind --------------------------------------------------------------------------------------------


def cylinder_layer(gmsh, h, growth, half):
    """Triangles around a circular cylinder, drawn out to one layer of prisms as some users do; far field at 20 diameters."""
    occ = gmsh.model.occ
    air = occ.cut([(2, occ.addDisk(0, 0, 0, 20, 20))], [(2, occ.addDisk(0, 0, 0, 0.5, 0.5))])[0]
    if half:
        occ.intersect(air, [(2, occ.addRectangle(-30, 0, 0, 60, 30))])
    occ.synchronize()

    def patch_of(x0, y0, z0, x1, y1, z1):
        if y1 - y0 < 1e-3:
            return "SYM"
        return "FAR" if max(x1 - x0, y1 - y0) > 5 else "CYLINDER"

    def size(x, y, z):
        wake = 2 * h + 0.03 * x + 0.2 * max(0, abs(y) - 0.8) if x > 0 else 2.0
        return min(2.0, wake, h + growth * (math.hypot(x, y) - 0.5))
    return Shape(2, patch_of, size, {"Algorithm": PLANE_FRONTAL}, lambda mesh: mesh.drawn_out(0.1))


def cylinder_fast(gmsh, small):
    """The whole plane: behind the cylinder vortices are shed."""
    return cylinder_layer(gmsh, *((0.06, 0.12) if small else (0.0115, 0.033)), False)


def cylinder_half(gmsh, small):
    """Half of it, where the flow is steady."""
    return cylinder_layer(gmsh, *((0.05, 0.1) if small else (0.0085, 0.0225)), True)


VEHICLES = {"waverider": waverider, "spatula": spatula, "fastback": fastback, "fastback-layers": fastback_layers,
            "nacelle": nacelle, "wing-layers": wing_layers, "wing-body": wing_body, "cylinder-fast": cylinder_fast,
            "cylinder-half": cylinder_half}
