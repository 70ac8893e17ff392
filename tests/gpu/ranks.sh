# Steps recorded as one piece give the bits of steps launched one by one (a timeline is kept of
# those only), and with several GPUs of the host every exchange mode those of every other. An odd
# number of exchanges between two reports: recorded pieces begin with either receive buffer. Of the larger
# mesh one rank and two have more faces than all fluxes in one launch are for, four have not.
. tests/lib.sh
flow_case "$T/case.cfg"
"$box" --cells tet --n 20 16 12 --perturb 0.15 --seed 3 --out "$T/small.cgns" >/dev/null || exit 1
"$box" --cells tet --n 36 30 26 --perturb 0.15 --seed 3 --out "$T/large.cgns" >/dev/null || exit 1
gpus=$(nvidia-smi -L | wc -l)
march() { # march NAME RANKS ARGUMENTS...
    out=$T/$1 n=$2; shift 2
    run_solve "$n" "$T/case.cfg" --packs "$T/$size$n" --out "$out" --device cuda \
        --set output.history=7 --set numerics.gradient=node-lsq "$@" >"$T/march.log" 2>&1 || cat "$T/march.log"
}
explicit="--set time.scheme=rk --set time.stages=3"
for size in small large; do
    for n in 1 2 4; do
        [ "$n" -le "$gpus" ] || { echo "note: $gpus GPUs, nothing is tested on $n"; continue; }
        "$prep" --quiet "$T/$size.cgns" --ranks "$n" --out "$T/$size$n" || exit 1
        march "recorded$n" "$n" $explicit
        march "launched$n" "$n" --timeline "$T/timeline.json" $explicit
        check "${size}_recorded_like_launched_$n" same_bits "$T/recorded$n" "$T/launched$n"
        march "again$n" "$n" $explicit
        check "${size}_recorded_again_$n" same_bits "$T/recorded$n" "$T/again$n"
        [ "$n" -gt 1 ] || continue
        for mode in staged blocking; do
            march "$mode$n" "$n" --exchange $mode $explicit
            check "${size}_${mode}_like_peer_$n" same_bits "$T/recorded$n" "$T/$mode$n"
        done
    done
done
# Columns of thin cells are lines, which are kept on a rank, some of them at its edge.
"$box" --cells hex --n 40 12 30 --size 1 0.002 1 --out "$T/thin.cgns" >/dev/null || exit 1
for n in 2 4; do
    [ "$n" -le "$gpus" ] || continue
    "$prep" --quiet "$T/thin.cgns" --ranks "$n" --out "$T/thin$n" || exit 1
    size=thin
    for mode in peer staged peer; do
        march "lines-$mode$n" "$n" --exchange $mode --force --set time.scheme=implicit --steps 30
        [ ! -d "$T/lines$n" ] || check "lines_${mode}_like_peer_$n" same_bits "$T/lines$n" "$T/lines-$mode$n"
        [ -d "$T/lines$n" ] || mv "$T/lines-$mode$n" "$T/lines$n"
    done
done
size=large
for n in 2 4; do
    [ "$n" -le "$gpus" ] || continue
    for mode in peer staged peer; do # the last one again
        march "implicit-$mode$n" "$n" --exchange $mode --force --set time.scheme=implicit --steps 30
        [ ! -d "$T/first$n" ] || check "implicit_${mode}_like_peer_$n" same_bits "$T/first$n" "$T/implicit-$mode$n"
        [ -d "$T/first$n" ] || mv "$T/implicit-$mode$n" "$T/first$n"
    done
    march "implicit-launched$n" "$n" --timeline "$T/timeline.json" --set time.scheme=implicit --steps 30
    check "implicit_recorded_like_launched_$n" same_bits "$T/first$n" "$T/implicit-launched$n"
    # A coarse level's values are exchanged after each fourth sweep over it.
    coarse="--set time.scheme=implicit --set numerics.coarse=yes --steps 30"
    for mode in peer staged; do march "coarse-$mode$n" "$n" --exchange $mode $coarse; done
    march "coarse-launched$n" "$n" --timeline "$T/timeline.json" $coarse
    for other in staged launched; do
        check "coarse_${other}_like_peer_$n" same_bits "$T/coarse-peer$n" "$T/coarse-$other$n"
    done
    for mode in peer staged; do
        march "unsteady-$mode$n" "$n" --exchange $mode --set time.scheme=dual-time --set time.local=no \
            --set time.dt=1e-4 --set numerics.coarse=yes --steps 6
    done
    check "coarse_unsteady_staged_like_peer_$n" same_bits "$T/unsteady-peer$n" "$T/unsteady-staged$n"
done
exit $status
