# Cells whose gradient is taken as zero, since each cell across their faces is more than five times as large, and
# cells whose gradient is reduced, since they would feed their own errors: a run says how many there are on all
# ranks, and says nothing where there are none.
. tests/lib.sh
# slabs FILE WIDTH...: boxes of these widths along x, and of 1, 0.1 and 1 along y and z. A cell in the middle of y and z
# has neighbours ten times as large across y and z; across x the widths decide.
slabs() {
    file=$1; shift
    echo "$@" | awk '
        function node(i, j, k) { return i + (NF + 1) * (j + 4 * k) }
        function quad(a, b, c, d) { print 9, a, b, c, d }
        { y[1] = 1; y[2] = 1.1; y[3] = 2.1
          print "NDIME= 3"; print "NELEM= " 9 * NF
          for (k = 0; k < 3; k++) for (j = 0; j < 3; j++) for (i = 0; i < NF; i++)
              print 12, node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k),
                  node(i, j, k + 1), node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1)
          print "NPOIN= " 16 * (NF + 1)
          for (k = 0; k < 4; k++) for (j = 0; j < 4; j++) { x = 0; for (i = 0; i <= NF; i++) { x += $i * (i > 0)
              print x, y[j] + 0, y[k] + 0 } }
          print "NMARK= 1"; print "MARKER_TAG= far"; print "MARKER_ELEMS= " 18 + 12 * NF
          for (k = 0; k < 3; k++) for (j = 0; j < 3; j++) for (i = 0; i <= NF; i += NF)
              quad(node(i, j, k), node(i, j + 1, k), node(i, j + 1, k + 1), node(i, j, k + 1))
          for (a = 0; a < 3; a++) for (i = 0; i < NF; i++) for (b = 0; b < 4; b += 3) {
              quad(node(i, a, b), node(i + 1, a, b), node(i + 1, a + 1, b), node(i, a + 1, b))
              quad(node(i, b, a), node(i + 1, b, a), node(i + 1, b, a + 1), node(i, b, a + 1)) } }' >"$file"
}
# constant NAME WANTED RANKS WIDTHS ARGUMENTS...: what a run on so many ranks says, and writes into run.json
constant() {
    name=$1 wanted=$2 ranks=$3 widths=$4; shift 4
    slabs "$T/slabs.su2" $widths
    "$prep" --quiet "$T/slabs.su2" --out "$T/packs" --ranks "$ranks" || { fail "$name" ufv-prep; return; }
    mpirun -np "$ranks" "$solve" "$T/far.cfg" --packs "$T/packs" --out "$T/r" --force --threads 1 "$@" \
        >"$T/out" 2>"$T/err" || { tail -5 "$T/err"; fail "$name" ufv-solve; return; }
    said=$(sed -n 's/^ufv-solve: note: in \([0-9]*\) of [0-9]* cells the gradient is taken as zero.*/\1/p' "$T/err")
    check "$name" test "$said,$(number "$T/r/run.json" constant_cells)" = "$wanted,$wanted"
}
printf '[flow]\nmach = 0.5\n[patches]\nfar = farfield\n[time]\nsteps = 3\n' >"$T/far.cfg"

# 0.1: a tenth of its neighbours; 0.25: a quarter, which is not small enough
constant two_of_three 2 1 '1 0.1 1 0.25 1 0.1 1'
constant two_on_two_ranks 2 2 '1 0.1 1 0.25 1 0.1 1'
constant none '' 1 '1 0.25 1'
# Other gradients take no cell as constant, and first order has none at all.
constant other_gradients '' 1 '1 0.1 1' --set numerics.gradient=lsq
constant first_order '' 1 '1 0.1 1' --set numerics.order=1

# Cells that would feed their own errors: a run says in how many the gradient is reduced, on all ranks. Beyond the
# tip of this coarse wing there are 18 of 4,608; with a first cell forty times as high there is none.
# reduced NAME WANTED RANKS WALL ARGUMENTS...
reduced() {
    name=$1 wanted=$2 ranks=$3 wall=$4; shift 4
    { "$BUILD/tools/wing_mesh" --n 8 --normal 16 --wall "$wall" --out "$T/wing.cgns" >/dev/null &&
        "$prep" --quiet "$T/wing.cgns" --out "$T/packs" --ranks "$ranks"; } || { fail "$name" ufv-prep; return; }
    mpirun -np "$ranks" "$solve" "$T/wing.cfg" --packs "$T/packs" --out "$T/r" --force --threads 1 "$@" --steps 2 \
        >"$T/out" 2>"$T/err" || { tail -5 "$T/err"; fail "$name" ufv-solve; return; }
    said=$(sed -n 's/^ufv-solve: note: in \([0-9]*\) of [0-9]* cells the gradient is reduced.*/\1/p' "$T/err")
    check "$name" test "$said,$(number "$T/r/run.json" reduced_cells)" = "$wanted,$wanted"
}
printf '[flow]\nmach = 0.5\nup = z\n[time]\nscheme = rk\n' >"$T/wing.cfg"
reduced beyond_the_tip 18 1 2.5e-6
reduced on_two_ranks 18 2 2.5e-6
reduced none_askew '' 1 1e-4
reduced nowhere_by_another_gradient '' 1 2.5e-6 --set numerics.gradient=face
exit $status
