# Wall functions on coarse turbulent plates (cases/plate-turbulent, 34 x 24 cells): one setting gives the drag of
# a resolved wall at y+ of 0.8 and of 50, by both models, steady by eight decades; the same on two ranks.
# Features: wall_functions
. tests/lib.sh
near() { # near A B RELATIVE
    awk -v a="$1" -v b="$2" -v r="$3" 'BEGIN { d = a - b; d = d < 0 ? -d : d; exit !(a + 0 > 0 && d <= r * b) }'
}
plate() { # plate RESULTS PACKS RANKS MODEL ARGUMENTS...
    out=$1 packs=$2 n=$3 model=$4; shift 4
    run_solve "$n" cases/plate-turbulent/plate.cfg --packs "$T/$packs" --out "$out" --device cpu --threads 1 \
        --set model.equations="$model" --set time.steps=1000 "$@"
}
drag() { number "$1/forces.json" cd; }
for height in 5e-7 3e-5; do # y+ of 0.8 and 50
    "$BUILD/tools/plane_mesh" plate --level 0 --wall $height --out "$T/m.cgns" >"$T/log" 2>&1 || cat "$T/log"
    for n in 1 2; do "$prep" --quiet "$T/m.cgns" --ranks $n --out "$T/p-$height-$n" >"$T/log" 2>&1 || cat "$T/log"; done
done
check wall_resolved plate "$T/resolved" p-5e-7-1 1 sa
modelled() { # modelled NAME HEIGHT RANKS MODEL DRAG PART
    check "wall_functions_$1" plate "$T/$1" "p-$2-$3" "$3" "$4" --set model.wall_functions=yes
    check "wall_functions_$1_drag" near "$(drag "$T/$1")" "$5" "$6"
    check "wall_functions_$1_steady" grep -q '"converged": true' "$T/$1/run.json"
}
modelled thin 5e-7 1 sa "$(drag "$T/resolved")" 0.01
modelled sa 3e-5 1 sa "$(drag "$T/resolved")" 0.04
modelled sst 3e-5 1 sst 0.002784 0.05 # resolved on level 1
modelled two-ranks 3e-5 2 sa "$(drag "$T/sa")" 1e-6
# a residual that has settled on one rank has on others
for n in 2 3 5; do
    "$prep" --quiet "$T/m.cgns" --ranks $n --out "$T/p$n" >"$T/log" 2>&1 || cat "$T/log"
    run_solve $n cases/plate-turbulent/plate.cfg --packs "$T/p$n" --restart "$T/sst" --out "$T/ranks-$n" --device cpu \
        --threads 1 --set model.equations=sst --set model.wall_functions=yes --steps 0 2>"$T/log" || cat "$T/log"
    check "wall_functions_residual_$n" awk -F, '
        NR == 1 { for (k = 1; k <= NF; k++) name[k] = $k }
        FNR == 1 { file++; next }
        { for (k = 1; k <= NF; k++) if (name[k] ~ /^res_/) last[file, k] = $k }
        END { for (k in name) if (name[k] ~ /^res_/ && !(last[2, k] <= 2 * last[1, k] + 1e-12)) {
            print name[k], last[1, k], last[2, k]; exit 1 } }' "$T/sst/history.csv" "$T/ranks-$n/history.csv"
done
check wall_functions_y_plus awk -v y="$(sed -n 's/.*"y_plus_mean": \([0-9.]*\).*/\1/p' "$T/sa/run.json")" \
    'BEGIN { exit !(y > 30 && y < 70) }'
exit $status
