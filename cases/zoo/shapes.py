"""The zoo's shapes: a function for each, with its geometry in Gmsh, the names of its patches and the sizes of its cells."""
import math

DELAUNAY, FRONTAL, HXT = 1, 4, 10  # Gmsh's Mesh.Algorithm3D
PLANE_DELAUNAY, PLANE_FRONTAL = 5, 6  # and Mesh.Algorithm


class Shape:
    """patch_of(x0, y0, z0, x1, y1, z1): name of the patch of a part of the boundary, by its bounding box.
    size(x, y, z): length of edges. options: Gmsh's [Mesh]. finish(mesh): what is done to Gmsh's mesh, or None."""

    def __init__(self, dimension, patch_of, size, options, finish=None):
        self.dimension, self.patch_of, self.size, self.options, self.finish = dimension, patch_of, size, options, finish


# ---- parts ------------------------------------------------------------------------------------------------------------


def half_ball(occ, x, radius):
    """The half y > 0 of a ball about a point of the x axis."""
    ball = occ.addSphere(x, 0, 0, radius)
    box = occ.addBox(x - 2 * radius, 0, -2 * radius, 4 * radius, 2 * radius, 4 * radius)
    return occ.intersect([(3, ball)], [(3, box)])[0]


def cut(gmsh, air, body):
    air = [v for v in gmsh.model.occ.cut(air, body)[0] if v[0] == 3]
    gmsh.model.occ.synchronize()
    assert len(air) == 1, "the air is in %d pieces" % len(air)


def revolved(occ, profile):
    """Half a body of revolution (y > 0) of curves in the plane y = 0, from the axis to the axis: lists of (x, r), a
    spline each, or a line where there are two points."""
    curves, first, last = [], None, None
    for points in profile:
        tags = [occ.addPoint(x, 0, r) for x, r in (points if last is None else points[1:])]
        tags = tags if last is None else [last] + tags
        curves.append(occ.addLine(*tags) if len(tags) == 2 else occ.addSpline(tags))
        first, last = first or tags[0], tags[-1]
    face = occ.addPlaneSurface([occ.addCurveLoop(curves + [occ.addLine(last, first)])])
    return [s for s in occ.revolve([(2, face)], 0, 0, 0, 1, 0, 0, -math.pi) if s[0] == 3]


def half_patches(name, largest):
    """Patches of half a body in half a ball: a part longer than `largest` is SYM or FAR, others are the body's."""
    def patch_of(x0, y0, z0, x1, y1, z1):
        if max(x1 - x0, z1 - z0) < largest:
            return name
        return "SYM" if y1 < 1e-3 else "FAR"
    return patch_of


def naca(x, t, blunt):
    """Half the thickness of a four-digit section; blunt: with its open trailing edge."""
    return 5 * t * (0.2969 * math.sqrt(x) - x * (0.126 + x * (0.3516 - x * (0.2843 - x * (0.1015 if blunt else 0.1036)))))


def sides(n, t, blunt=False):
    """Upper and lower side of a section from nose to trailing edge, (x, z) of chord 1; points gather at the ends."""
    s = [0.5 * (1 - math.cos(math.pi * i / n)) for i in range(n + 1)]
    upper = [(x, naca(x, t, blunt)) for x in s]
    if not blunt:
        upper[-1] = (1.0, 0.0)
    return upper, [(x, -z) for x, z in upper]


# ---- bodies of revolution, inviscid ------------------------------------------------------------------------------------


def sphere(gmsh, small):
    """Tetrahedra by Delaunay, not optimised: slivers. Far field at ten diameters."""
    cut(gmsh, half_ball(gmsh.model.occ, 0, 10), [(3, gmsh.model.occ.addSphere(0, 0, 0, 0.5))])
    h = 0.11 if small else 0.026
    return Shape(3, half_patches("SPHERE", 5), lambda x, y, z: min(3.0, h + 0.3 * (math.hypot(x, y, z) - 0.5)),
                 {"Algorithm3D": DELAUNAY})


def sphere_fast(gmsh, small):
    """The same for supersonic flow: cells are small between the sphere's front and the shock, and the far field is near."""
    cut(gmsh, half_ball(gmsh.model.occ, 0.6, 1.7), [(3, gmsh.model.occ.addSphere(0, 0, 0, 0.5))])
    h, growth = (0.06, 0.45) if small else (0.025, 0.1)

    def size(x, y, z):
        behind = max(0.0, x + 0.3)  # the shock layer's surroundings
        return h + growth * (0.5 * behind + max(0, math.hypot(x, y, z) - 0.72))
    return Shape(3, half_patches("SPHERE", 1.5), size, {"Algorithm3D": DELAUNAY})


def sphere_jump(gmsh, small):
    """The cell size jumps by ten at a box that ends half a diameter behind the sphere."""
    cut(gmsh, half_ball(gmsh.model.occ, 0, 8), [(3, gmsh.model.occ.addSphere(0, 0, 0, 0.5))])
    h, far = (0.14, 1.4) if small else (0.04, 0.4)

    def size(x, y, z):
        return h if -0.8 < x < 1.0 and y < 0.8 and abs(z) < 0.8 else far + 0.12 * max(0, math.hypot(x, y, z) - 1)
    return Shape(3, half_patches("SPHERE", 5), size, {"Algorithm3D": DELAUNAY, "Optimize": 1})


def capsule(gmsh, small):
    """A heat shield of radius 1.2 diameters, a round shoulder, a cone of 33 degrees: Apollo's shape, roughly."""
    shield, shoulder, slope = 1.2, 0.05, math.radians(33)
    rc = 0.5 - shoulder
    xc = shield - math.sqrt((shield - shoulder) ** 2 - rc ** 2)
    turn = math.asin(rc / (shield - shoulder))  # where the shield ends
    front = [(shield * (1 - math.cos(turn * i / 12)), shield * math.sin(turn * i / 12)) for i in range(13)]
    start, end = math.pi - turn, 0.5 * math.pi - slope
    round_off = [(xc + shoulder * math.cos(start + (end - start) * i / 12), rc + shoulder * math.sin(start + (end - start) * i / 12))
                 for i in range(13)]
    x, r = round_off[-1]
    length = (r - 0.1) / math.tan(slope)
    body = revolved(gmsh.model.occ, [front, round_off, [(x, r), (x + length, 0.1)], [(x + length, 0.1), (x + length, 0)]])
    cut(gmsh, half_ball(gmsh.model.occ, 0.9, 1.9), body)
    h, growth = (0.055, 0.45) if small else (0.023, 0.12)

    def size(x, y, z):
        r = math.hypot(y, z)
        return h + growth * math.hypot(max(-0.12 - x, 0.5 * (x - 0.1), 0), max(0, r - 0.5))
    return Shape(3, half_patches("CAPSULE", 1.5), size, {"Algorithm3D": DELAUNAY, "Optimize": 1})


def cone(gmsh, small):
    """A sharp cone of 10 degrees, its end in the outlet plane; HXT, not optimised."""
    occ = gmsh.model.occ
    air = occ.intersect([(3, occ.addCylinder(-0.3, 0, 0, 1.3, 0, 0, 0.8))], [(3, occ.addBox(-1, 0, -1, 3, 2, 2))])[0]
    cut(gmsh, air, [(3, occ.addCone(0, 0, 0, 1.2, 0, 0, 0, 1.2 * math.tan(math.radians(10))))])

    def patch_of(x0, y0, z0, x1, y1, z1):
        if y1 < 1e-3:
            return "SYM"
        if x0 > 0.99:
            return "OUT"
        return "CONE" if z1 < 0.3 else "FAR"
    h = 0.055 if small else 0.016

    def size(x, y, z):
        away = math.hypot(max(0, -x), max(0, math.hypot(y, z) - 0.5 * max(x, 0)))
        return h * (0.6 + 0.4 * min(1, max(0, x) * 2)) + 0.3 * away
    return Shape(3, patch_of, size, {"Algorithm3D": HXT})


# ---- wings --------------------------------------------------------------------------------------------------------------


def add_wing(occ, n):
    """NACA 0012, semispan 1.5, chords 1 and 0.6, the leading edge swept by 25 degrees; sharp trailing edge, square tip."""
    wires = []
    for y in (-0.15, 1.5):
        chord, nose = 1 - 0.4 * y / 1.5, y * math.tan(math.radians(25))
        upper, lower = sides(n, 0.12)
        ends = [occ.addPoint(nose + x * chord, y, z * chord) for x, z in (upper[0], upper[-1])]
        curves = [occ.addSpline([ends[0]] + [occ.addPoint(nose + x * chord, y, z * chord) for x, z in side[1:-1]] + [ends[1]])
                  for side in (upper, lower)]
        wires.append(occ.addWire([curves[0], -curves[1]]))
    return [s for s in occ.addThruSections(wires, makeSolid=True, makeRuled=True) if s[0] == 3]


def wing_size(h, ends):
    def size(x, y, z):
        on = min(max(y, 0), 1.5)
        chord, nose = 1 - 0.4 * on / 1.5, on * math.tan(math.radians(25))
        s = (x - nose) / chord
        at = min(max(s, 0), 1)
        away = math.hypot((s - at) * chord, y - on, max(0, abs(z) - 0.06 * chord))
        return min(3.0, chord * h * (ends + (1 - ends) * 4 * min(at, 1 - at, 0.25)) + 0.4 * away)
    return size


def wing(gmsh, small):
    cut(gmsh, half_ball(gmsh.model.occ, 0.5, 12), add_wing(gmsh.model.occ, 30))
    h, ends = (0.2, 0.35) if small else (0.06, 0.2)
    return Shape(3, half_patches("WING", 5), wing_size(h, ends), {"Algorithm3D": HXT, "Optimize": 1})


def wing_slivers(gmsh, small):
    """By Delaunay, not optimised."""
    cut(gmsh, half_ball(gmsh.model.occ, 0.5, 12), add_wing(gmsh.model.occ, 30))
    h, ends = (0.24, 0.4) if small else (0.06, 0.2)
    return Shape(3, half_patches("WING", 5), wing_size(h, ends), {"Algorithm3D": DELAUNAY})


# ---- bodies of revolution with layers --------------------------------------------------------------------------------


def spheroid_shape(gmsh, small, layers, first, cut_prisms):
    n = 40
    arc = [(0.5 * (1 - math.cos(math.pi * i / n)), 0.125 * math.sin(math.pi * i / n)) for i in range(n)] + [(1.0, 0.0)]
    cut(gmsh, half_ball(gmsh.model.occ, 0.5, 10), revolved(gmsh.model.occ, [arc]))
    h = 0.085 if small else 0.024

    def size(x, y, z):
        at = min(max(x, 0), 1)
        away = math.hypot(x - at, max(0, math.hypot(y, z) - 0.25 * math.sqrt(at * (1 - at))))
        return min(3.0, h * (0.4 + 0.6 * min(1, 5 * min(at, 1 - at))) + 0.45 * away)
    return Shape(3, half_patches("BODY", 5), size, {"Algorithm3D": DELAUNAY, "Optimize": 1},
                 layered(("BODY",), layers, first, cut_prisms))


def layered(walls, n, first, cut_prisms):
    def finish(mesh):
        mesh.add_layers(walls, n, first)
        if cut_prisms:
            mesh.cut_prisms()
        return mesh
    return finish


def spheroid(gmsh, small):
    """A spheroid 4:1 with layers of prisms; y+ about 1."""
    return spheroid_shape(gmsh, small, 12 if small else 24, 6e-5 if small else 2e-5, False)


def spheroid_tets(gmsh, small):
    """The same with each prism cut into three tetrahedra."""
    return spheroid_shape(gmsh, small, 12 if small else 24, 6e-5 if small else 2e-5, True)


def blunt_tail(gmsh, small):
    """Half a spheroid, a cylinder and a flat base, with layers of prisms for wall functions."""
    n = 20
    nose = [(0.3 * (1 - math.cos(0.5 * math.pi * i / n)), 0.1 * math.sin(0.5 * math.pi * i / n)) for i in range(n + 1)]
    body = revolved(gmsh.model.occ, [nose, [(0.3, 0.1), (1, 0.1)], [(1, 0.1), (1, 0)]])
    cut(gmsh, half_ball(gmsh.model.occ, 0.5, 10), body)
    h = 0.07 if small else 0.02

    def size(x, y, z):
        at, r = min(max(x, 0), 1), math.hypot(y, z)
        away = math.hypot(x - at, max(0, r - 0.1 * math.sqrt(1 - max(0, 1 - at / 0.3) ** 2)))
        wake = h + 0.1 * (x - 1) + 0.4 * max(0, r - 0.12) if x > 1 else 3.0
        return min(3.0, wake, h * (0.5 + 0.5 * min(1, 4 * min(at, 1 - at))) + 0.4 * away)
    return Shape(3, half_patches("BODY", 5), size, {"Algorithm3D": DELAUNAY, "Optimize": 1},
                 layered(("BODY",), 5 if small else 8, 1.5e-3 if small else 6e-4, False))


# ---- ducts --------------------------------------------------------------------------------------------------------------


def ramp(gmsh, small):
    """A ramp of 15 degrees in a duct; Gmsh's frontal tetrahedra."""
    occ = gmsh.model.occ
    height, slope = 1.0, math.tan(math.radians(15))
    corners = [(-0.4, 0), (0, 0), (0.8, 0.8 * slope), (1.4, 0.8 * slope), (1.4, height), (-0.4, height)]
    p = [occ.addPoint(x, 0, z) for x, z in corners]
    face = occ.addPlaneSurface([occ.addCurveLoop([occ.addLine(a, b) for a, b in zip(p, p[1:] + p[:1])])])
    occ.extrude([(2, face)], 0, 0.13 if small else 0.4, 0)
    occ.synchronize()

    def patch_of(x0, y0, z0, x1, y1, z1):
        if y1 - y0 < 1e-3:
            return "SIDES"
        if x1 - x0 < 1e-3:
            return "INLET" if x0 < 0 else "OUTLET"
        return "TOP" if z0 > 0.9 else "RAMP"
    h = 0.065 if small else 0.036
    return Shape(3, patch_of, lambda x, y, z: h, {"Algorithm3D": FRONTAL, "Optimize": 1})


def polygon(geo, corners):
    """A loop of straight lines; tags of points and lines."""
    p = [geo.addPoint(x, y, 0) for x, y in corners]
    lines = [geo.addLine(a, b) for a, b in zip(p, p[1:] + p[:1])]
    return geo.addCurveLoop(lines), p, lines


def intake(gmsh, small):
    """A plane intake for Mach 2.5: a ramp of 10 degrees, a sharp cowl, a diffuser that ends at an engine. Triangles."""
    geo = gmsh.model.geo
    top = 0.6 * math.tan(math.radians(10))
    corners = [(-0.3, 0), (0, 0), (0.6, top), (0.9, top), (1.8, 0.04), (1.8, 0.35),  # floor, ramp, diffuser, engine
               (0.6, 0.35), (1.8, 0.45), (1.8, 1.1), (-0.3, 1.1)]  # inside and outside of the cowl, outlet, top
    loop, _, _ = polygon(geo, corners)
    geo.addPlaneSurface([loop])
    geo.synchronize()

    def patch_of(x0, y0, z0, x1, y1, z1):
        if x1 - x0 < 1e-3:
            return "INFLOW" if x0 < 0 else "ENGINE" if y0 < 0.3 else "OUTFLOW"
        if y0 > 1:
            return "TOP"
        return "COWL" if y1 > 0.3 else "FLOOR" if x1 < 0.01 else "RAMP"
    h = 0.04 if small else 0.008
    return Shape(2, patch_of, lambda x, y, z: h * (1 if y < 0.5 else 1 + 2 * (y - 0.5)), {"Algorithm": PLANE_DELAUNAY})


# ---- plane airfoils ---------------------------------------------------------------------------------------------------


def nozzle(gmsh, small):
    """Half a nozzle: radius 0.5 before, 0.25 at the throat (x = 1), 0.4 at the end; HXT, not optimised."""
    def radius(x):
        before, end = (0.5, 0) if x < 1 else (0.4, 3)
        return 0.25 + (before - 0.25) * 0.5 * (1 - math.cos(math.pi * (x - 1) / (end - 1)))
    wall = [(0.1 * n, radius(0.1 * n)) for n in range(31)]
    revolved(gmsh.model.occ, [[(0, 0), wall[0]], wall, [wall[-1], (3, 0)]])
    gmsh.model.occ.synchronize()

    def patch_of(x0, y0, z0, x1, y1, z1):
        if y1 < 1e-3:
            return "SYM"
        if x1 - x0 < 1e-3:
            return "INLET" if x1 < 1 else "OUTLET"
        return "WALL"
    h = 0.085 if small else 0.026
    return Shape(3, patch_of, lambda x, y, z: h * (0.7 + 0.3 * min(1, abs(x - 1))), {"Algorithm3D": HXT})


class Section:
    """A section in Gmsh's geometry: chord, nose at (x, y), turned by an angle (degrees, nose up for positive ones)."""

    def __init__(self, geo, chord=1.0, x=0.0, y=0.0, angle=0.0, t=0.12, camber=0.0, blunt=False, n=60):
        c, s = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
        self.chord, self.x, self.y, self.c, self.s = chord, x, y, c, s

        def at(p, q):
            q += 4 * camber * p * (1 - p)  # a parabola
            return geo.addPoint(x + chord * (c * p - s * q), y + chord * (s * p + c * q), 0)
        upper, lower = sides(n, t, blunt)
        nose, tail = at(*upper[0]), at(*upper[-1])
        tail_low = at(*lower[-1]) if blunt else tail
        self.curves = [geo.addSpline([nose] + [at(*p) for p in upper[1:-1]] + [tail]),
                       geo.addSpline([nose] + [at(*p) for p in lower[1:-1]] + [tail_low])]
        loop = [self.curves[0], -self.curves[1]]
        if blunt:
            self.curves.append(geo.addLine(tail, tail_low))
            loop = [self.curves[0], self.curves[2], -self.curves[1]]
        self.corners = [tail, tail_low] if blunt else [tail]
        self.loop = geo.addCurveLoop(loop)

    def along(self, x, y):
        """Position along the chord, 0 to 1, of the nearest point, and the distance from it."""
        dx, dy = (x - self.x) / self.chord, (y - self.y) / self.chord
        p, q = self.c * dx + self.s * dy, self.c * dy - self.s * dx
        at = min(max(p, 0), 1)
        return at, self.chord * math.hypot(p - at, max(0, abs(q) - naca(at, 0.12, False)))


def circle(geo, radius):
    centre = geo.addPoint(0.5, 0, 0)
    p = [geo.addPoint(0.5 + radius * math.cos(a), radius * math.sin(a), 0) for a in (0, 0.5 * math.pi, math.pi, 1.5 * math.pi)]
    return geo.addCurveLoop([geo.addCircleArc(p[k], centre, p[(k + 1) % 4]) for k in range(4)])


def airfoil_patch(name, far):
    return lambda x0, y0, z0, x1, y1, z1: "FAR" if max(x1 - x0, y1 - y0) > far else name


def airfoil_size(sections, h, ends, growth, largest):
    def size(x, y, z):
        best = largest
        for s in sections:
            at, away = s.along(x, y)
            best = min(best, s.chord * h * (ends + (1 - ends) * 4 * min(at, 1 - at, 0.25)) + growth * away)
        return best
    return size


def naca_triangles(gmsh, small):
    """NACA 0012, sharp trailing edge, Delaunay triangles; far field at 20 chords."""
    geo = gmsh.model.geo
    s = Section(geo)
    geo.addPlaneSurface([circle(geo, 20), s.loop])
    geo.synchronize()
    h, ends, growth = (0.05, 0.25, 0.2) if small else (0.012, 0.2, 0.06)
    return Shape(2, airfoil_patch("AIRFOIL", 5), airfoil_size([s], h, ends, growth, 4.0), {"Algorithm": PLANE_DELAUNAY})


def naca_fast(gmsh, small):
    """The same by frontal Delaunay, and the far field near, for supersonic flow."""
    geo = gmsh.model.geo
    s = Section(geo)
    geo.addPlaneSurface([circle(geo, 3), s.loop])
    geo.synchronize()
    h, ends, growth = (0.06, 0.25, 0.16) if small else (0.012, 0.25, 0.035)
    return Shape(2, airfoil_patch("AIRFOIL", 1.5), airfoil_size([s], h, ends, growth, 0.5), {"Algorithm": PLANE_FRONTAL})


def quad_layers(gmsh, sections, first, ratio, thickness, size):
    """Gmsh's layers of quadrilaterals around sections, with fans at their corners."""
    field = gmsh.model.mesh.field
    tag = field.add("BoundaryLayer")
    field.setNumbers(tag, "CurvesList", [c for s in sections for c in s.curves])
    field.setNumbers(tag, "FanPointsList", [c for s in sections for c in s.corners])
    field.setNumber(tag, "Size", first)
    field.setNumber(tag, "Ratio", ratio)
    field.setNumber(tag, "Thickness", thickness)
    field.setNumber(tag, "Quads", 1)
    field.setAsBoundaryLayer(tag)


def naca_quads(gmsh, small):
    """NACA 0012 with its blunt trailing edge, layers of quadrilaterals (y+ about 1), triangles."""
    geo = gmsh.model.geo
    s = Section(geo, blunt=True)
    geo.addPlaneSurface([circle(geo, 20), s.loop])
    geo.synchronize()
    quad_layers(gmsh, [s], 1.2e-5 if small else 4e-6, 1.6 if small else 1.25, 0.02, None)
    h, ends, growth = (0.06, 0.15, 0.25) if small else (0.016, 0.12, 0.1)
    return Shape(2, airfoil_patch("AIRFOIL", 5), airfoil_size([s], h, ends, growth, 4.0), {"Algorithm": PLANE_FRONTAL})


def two_elements(gmsh, small):
    """A cambered section with a flap at 20 degrees; layers of quadrilaterals, triangles."""
    geo = gmsh.model.geo
    main = Section(geo, camber=0.03)
    flap = Section(geo, chord=0.3, x=1.0, y=-0.055, angle=20)
    geo.addPlaneSurface([circle(geo, 20), main.loop, flap.loop])
    geo.synchronize()
    quad_layers(gmsh, [main, flap], 1.2e-5 if small else 4e-6, 1.6 if small else 1.25, 0.012, None)
    h, ends, growth = (0.06, 0.2, 0.25) if small else (0.016, 0.15, 0.1)

    def patch_of(x0, y0, z0, x1, y1, z1):
        return "FAR" if max(x1 - x0, y1 - y0) > 5 else "FLAP" if x0 > 0.9 else "MAIN"
    return Shape(2, patch_of, airfoil_size([main, flap], h, ends, growth, 4.0), {"Algorithm": PLANE_FRONTAL})


# ---- cylinders ------------------------------------------------------------------------------------------------------------


def disc(occ, x, y):
    return (2, occ.addDisk(x, y, 0, 0.5, 0.5))


def cylinder(gmsh, small):
    """Triangles around a circular cylinder; far field at 40 diameters."""
    occ = gmsh.model.occ
    occ.cut([(2, occ.addDisk(0, 0, 0, 40, 40))], [disc(occ, 0, 0)])
    occ.synchronize()
    h, growth = (0.07, 0.13) if small else (0.02, 0.04)

    def size(x, y, z):
        wake = 3 * h + 0.06 * x + 0.2 * max(0, abs(y) - 0.8) if x > 0 else 4.0
        return min(4.0, wake, h + growth * (math.hypot(x, y) - 0.5))
    return Shape(2, airfoil_patch("CYLINDER", 5), size, {"Algorithm": PLANE_FRONTAL})


def cylinders(gmsh, small):
    """Three cylinders, one behind the other two, between planes of symmetry."""
    occ = gmsh.model.occ
    centres = [(0, 1.2), (0, -1.2), (2.5, 0)]
    occ.cut([(2, occ.addRectangle(-8, -4, 0, 24, 8))], [disc(occ, *c) for c in centres])
    occ.synchronize()
    h, growth = (0.1, 0.15) if small else (0.03, 0.06)

    def patch_of(x0, y0, z0, x1, y1, z1):
        if x1 - x0 < 1e-3:
            return "INLET" if x0 < 0 else "OUTLET"
        return "SIDES" if y1 - y0 < 1e-3 else "CYLINDERS"

    def size(x, y, z):
        wake = 3 * h + 0.05 * x + 0.2 * max(0, abs(y) - 1.8) if x > 0 else 1.0
        return min(1.0, wake, *(h + growth * (math.hypot(x - a, y - b) - 0.5) for a, b in centres))
    return Shape(2, patch_of, size, {"Algorithm": PLANE_FRONTAL})


# ---- a wedge about the axis ---------------------------------------------------------------------------------------------


def wedge(gmsh, small):
    """A round nose and a cylinder in a wedge of 6 degrees, whose cells on the axis are tetrahedra and pyramids."""
    geo = gmsh.model.geo
    corners = [(-1.1, 0), (-0.5, 0), (0, 0.5), (1, 0.5), (1, 2.0)]
    p = [geo.addPoint(x, y, 0) for x, y in corners]
    centre = geo.addPoint(0, 0, 0)
    outer = [geo.addPoint(x, r, 0) for x, r in ((-0.9, 0.55), (-0.4, 1.1), (0.3, 1.6))]
    loop = [geo.addLine(p[0], p[1]), geo.addCircleArc(p[1], centre, p[2]), geo.addLine(p[2], p[3]), geo.addLine(p[3], p[4]),
            geo.addSpline([p[4]] + outer[::-1] + [p[0]])]
    geo.addPlaneSurface([geo.addCurveLoop(loop)])
    geo.synchronize()

    def patch_of(x0, y0, z0, x1, y1, z1):
        if y1 < 1e-3:
            return "AXIS"
        if x1 - x0 < 1e-3:
            return "OUT"
        return "NOSE" if y1 < 0.51 else "FAR"
    h = 0.045 if small else 0.0085
    return Shape(2, patch_of, lambda x, y, z: h, {"Algorithm": PLANE_DELAUNAY},
                 lambda mesh: mesh.turned(math.radians(6), "AXIS"))


SHAPES = {"sphere": sphere, "sphere-fast": sphere_fast, "sphere-jump": sphere_jump, "capsule": capsule, "cone": cone,
          "wing": wing, "wing-slivers": wing_slivers, "spheroid": spheroid, "spheroid-tets": spheroid_tets,
          "blunt-tail": blunt_tail, "ramp": ramp, "intake": intake, "naca-triangles": naca_triangles, "naca-fast": naca_fast,
          "naca-quads": naca_quads, "two-elements": two_elements, "cylinder": cylinder, "cylinders": cylinders,
          "wedge": wedge, "nozzle": nozzle}
