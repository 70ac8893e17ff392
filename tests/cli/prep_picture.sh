# ufv-prep --picture: a page with every patch, its kind and area, pictures inside in which each of them is seen, nothing
# fetched from outside; with --check and with packs; never over the mesh.
. tests/lib.sh
"$box" --cells tet --n 4 3 2 --out "$T/a & b.cgns" >/dev/null || { fail prep_picture mesh; exit 1; }
printf '[patches]\nxmin = wall\nx* = farfield\ny* = symmetry\n' >"$T/kinds.cfg"
check picture "$prep" --quiet --check "$T/a & b.cgns" --config "$T/kinds.cfg" --picture "$T/p.html"
page="$T/p.html"
check picture_has_title grep -q '<h1>Patches of a &#38; b.cgns</h1>' "$page"
for patch in xmin xmax ymin ymax zmin zmax; do
    check "picture_has_$patch" grep -q "<th>$patch</th>.*<td class=\"n\">1</td><td>" "$page" # 1 m^2
done
check picture_kind grep -q '<th>ymin</th><td>symmetry</td>' "$page"
# the levels behind the pictures: in each of the first two one side of the box, in the third three; a fourth shows the rest
seen() { # seen PAGE PICTURE,...: the patches, by number, that have 9 of the hover cells or more (of 3 by 3 pixels)
    python3 - "$@" <<'PY'
import base64, re, sys
views = re.findall(r'data-levels="([^"]*)"><img alt="([^"]*)" src="data:image/png;base64,iVBORw0KGgo', open(sys.argv[1]).read())
for levels, name in views:
    cells = base64.b64decode(levels)
    print(name + ":", *[k for k in range(1, 256) if cells.count(k) >= 9])
PY
}
seen "$page" >"$T/seen"
check picture_views test "$(wc -l <"$T/seen")" -eq 4
check picture_shows_all test "$(sed 's/.*: //' "$T/seen" | tr ' ' '\n' | sort -un | tr '\n' ' ')" = "1 2 3 4 5 6 "
# a body around a cavity, whose walls no view from outside shows, in a larger box, which is not drawn
cavity() {
    python3 - "$T/cavity.su2" <<'PY'
import sys
n, cells = 7, []
node = lambda i, j, k: i + (n + 1) * (j + (n + 1) * k)
off = lambda c: max(abs(x - 3) for x in c)
inside = lambda c: min(c) >= 0 and max(c) < n and off(c) != 1
corner = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))
faces = {(-1, 0, 0): (0, 4, 7, 3), (1, 0, 0): (1, 2, 6, 5), (0, -1, 0): (0, 1, 5, 4), (0, 1, 0): (3, 7, 6, 2),
         (0, 0, -1): (0, 3, 2, 1), (0, 0, 1): (4, 5, 6, 7)}
patches = {"FAR": [], "BODY": [], "CAVITY": []}
for c in ((i, j, k) for k in range(n) for j in range(n) for i in range(n)):
    if not inside(c):
        continue
    at = [node(*(a + b for a, b in zip(c, d))) for d in corner]
    cells.append(at)
    for d, f in faces.items():
        other = tuple(a + b for a, b in zip(c, d))
        if not inside(other):
            name = "CAVITY" if off(c) == 0 else "BODY" if off(other) == 1 else "FAR"
            patches[name].append([at[k] for k in f])
with open(sys.argv[1], "w") as f:
    f.write("NDIME= 3\nNELEM= %d\n" % len(cells))
    f.writelines("12 " + " ".join(map(str, c)) + "\n" for c in cells)
    f.write("NPOIN= %d\n" % (n + 1) ** 3)
    f.writelines("%d %d %d\n" % (i, j, k) for k in range(n + 1) for j in range(n + 1) for i in range(n + 1))
    f.write("NMARK= 3\n")
    for name, list_ in patches.items():
        f.write("MARKER_TAG= %s\nMARKER_ELEMS= %d\n" % (name, len(list_)))
        f.writelines("9 " + " ".join(map(str, q)) + "\n" for q in list_)
PY
    "$prep" --quiet --check "$T/cavity.su2" --picture "$T/cavity.html"
}
check picture_of_a_cavity cavity
seen "$T/cavity.html" >"$T/seen"
check picture_shows_the_hidden grep -q '^What is hidden or too small in the others, drawn alone: 3$' "$T/seen"
check picture_shows_the_body_only_outside test "$(sed -n '1,3s/.*: //p' "$T/seen" | tr '\n' ' ')" = "2 2 2 "
check picture_alone sh -c '! grep -q "http\|@import\|<link rel=.stylesheet\|script src" "$1"' sh "$page"
check picture_ends grep -q '</html>' "$page"
check picture_faces grep -q '<p>144 cells, 104 boundary faces.</p>' "$page" # 2 (4 3 + 3 2 + 2 4) squares of two
printf '[periodic]\nx = xmin xmax\n' >"$T/periodic.cfg"
check picture_periodic "$prep" --quiet --check "$T/a & b.cgns" --config "$T/periodic.cfg" --picture "$T/x.html"
check picture_periodic_faces grep -q '<p>144 cells, 80 boundary faces.</p>' "$T/x.html" # without 2 3 2 squares
check picture_with_packs "$prep" --quiet "$T/a & b.cgns" --out "$T/packs" --picture "$T/q.html"
check picture_of_packs grep -q '<th>zmax</th>' "$T/q.html"
cp "$T/a & b.cgns" "$T/kept"
"$prep" --quiet --check "$T/a & b.cgns" --picture "$T/a & b.cgns" 2>"$T/err"
check picture_over_mesh sh -c 'test '$?' -eq 1 && cmp "$1" "$2"' sh "$T/kept" "$T/a & b.cgns"
"$prep" --quiet --check "$T/a & b.cgns" --picture "$T/no/p.html" 2>"$T/err"
check picture_not_writable grep -q 'no/p.html' "$T/err"
exit $status
