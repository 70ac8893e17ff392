# A run whose residual creeps holds its limiters for a while, says so, and repeats its bits where it is cut meanwhile.
. tests/lib.sh
{ "$BUILD/tools/plane_mesh" plate --length 1 --height 0.3 --wall 1e-5 --out "$T/m.cgns" &&
    "$prep" --quiet "$T/m.cgns" --ranks 1 --out "$T/p"; } \
    >"$T/log" 2>&1 || { cat "$T/log"; fail hold_setup "mesh or packs"; exit 1; }
march() { # march NAME ARGUMENTS...; what it says is in $T/NAME.log
    out=$T/$1; shift
    mpirun -np 1 "$solve" cases/plate-mach4.5/plate.cfg --packs "$T/p" --out "$out" --device cpu --threads 1 \
        --set numerics.first_order_cells=no --set numerics.coarse=yes --set stop.window=0 --set stop.residual_drop=10 --set output.history=1 "$@" >"$out.log" 2>&1
}
march whole --steps 240
begins=$(sed -n 's/^from iteration \([0-9]*\) on: the residual stands still: limiters are held for a while$/\1/p' "$T/whole.log")
ends=$(sed -n 's/^from iteration \([0-9]*\) on: limiters are at work again$/\1/p' "$T/whole.log")
check it_holds_them_for_a_while test "${begins:-0}" -gt 30 -a "${ends:-0}" -gt $((${begins:-0} + 4))
cut=$((${begins:-0} + 3))
march part --steps "$cut"
march rest --steps $((240 - cut)) --restart "$T/part"
check a_run_cut_meanwhile_says_so grep -q 'the run ended while limiters were held: continue with --restart' "$T/part.log"
check the_rest_lets_them_go grep -q "^from iteration $ends on: limiters are at work again" "$T/rest.log"
rows() { cut -d, -f1,3- "$1/history.csv"; } # without wall seconds
rows "$T/whole" >"$T/rows-whole"
rows "$T/rest" >"$T/rows-rest"
check cut_meanwhile_repeats_the_bits cmp "$T/rows-whole" "$T/rows-rest"
exit $status
