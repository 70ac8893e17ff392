# The layers of prisms of cases/half-model on a block of tetrahedra with a step in its lower wall: volumes add up, cells
# close, layers have the heights asked for and stay in the planes beside the wall; and, with Gmsh, its coarse mesh.
. tests/lib.sh
if ! command -v python3 >/dev/null 2>&1; then
    echo "skip half_model python3 is not installed"
    exit 0
fi
cat >"$T/layers_check.py" <<'PY'
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "cases/half-model")
from layers import LayerError, Mesh, heights, volume, sub, cross, dot

N = 5
def build():
    """[0, 1]^3 without the corner [0, 0.4] x [0, 1] x [0, 0.4]: the walls are below, above and beside the step."""
    inside = lambda i, j, k: not (i < 2 and k < 2)
    x, number, tets = [], {}, []
    def node(i, j, k):
        if (i, j, k) not in number:
            number[i, j, k] = len(x)
            x.append((i / N, j / N, k / N))
        return number[i, j, k]
    # six tetrahedra a cube, all around the diagonal from 000 to 111, so that neighbours match (Kuhn 1960)
    steps = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    for i in range(N):
        for j in range(N):
            for k in range(N):
                for order in steps if inside(i, j, k) else ():
                    at, corners = [i, j, k], [node(i, j, k)]
                    for d in order:
                        at[d] += 1
                        corners.append(node(*at))
                    tets += corners
    m = Mesh(x)
    m.set_tetrahedra(tets)
    count = {}
    for t in m.tets:
        for k in range(4):
            face = t[:k] + t[k + 1:]
            count.setdefault(tuple(sorted(face)), []).append(face)
    for faces in count.values():
        if len(faces) == 1:
            c = [sum(m.x[n][d] for n in faces[0]) / 3 for d in range(3)]
            patch = "SYM" if min(c[1], 1 - c[1]) < 1e-9 else "FAR" if max(c[0], c[2]) > 1 - 1e-9 else "WALL"
            if patch == "WALL" and c[0] < 1e-9:
                patch = "IN"
            m.add_triangles(patch, list(faces[0]))
    return m

m = build()
before = sum(volume(*(m.x[n] for n in t)) for t in m.tets)
assert abs(before - (1 - 0.16)) < 1e-12
n_walls = len(m.triangles["WALL"])
n, first = 5, 2e-3
m.add_layers(("WALL",), n, first)
m.check()
assert len(m.prisms) == n * n_walls

# volume of a polyhedron by its faces, quadrilaterals as two triangles cut the same way on both sides: by the lowest node
def faces_of(cell):
    if len(cell) == 4:
        a, b, c, d = cell
        return [(a, c, b), (a, b, d), (b, c, d), (c, a, d)]
    a, b, c, d, e, f = cell
    return [(a, c, b), (d, e, f), (a, b, e, d), (b, c, f, e), (c, a, d, f)]
def cone(face):
    low = face.index(min(face))
    p = [m.x[q] for q in face[low:] + face[:low]]
    return sum(dot(p[0], cross(p[k], p[k + 1])) / 6 for k in range(1, len(p) - 1))
total, seen = 0.0, {}
for cell in m.tets + m.prisms:
    for face in faces_of(cell):
        total += cone(face)
        seen[tuple(sorted(face))] = seen.get(tuple(sorted(face)), 0) + 1
# faces cancel in pairs, so that the sum is the volume within the boundary, which has not moved: rounding of 1,500 cells
assert abs(total - before) < 1e-12, total - before
outer = {tuple(sorted(f)) for p in m.triangles for f in m.triangles[p] + m.quads[p]}
assert all(c == (1 if f in outer else 2) for f, c in seen.items()), "faces"
assert outer <= set(seen) and len(m.quads["SYM"]) > 0 and len(m.quads["IN"]) > 0 and not m.quads["WALL"]
# what lies beside the wall stays in its plane
for patch, d, planes in (("SYM", 1, (0, 1)), ("IN", 0, (0,))):
    for f in m.triangles[patch] + m.quads[patch]:
        assert all(min(abs(m.x[q][d] - s) for s in planes) < 1e-15 for q in f), patch
# the first layer has the height asked for, where the wall is flat: not at the edges of the step
flat = 0
for a, b, c, d, e, f in m.prisms[::n]:
    normal = cross(sub(m.x[b], m.x[a]), sub(m.x[c], m.x[a]))
    area = dot(normal, normal) ** 0.5
    h = [dot(sub(m.x[t], m.x[o]), normal) / area for o, t in ((a, d), (b, e), (c, f))]
    if all(abs(v - first) < 1e-9 for v in h):
        flat += 1
    assert all(0 < v < first * (1 + 1e-9) for v in h), h
assert flat > n_walls / 3, flat
h = heights(0.1, 1e-3, 10)
assert abs(0.1 * h[0] - 1e-3) < 1e-12 and abs(h[-1] - 1) < 1e-12
ratio = [(h[k + 1] - h[k]) / (h[k] - (h[k - 1] if k else 0)) for k in range(9)]
assert max(ratio) - min(ratio) < 1e-9 and ratio[0] > 1
assert heights(0.01, 1e-2, 4) == [0.25, 0.5, 0.75, 1]

bad = build()
bad.tets.append(bad.tets[0][1::-1] + bad.tets[0][2:])
try:
    bad.check()
    sys.exit("a tetrahedron turned inside out was accepted")
except LayerError:
    pass
PY
check half_model_layers python3 "$T/layers_check.py"
python=
for candidate in python3 /usr/bin/python3; do
    "$candidate" -c 'import gmsh' 2>/dev/null && python=$candidate && break
done
if [ "$python" ]; then
    check half_model_mesh "$python" cases/half-model/half_model_mesh --layers 3 --wall 1e-3 --out "$T/half.su2"
    printf '[patches]\nBODY = wall\nWING = wall\nNACELLE = wall\nFAN = pressure-outlet\nEXHAUST = total-inflow\nSYM = symmetry\nFAR = farfield\n' \
        >"$T/kinds.cfg"
    "$prep" --check "$T/half.su2" --config "$T/kinds.cfg" >"$T/out" 2>&1
    check half_model_is_closed awk '/^closure/ { closed = $2 + 0 < 1e-12 } /have no kind/ { bad = 1 } END { exit !(closed && !bad) }' "$T/out"
    # the fan face and the exhaust are inside the nacelle: views from the front and from behind show them
    "$prep" --quiet --check "$T/half.su2" --picture "$T/half.html" 2>"$T/err" || cat "$T/err"
    seen() {
        "$python" - "$T/half.html" <<'PY'
import base64, re, sys
views = re.findall(r'data-levels="([^"]*)"><img alt="([^"]*)"', open(sys.argv[1]).read())
seen = {name: set(base64.b64decode(levels)) for levels, name in views}
assert set().union(*seen.values()) >= {1, 2, 3, 4, 5}, seen
assert 4 in seen["Seen from the front"] and 5 in seen["Seen from behind"], seen
PY
    }
    check half_model_picture seen
    check half_model_has_layers grep -q 'PENTA_6 12162' "$T/out"
else
    echo "skip half_model_mesh no Python has the module gmsh"
fi
"${python:-python3}" cases/half-model/half_model_mesh --out "$T/x.su2" --wall 1e-3 2>"$T/err"
check half_model_wall_alone grep -q 'wall needs --layers' "$T/err"
exit $status
