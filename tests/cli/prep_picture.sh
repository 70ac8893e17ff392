# ufv-prep --picture: a page with every patch, its kind and area, three pictures inside, nothing fetched from outside; with
# --check and with packs; never over the mesh.
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
check picture_views test "$(grep -o 'src="data:image/png;base64,iVBORw0KGgo' "$page" | wc -l)" -eq 3
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
