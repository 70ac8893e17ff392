"""The shapes of the half model, in metres: x downstream, y along the span, z up."""
import math

BODY = {"length": 16.0, "radius": 1.0, "nose": 3.0, "tail": 6.0}
NACELLE = {"x": 6.0, "y": 3.2, "z": -1.45, "length": 2.66, "radius": 0.665}
SCALE = NACELLE["length"] / 3.8  # of the nacelle in cases/nacelle


def body_radius(x):
    """Half an ellipse, a cylinder, a tail that ends in a cone."""
    b = BODY
    if x <= 0 or x >= b["length"]:
        return 0.0
    if x < b["nose"]:
        return b["radius"] * math.sqrt(1 - (1 - x / b["nose"]) ** 2)
    s = (x - (b["length"] - b["tail"])) / b["tail"]
    return b["radius"] * (1 - s * s) if s > 0 else b["radius"]


def wing_at(y):
    """x of the nose, chord and height of the nose of the section at y."""
    s = y / 8.0
    return 5.6 + math.tan(math.radians(27)) * y, 3.4 + (1.2 - 3.4) * s, -0.35 + math.tan(math.radians(5)) * y


WING = {"root_y": 0.3, "tip_y": 8.0, "thickness": 0.11, "camber": 0.015, "root_twist": 2.0, "tip_twist": -1.0,
        "at": wing_at}


def wing_section(y, n=30):
    """Points of the upper and of the lower side from the nose to the sharp trailing edge: a NACA four-digit section
    (Jacobs, Ward, Pinkerton 1933) whose camber is highest at 40 % of the chord, its last coefficient for a closed
    trailing edge, turned about the nose."""
    nose, chord, height = wing_at(y)
    twist = math.radians(WING["root_twist"] + (WING["tip_twist"] - WING["root_twist"]) * y / WING["tip_y"])
    sides = []
    for sign in (1, -1):
        side = []
        for i in range(n + 1):
            s = (1 - math.cos(math.pi * i / n)) / 2
            half = 5 * WING["thickness"] * (0.2969 * math.sqrt(s) - 0.1260 * s - 0.3516 * s ** 2 + 0.2843 * s ** 3 -
                                            0.1036 * s ** 4)
            p, m = 0.4, WING["camber"]
            camber = m * (2 * p * s - s * s) / p ** 2 if s < p else m * (1 - 2 * p + 2 * p * s - s * s) / (1 - p) ** 2
            z = camber + sign * (half if i < n else 0)
            side.append((nose + chord * (s * math.cos(twist) + z * math.sin(twist)), y,
                         height + chord * (z * math.cos(twist) - s * math.sin(twist))))
        sides.append(side)
    return sides


def nacelle_profile(n=14):
    """(x, r) of the intake from the fan to the lip, of the cowl from there to the trailing edge, of the nozzle from there
    to the exhaust: the nacelle of cases/nacelle, scaled."""
    lip, throat_x, throat, fan_x, fan, top_x, top = 0.85, 0.35, 0.75, 0.8, 0.8, 1.0, 0.95
    exhaust_x, exit_x, exit_radius = 2.2, 3.8, 0.65

    def smooth(s):
        return s * s * (3 - 2 * s)

    def quarter(s):
        return math.sqrt(max(0.0, 1 - (1 - s) ** 2))

    intake, cowl, nozzle = [], [], []
    for i in range(5):
        s = i / 5
        intake.append((fan_x + (throat_x - fan_x) * s, fan + (throat - fan) * smooth(s)))
    for i in range(n + 1):
        a = 1 - math.sin(0.5 * math.pi * i / n)  # equal angles on the ellipse
        intake.append((throat_x * a, lip + (throat - lip) * quarter(a)))
    for i in range(n + 1):
        a = 1 - math.cos(0.5 * math.pi * i / n)
        cowl.append((top_x * a, lip + (top - lip) * quarter(a)))
    for i in range(1, n + 1):
        s = i / n
        cowl.append((top_x + (exit_x - top_x) * s, top + (exit_radius - top) * s * s))
    for i in range(n + 1):
        s = i / n
        nozzle.append((exit_x + (exhaust_x - exit_x) * s, exit_radius + (fan - exit_radius) * smooth(s)))
    return [[(SCALE * x, SCALE * r) for x, r in curve] for curve in (intake, cowl, nozzle)]
