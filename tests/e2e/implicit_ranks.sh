# Implicit sweeps are those of one rank, whatever the number of ranks: first-order flow converges ten orders in as
# many steps, to the same forces, with residuals that differ by rounding (of a Jacobian in single precision) while
# they are large (with Krylov vectors of floats; those of 16 bits make differences of 1e-7 some of 1e-4): between periodic sides, on a refined mesh that was divided before, and on packs divided anew.
. tests/lib.sh
"$box" --cells tet --n 10 8 6 --map ramp:8 --out "$T/m.cgns" >"$T/log" 2>&1 ||
    { cat "$T/log"; fail implicit_ranks_setup mesh; exit 1; }
"$box" --cells mixed --n 6 3 3 --map ramp:8 --out "$T/coarse.cgns" >"$T/log" 2>&1 || cat "$T/log"
printf '[periodic]\nspan = zmin zmax\n' >"$T/p.cfg"
cat >"$T/case.cfg" <<'CFG'
[flow]
mach = 0.5
up = y
[numerics]
order = 1
coarse = no              # coarse cells are of one rank each
[time]
scheme = implicit
steps = 60
[patches]
* = farfield
ymin = slip
[stop]
residual_drop = 10
window = 0
[output]
history = 1
CFG
packs() { # packs FOLDER ARGUMENTS...
    "$prep" --quiet "$@" >"$T/log" 2>&1 || { cat "$T/log"; fail implicit_ranks_setup "$*"; }
}
for n in 1 2 3; do
    packs "$T/m.cgns" --ranks $n --out "$T/p$n" --config "$T/p.cfg"
    packs "$T/coarse.cgns" --refine 1 --partition-before 1 --ranks $n --out "$T/fine$n"
done
packs --repartition "$T/fine2" --ranks 3 --out "$T/anew3"
march() { # march PACKS RANKS [STORAGE]: of Krylov vectors, default single
    run_solve "$2" "$T/case.cfg" --packs "$T/$1" --out "$T/run-$1${3:+-$3}" --device cpu --threads 1 \
        --set numerics.krylov="${3:-single}"
}
# alike A B [BY]: the residuals of the first ten steps to BY, default 1e-4, since CFL numbers grow by differences of residuals, lift and drag at the end to 1e-9, and as many steps to
# a twentieth. Colours by rank give 1e-2 to 1e-1.
alike() {
    awk -F, -v by="${3:-1e-4}" '
        function near(a, b, by) { d = a - b; d = d < 0 ? -d : d; e = b < 0 ? -b : b; return d <= by * e }
        FNR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; next }
        { last[FILENAME] = $column["iteration"]; cl[FILENAME] = $column["cl"]; cd[FILENAME] = $column["cd"]
          drop[FILENAME] = $column["residual_drop"] }
        $1 <= 10 { residual[FILENAME, $1] = $column["res_density"]; rows[FILENAME]++ }
        END {
            a = ARGV[1]; b = ARGV[2]
            good = rows[a] >= 10 && rows[b] == rows[a] && drop[a] >= 10 && drop[b] >= 10
            for (i = 0; i < 10; i++) {
                print i, residual[a, i], residual[b, i]
                good = good && near(residual[b, i], residual[a, i], by)
            }
            print "steps " last[a] " " last[b] ", cl " cl[a] " " cl[b] ", cd " cd[a] " " cd[b]
            exit !(good && near(last[b], last[a], 0.05) && near(cl[b], cl[a], 1e-9) && near(cd[b], cd[a], 1e-9))
        }' "$T/run-$1/history.csv" "$T/run-$2/history.csv"
}
for set in p fine; do
    check implicit_ranks_1_$set march ${set}1 1
    for n in 2 3; do
        check implicit_ranks_${n}_$set march $set$n $n
        check implicit_ranks_${n}_like_1_$set alike ${set}1 $set$n
    done
done
check implicit_ranks_1_half march fine1 1 half
for n in 2 3; do
    check implicit_ranks_${n}_half march fine$n $n half
    check implicit_ranks_${n}_like_1_half alike fine1-half fine$n-half 3e-3
done
# With coarse levels the way differs, by a tenth of the steps, and its end does not.
levels() { # levels PACKS RANKS
    run_solve "$2" "$T/case.cfg" --packs "$T/$1" --out "$T/levels-$1" --device cpu --threads 1 --set numerics.coarse=yes
}
end_of() { # end_of RESULTS COLUMN...: their last values
    awk -F, -v names="$2" 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
        END { n = split(names, name, " "); for (k = 1; k <= n; k++) printf "%s ", $at[name[k]] }' "$1/history.csv"
}
for n in 1 2 3; do check implicit_ranks_${n}_levels levels p$n $n; done
for n in 2 3; do
    # shellcheck disable=SC2046
    check implicit_ranks_${n}_levels_like_1 awk 'BEGIN {
        for (k = 0; k < 3; k++) { a = ARGV[1 + k]; d = ARGV[4 + k] - a; if ((d < 0 ? -d : d) > (k ? 1e-8 : 0.1) * (a < 0 ? -a : a)) exit 1 }
        exit !(ARGC == 7) }' $(end_of "$T/levels-p1" "iteration cl cd") $(end_of "$T/levels-p$n" "iteration cl cd")
done
check implicit_ranks_divided_anew march anew3 3
check implicit_ranks_divided_anew_like_1 alike fine1 anew3
exit $status
