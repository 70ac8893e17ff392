# The number of ranks, the way they exchange, threads and repetition do not change
# the flow: 1, 2, 3 and 8 ranks agree by global cell id with each gradient, METIS
# parts and slabs; the rest is equal bit for bit.
. tests/lib.sh
flow_case "$T/case.cfg"
sed -i "s/^limiter.*/&\nlimiter_k = 0.5/" "$T/case.cfg" # 5 is too weak a limiter for so coarse a mesh
"$box" --cells mixed --n 10 6 5 --perturb 0.15 --seed 3 --out "$T/m.cgns" >"$T/log" 2>&1 ||
    { cat "$T/log"; fail ranks_setup mesh; exit 1; }
for n in 1 2 3 8; do "$prep" --quiet "$T/m.cgns" --ranks $n --out "$T/p$n" || fail ranks_setup "packs for $n"; done
"$prep" --quiet "$T/m.cgns" --ranks 4 --partition bisect --out "$T/slabs" || fail ranks_setup slabs
march() { # march NAME PACKS RANKS ARGUMENTS...
    out=$T/$1 packs=$T/$2 n=$3; shift 3
    rm -rf "$out"
    # shellcheck disable=SC2046 # words
    run_solve "$n" "$T/case.cfg" --packs "$packs" --out "$out" --device cpu $(defaults "--threads 1" "$@") "$@"
}
# 1e-10 of the largest value of a field: other orders of summation in gradients of
# cells whose neighbours are numbered otherwise, 1e-16 each, over 200 steps of a
# flow that is still settling.
like() { "$post" compare "$1" "$2" --tolerance 1e-10; }
for g in lsq node node-lsq; do
    march "one-$g" p1 1 --set numerics.gradient=$g || { fail "ranks_1_$g" run; continue; }
    for n in 2 3 8; do
        march "many-$g" p$n $n --set numerics.gradient=$g
        check "ranks_${n}_like_1_$g" like "$T/one-$g" "$T/many-$g"
    done
    # the first and the last slab have one neighbour, which is all of their halo
    march "slabs-$g" slabs 4 --set numerics.gradient=$g
    check "slabs_like_1_$g" like "$T/one-$g" "$T/slabs-$g"
    march "blocking-$g" slabs 4 --set numerics.gradient=$g --exchange blocking
    check "blocking_like_staged_$g" same_bits "$T/slabs-$g" "$T/blocking-$g"
    march "cpu-pack-$g" p3 3 --set numerics.gradient=$g --exchange staged-cpu-pack
    march "staged-$g" p3 3 --set numerics.gradient=$g
    check "cpu_pack_like_staged_$g" same_bits "$T/staged-$g" "$T/cpu-pack-$g"
done
for l in none barth pressure; do
    march "one-$l" p1 1 --set numerics.limiter=$l --set numerics.gradient=node-lsq --steps 50
    march "many-$l" p3 3 --set numerics.limiter=$l --set numerics.gradient=node-lsq --steps 50
    check "ranks_3_like_1_$l" like "$T/one-$l" "$T/many-$l"
done
# A wing whose cells past the tip grow sevenfold along the span: fits around nodes that would
# double rounding in each step there (1e-8 after 30) are left out. 50 steps from a uniform
# stream, of the flow that is being born.
"$BUILD/tools/wing_mesh" --n 8 --out "$T/wing.cgns" >"$T/log" 2>&1 || { cat "$T/log"; fail ranks_setup wing; }
wing="[flow]\nmach = 0.84\nalpha = 3\n[time]\nstages = 4\ncfl = 1.5\nsteps = 50\n"
printf "$wing" >"$T/wing.cfg"
for n in 1 2; do
    "$prep" --quiet "$T/wing.cgns" --ranks $n --out "$T/w$n" || fail ranks_setup "packs of the wing for $n"
    run_solve $n "$T/wing.cfg" --packs "$T/w$n" --out "$T/wing-$n" --device cpu --threads 1
done
check ranks_2_like_1_wing like "$T/wing-1" "$T/wing-2"
# Changes to the turbulence models: that for rotation takes gradients of cells of the other rank.
"$box" --cells mixed --n 10 6 5 --perturb 0.15 --seed 3 --bc ymin=BCWallViscous --out "$T/wall.cgns" >"$T/log" 2>&1 ||
    { cat "$T/log"; fail ranks_setup wall; }
for n in 1 3; do "$prep" --quiet "$T/wall.cgns" --ranks $n --out "$T/wall$n" || fail ranks_setup "packs for $n"; done
for model in sa sst; do
    for n in 1 3; do
        march "$model-$n" wall$n $n --set patches.ymin=wall --set model.equations=$model \
            --set flow.reynolds=1e4 --set model.qcr=2000 \
            --set model.rotation_correction=yes --set model.compressibility_correction=yes --set numerics.gradient=node-lsq \
            --steps 50
    done
    check "ranks_3_like_1_corrected_$model" like "$T/$model-1" "$T/$model-3"
    if lacks "ranks_3_like_1_wall_functions_$model" wall_functions; then continue; fi
    for n in 1 3; do
        march "$model-$n" wall$n $n --set patches.ymin=wall --set model.equations=$model --set flow.reynolds=1e7 \
            --set model.wall_functions=yes --steps 50
    done
    check "ranks_3_like_1_wall_functions_$model" like "$T/$model-1" "$T/$model-3"
done
march global-1 p1 1 --set time.local=no --set time.stages=3 --steps 50
march global-3 p3 3 --set time.local=no --set time.stages=3 --steps 50
check ranks_3_like_1_global_step like "$T/global-1" "$T/global-3"

for g in lsq node; do
    march twice p2 2 --set numerics.gradient=$g --steps 50; mv "$T/twice" "$T/first"
    march twice p2 2 --set numerics.gradient=$g --steps 50
    check "same_run_twice_$g" same_bits "$T/first" "$T/twice"
    march threads p2 2 --set numerics.gradient=$g --steps 50 --threads 2
    check "threads_2_like_1_$g" same_bits "$T/first" "$T/threads"
    rm -rf "$T/first"
done

# Half of the steps on 2 ranks, half on 3 and on 1 (by global id).
march half p2 2 --steps 100
for n in 1 3; do
    march rest p$n $n --steps 100 --restart "$T/half"
    check "restart_2_to_$n" like "$T/one-node-lsq" "$T/rest"
    check "restart_2_to_${n}_iteration" grep -q fields-000000200 "$T/rest/latest"
done
# Two bodies that share nothing, one on each rank: no halo on either, and no neighbour.
"$box" --cells hex --n 9 4 4 --gap 4 --out "$T/two.cgns" >"$T/log" 2>&1 || { cat "$T/log"; fail two_bodies mesh; }
for n in 1 2; do "$prep" --quiet "$T/two.cgns" --ranks $n --partition bisect --out "$T/two$n" --report "$T/two.json" \
    2>/dev/null; done
check two_bodies_have_no_halo test "$(number "$T/two.json" halo_cells)" = 0
two="--set patches.unassigned=farfield --steps 50"
# shellcheck disable=SC2086
march two-on-1 two1 1 $two && march two-on-2 two2 2 $two
check two_bodies_2_like_1 like "$T/two-on-1" "$T/two-on-2"

# Two bodies that share an edge, one on each rank: neighbours by nodes, but without faces between them, so
# that gradients over faces need no value of the other and those about nodes do.
"$box" --cells hex --n 8 8 3 --joint edge --out "$T/edge.cgns" >"$T/log" 2>&1 || { cat "$T/log"; fail edge mesh; }
for n in 1 2; do "$prep" --quiet "$T/edge.cgns" --ranks $n --partition bisect --out "$T/edge$n" 2>/dev/null; done
for g in lsq face node-lsq; do
    # shellcheck disable=SC2086
    march edge-on-1 edge1 1 $two --set numerics.gradient=$g && march edge-on-2 edge2 2 $two --set numerics.gradient=$g
    check "edge_2_like_1_$g" like "$T/edge-on-1" "$T/edge-on-2"
done

# Least and largest values over ranks, with a not-a-number on any of them.
check reductions_of_3_ranks mpirun -np 3 "$BUILD/tests/unit/solve/parallel/test_comm"

# The same mesh packed twice is the same set: its results continue bit for bit.
"$prep" --quiet "$T/m.cgns" --ranks 2 --out "$T/again"
march whole p2 2
march rest again 2 --steps 100 --restart "$T/half"
check restart_on_packs_made_again same_bits "$T/whole" "$T/rest"
exit $status
