"""Thrust, torque and power of a rotor by blade element and momentum theory (Glauert 1935), with Python's standard library
alone: the reference of this case, which has no line in common with ufv.

    python3 bem.py BLADE.csv POLAR.csv BLADES RPM SPEED DENSITY [propeller|turbine] [none|prandtl|glauert]

Annuli are independent of one another. The disk has the velocity V + v along the axis and the swirl w / 2, half of what
the wake has: dT = 4 pi r rho (V + v) v dr, dQ = 2 pi r^2 rho (V + v) w dr. With prandtl the blades' forces are multiplied
by Prandtl's factor F, as ufv does; with glauert the mean velocities that they induce are F v and F w / 2 instead, where v
and w / 2 are those at the blades. Prints thrust (N), torque (N m), power (W) and mass flow (kg/s), of the rotor on the
fluid, then for some radii thrust and torque per radius.
"""
import math
import sys


def table(path, columns):
    rows = []
    for line in open(path):
        words = line.split("#")[0].replace(",", " ").split()
        try:
            rows.append([float(w) for w in words[:columns]])
        except ValueError:
            continue
        if len(rows[-1]) < columns:
            rows.pop()
    return rows


def between(rows, x, column):
    if x <= rows[0][0]:
        return rows[0][column]
    for a, b in zip(rows, rows[1:]):
        if x <= b[0]:
            return a[column] + (b[column] - a[column]) * (x - a[0]) / (b[0] - a[0])
    return rows[-1][column]


def factor(case, r, phi):
    tip = case["blades"] * (case["radius"] - r) / (2 * r * abs(math.sin(phi)))
    return 2 / math.pi * math.acos(math.exp(-tip))


def forces(case, r, v, w):
    """Force of the blades on the fluid per radius, along the axis and the way that they turn; Prandtl's factor."""
    axial, around = case["speed"] + v, case["omega"] * r - w / 2
    phi, square = math.atan2(axial, around), axial * axial + around * around
    loss = factor(case, r, phi) if case["loss"] else 1
    attack = case["side"] * (math.radians(between(case["blade"], r, 2)) - phi)
    push = 0.5 * case["density"] * square * case["blades"] * between(case["blade"], r, 1)
    if case["loss"] == "prandtl":
        push, loss = push * loss, 1
    lift = push * case["side"] * between(case["polar"], math.degrees(attack), 1)
    drag = push * between(case["polar"], math.degrees(attack), 2)
    return lift * math.cos(phi) - drag * math.sin(phi), lift * math.sin(phi) + drag * math.cos(phi), loss


def annulus(case, r):
    """v and w at which blades and momentum agree, by damped substitution."""
    v = w = 0.0
    for _ in range(20000):
        thrust, around, loss = forces(case, r, v, w)
        # 4 pi r rho (V + v) F v = thrust, the root that vanishes with the thrust
        root = case["speed"] ** 2 + thrust / (math.pi * r * case["density"] * loss)
        if root < 0:
            raise SystemExit("bem.py: the annulus of radius %g is beyond momentum theory" % r)
        v_new = 0.5 * (math.sqrt(root) - case["speed"])
        w_new = around / (2 * math.pi * r * case["density"] * (case["speed"] + v_new) * loss)
        if abs(v_new - v) + abs(w_new - w) < 1e-11 * case["speed"]:
            break
        v += 0.05 * (v_new - v)
        w += 0.05 * (w_new - w)
    return loss * v, w, thrust, around


def main(argv):
    blade, polar = table(argv[1], 3), table(argv[2], 3)
    case = {"blade": blade, "polar": polar, "blades": int(argv[3]), "omega": float(argv[4]) * math.pi / 30,
            "speed": float(argv[5]), "density": float(argv[6]), "radius": blade[-1][0],
            "side": -1 if "turbine" in argv[7:] else 1,
            "loss": next((word for word in argv[7:] if word in ("prandtl", "glauert")), None)}
    hub, n = blade[0][0], 400
    dr = (case["radius"] - hub) / n
    total = [0.0] * 3
    table_out = []
    for k in range(n):
        r = hub + (k + 0.5) * dr
        v, w, thrust, around = annulus(case, r)
        total[0] += thrust * dr
        total[1] += around * r * dr
        total[2] += case["density"] * (case["speed"] + v) * 2 * math.pi * r * dr
        if k % 40 == 20:
            table_out.append((r, thrust, around * r))
    print("thrust %.6g" % total[0])
    print("torque %.6g" % total[1])
    print("power %.6g" % (total[1] * case["omega"]))
    print("mass %.6g" % total[2])
    for row in table_out:
        print("radius %.4f thrust_per_radius %.6g torque_per_radius %.6g" % row)


if __name__ == "__main__":
    main(sys.argv)
