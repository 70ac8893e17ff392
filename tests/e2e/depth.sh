# A plane mesh becomes a layer whose depth is arbitrary: nothing in a plane flow depends on it. Depths that are powers of
# two, by which every number is multiplied exactly, give the same history to the last digit; others, whose rounding the
# implicit scheme's half-precision matrix would enlarge, the same to 1e-8 with explicit steps.
. tests/lib.sh
cat >"$T/plane.cfg" <<'CFG'
[flow]
mach = 0.8
alpha = 1.25
up = y
reynolds = 1e5
reynolds_length = 1
[patches]
WALL = wall
FARFIELD = farfield
SIDES = symmetry
[time]
steps = 30
[output]
history = 1
CFG
# depth NAME DEPTH RANKS ARGUMENTS...: the history of a run on an airfoil's cells (of the kind $cells) of that depth, but
# for the time it took, what rounding pushes across the layer, and moments about the axes in its plane
depth() {
    name=$1 depth=$2 ranks=$3; shift 3
    "$BUILD/tools/plane_mesh" naca0012 --level 0 --wall 1e-4 --far 50 --cells "$cells" --depth "$depth" \
        --out "$T/m.cgns" >"$T/log" 2>&1 &&
        "$prep" --quiet "$T/m.cgns" --out "$T/packs" --ranks "$ranks" --order "$order" >>"$T/log" 2>&1 &&
        run_solve "$ranks" "$T/plane.cfg" --packs "$T/packs" --out "$T/r" --force --threads 1 --device cpu \
            --set reference.area="$depth" --set reference.span="$depth" "$@" >>"$T/log" 2>&1 ||
        { tail -5 "$T/log"; fail "$name" "depth $depth"; return 1; }
    awk -F, -v OFS=, 'NR == 1 { for (k = 1; k <= NF; k++)
                                    drop[k] = $k ~ /^(wall_seconds|res_momentum_z|cy|cmx|cmy)$/ }
                      { for (k = 1; k <= NF; k++) printf "%s,", drop[k] ? "" : $k; print "" }' "$T/r/history.csv" \
        >"$T/history-$depth"
}
# same NAME RANKS ARGUMENTS...
same() {
    name=$1 n=$2; shift 2
    for d in 0.0009765625 0.0625 1 8 1024; do depth "$name" $d "$n" "$@" || return; done
    check "$name" test "$(cat "$T"/history-* | sort -u | wc -l)" = "$(wc -l <"$T/history-1")" -a \
        "$(wc -l <"$T/history-1")" = 32
    rm "$T"/history-*
}
cells=prism order=hilbert
same euler_triangles 1 --set model.equations=euler --set flow.mach=0.5
same sa_triangles 2 --set model.equations=sa
cells=hex order=rcm
same laminar_quadrilaterals 2 --set model.equations=laminar --set flow.mach=0.5
same van_albada 1 --set model.equations=euler --set numerics.limiter=van-albada --set numerics.gradient=lsq
lacks detached_eddies detached_eddies || same detached_eddies 1 --set model.equations=sa --set model.scales=iddes --set time.scheme=dual-time \
    --set time.dt=1e-3 --set time.sub_steps=3

for d in 0.003 0.7 1 3 300; do
    depth explicit_steps $d 1 --set model.equations=laminar --set time.scheme=rk || exit 1
done
worst=$(paste -d, "$T"/history-* | awk -F, 'NR > 1 {
    n = NF / 5
    for (k = 2; k <= n; k++) if ($k ~ /^[-+0-9.e]+$/) for (j = 1; j < 5; j++) {
        d = $k - $(k + j * n); s = $k < 0 ? -$k : $k; s = s > 1e-6 ? s : 1e-6; d = (d < 0 ? -d : d) / s
        if (d > worst) worst = d; seen++ } }
    END { print (seen > 2000 ? worst : 1) }')
check explicit_steps awk -v w="$worst" 'BEGIN { exit !(w <= 1e-8) }'
exit $status
