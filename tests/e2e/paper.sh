#!/bin/sh
# The papers' pipeline against the default one with gradient = node: the same answers
# whatever the loops, the settling of races and the splitting; on ranks; with a
# turbulence model. UFV_MESHES: a folder with real meshes, tried in addition.
. tests/lib.sh
"$box" --cells mixed --n 6 5 4 --size 1.2 1 0.9 --perturb 0.15 --seed 5 --bc ymin=BCWallViscous --out "$T/box.cgns" \
    >/dev/null
"$box" --cells hex --n 6 5 4 --size 1.2 1 0.9 --perturb 0.15 --seed 5 --bc ymin=BCWallViscous --out "$T/hex.cgns" \
    >/dev/null
for n in 1 3; do "$prep" --quiet "$T/box.cgns" --ranks $n --out "$T/box$n"; done
"$prep" --quiet "$T/hex.cgns" --out "$T/hex1"
cat >"$T/case.cfg" <<'CFG'
[flow]
mach = 0.7
alpha = 2
reynolds = 1e4
[numerics]
gradient = node
limiter = pressure
[time]
cfl = 0.5
[patches]
xmin = farfield
xmax = pressure-outlet pressure=101000
ymin = wall
ymax = symmetry
zmin = slip
zmax = farfield
CFG
# Both go on from one developed field: where a field is uniform but for rounding the
# pressure limiter, which has no threshold, is rounding's alone. Tolerance: 100 stages
# of sums in another order, some 30 terms each, of the pressure where its small
# differences matter; ways that differ in more than rounding differ by 1e-5.
begin() { # begin NAME RANKS PACKS SETTINGS...: the developed field, then the default pipeline's answer
    run=$1 ranks=$2 packs=$3; shift 3
    run_solve "$ranks" "$T/case.cfg" --packs "$packs" --out "$T/$run-0" --device cpu --steps 30 "$@" &&
        run_solve "$ranks" "$T/case.cfg" --packs "$packs" --out "$T/$run" --restart "$T/$run-0" --device cpu \
            --steps "$steps" "$@"
}
agree() { # agree NAME RANKS PACKS SETTINGS...
    run=$1 ranks=$2 packs=$3; shift 3
    rm -rf "$T/paper"
    run_solve "$ranks" "$T/case.cfg" --packs "$packs" --out "$T/paper" --restart "$T/$run-0" --device cpu \
        --steps "$steps" \
        --set numerics.pipeline=paper "$@" && "$post" compare "$T/$run" "$T/paper" --tolerance 1e-10
}
S=--set steps=50
check fast_euler begin euler 1 "$T/box1"
check loops_of_nodes_and_cells agree euler 1 "$T/box1" $S paper.interpolation=node $S paper.gradient=cell \
    $S paper.flux_sum=cell
check loops_of_cells_and_nodes agree euler 1 "$T/box1" $S paper.interpolation=cell $S paper.gradient=node \
    $S paper.split=no
check loops_of_faces agree euler 1 "$T/box1" $S paper.interpolation=node $S paper.extremes=face
check colours agree euler 1 "$T/box1" $S paper.interpolation=node $S paper.extremes=face $S paper.race=colours
check colours_whole agree euler 1 "$T/box1" $S paper.interpolation=node $S paper.race=colours $S paper.split=no
check fast_hex begin hex 1 "$T/hex1"
check access_counts_of_faces agree hex 1 "$T/hex1" $S paper.interpolation=face
check access_counts_of_cells agree hex 1 "$T/hex1" $S paper.interpolation=cell-access $S paper.split=no
check fast_ranks begin ranks 3 "$T/box3"
check ranks agree ranks 3 "$T/box3" $S paper.interpolation=cell
check ranks_colours agree ranks 3 "$T/box3" $S paper.interpolation=cell $S paper.gradient=node $S paper.race=colours
# In the viscous box the pressure limiter amplifies: a Mach number changed by 1e-14
# changes the default pipeline's density by 1e-8 after 20 steps and by 5e-2 after 50.
for m in laminar sa; do
    steps=50
    check fast_$m begin $m 1 "$T/box1" $S model.equations=$m $S numerics.limiter=none
    check $m agree $m 1 "$T/box1" $S model.equations=$m $S numerics.limiter=none $S paper.interpolation=cell
    steps=3
    check fast_limited_$m begin limited_$m 1 "$T/box1" $S model.equations=$m
    check limited_$m agree limited_$m 1 "$T/box1" $S model.equations=$m $S paper.interpolation=cell
done
steps=50
check fast_first_order begin first 1 "$T/box1" $S numerics.order=1
check first_order agree first 1 "$T/box1" $S numerics.order=1
refused() { # refused WORD SETTINGS...: ends with a sentence that names WORD
    word=$1; shift
    ! "$solve" "$T/case.cfg" --packs "$T/box1" --out "$T/no" --device cpu --set numerics.pipeline=paper "$@" \
        2>"$T/said" &&
        grep -q "$word" "$T/said"
}
check refuses_other_gradients refused gradient $S numerics.gradient=lsq
check refuses_other_limiters refused limiter $S numerics.limiter=barth
check refuses_sst refused equations $S model.equations=sst
if [ -n "${UFV_MESHES:-}" ]; then
    "$prep" --quiet "$UFV_MESHES/ugawg_om6ste01.cgns" --out "$T/wing-packs"
    sed -i '/^\[patches\]/,$d' "$T/case.cfg"
    check fast_wing begin wing 1 "$T/wing-packs" $S numerics.limiter=none
    check wing agree wing 1 "$T/wing-packs" $S numerics.limiter=none
else
    echo "skip wing UFV_MESHES is not set"
fi
exit $status
