# The implicit scheme on the turbulent NACA 0012 of cases/naca0012-turbulent, 112 x 32 cells at 10 degrees, from
# uniform flow: nine and a half orders in few steps, the same on two ranks, and a restart that repeats every bit.
. tests/lib.sh
case=cases/naca0012-turbulent/naca0012.cfg
"$BUILD/tools/plane_mesh" naca0012 --level 0 --out "$T/m.cgns" >"$T/log" 2>&1 || { cat "$T/log"; fail implicit_setup mesh; exit 1; }
for n in 1 2; do "$prep" --quiet "$T/m.cgns" --ranks $n --out "$T/p$n" >"$T/log" 2>&1 || cat "$T/log"; done
implicit() { # implicit RANKS RESULTS ARGUMENTS...
    n=$1 out=$2; shift 2
    run_solve "$n" "$case" --packs "$T/p$n" --out "$out" --device cpu --threads 1 --set time.scheme=implicit \
        --set stop.residual_drop=9.5 --set stop.window=0 --set output.history=1 "$@"
}
column() { # column RESULTS NAME: of the last row of history.csv
    awk -F, -v name="$2" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) c = k } END { print $c }' "$1/history.csv"
}
near() { # near A B RELATIVE
    awk -v a="$1" -v b="$2" -v r="$3" 'BEGIN { d = a - b; d = d < 0 ? -d : d; e = b < 0 ? -b : b; exit !(d <= r * e) }'
}
check implicit_converges implicit 1 "$T/one" --set time.steps=100
check implicit_drops near "$(column "$T/one" residual_drop)" 10.5 0.0953
check implicit_counts test "$(column "$T/one" evaluations)" -gt "$(column "$T/one" iteration)"
check implicit_two_ranks implicit 2 "$T/two" --set time.steps=100
check implicit_same_lift near "$(column "$T/two" cl)" "$(column "$T/one" cl)" 1e-6
check implicit_same_drag near "$(column "$T/two" cd)" "$(column "$T/one" cd)" 1e-6
implicit 1 "$T/whole" --set time.steps=14 >"$T/log" 2>&1
implicit 1 "$T/part" --set time.steps=9 >"$T/log" 2>&1
check implicit_restart implicit 1 "$T/rest" --set time.steps=5 --restart "$T/part"
check implicit_restart_bits same_bits "$T/whole" "$T/rest"
for run in whole rest; do tail -n +12 "$T/$run/history.csv" | cut -d, -f1,3- >"$T/$run.rows"; done # but the wall time
check implicit_restart_rows cmp "$T/whole.rows" "$T/rest.rows"
check implicit_restart_has_rows test "$(wc -l <"$T/whole.rows")" -eq 5
# of every step the vectors of GMRES, what it reduced, and cells that were limited
check implicit_figures awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { vectors = $at["krylov_vectors"]; reduction = $at["linear_reduction"]; limited = $at["limited_cells"] }
    NR > 2 { rows++; good += vectors >= 1 && vectors <= 30 && reduction > 0 && reduction < 1 && limited >= 0 }
    END { exit !(rows == 14 && good == rows) }' "$T/whole/history.csv"

# ---- the verdict, and the history of a run that changes its scheme -----------------------------------------
verdict() { grep '"verdict"' "$1/run.json"; }
judged() { # judged RESULTS WORDS
    verdict "$1"; verdict "$1" | grep -q -- "$2"
}
implicit 1 "$T/short" --set time.steps=20 >/dev/null 2>"$T/err"; code=$?
check implicit_converged grep -q '"converged": true' "$T/one/run.json"
check implicit_converged_sentence judged "$T/one" '"converged: the residual has dropped \(9\.[5-9]\|1[0-9]\.[0-9]\) decades (9.5 asked for); c'
check implicit_steps_end_with_0 test $code -eq 0
check implicit_steps_not_converged grep -q '"converged": false' "$T/short/run.json"
check implicit_steps_sentence judged "$T/short" '"not converged: all 20 steps are done, .* of the 9.5 decades asked for; '
check implicit_said_on_stderr grep -q '^ufv-solve: not converged: all 20 steps are done' "$T/err"
"$post" forces "$T/short" >"$T/out" 2>&1
check forces_say_so grep -q '^note: not converged: all 20 steps are done' "$T/out"
"$post" watch "$T/short" --once >"$T/out" 2>&1
check watch_says_so grep -q '^not converged: all 20 steps are done' "$T/out"
"$post" forces "$T/one" >"$T/out" 2>&1
check forces_say_nothing_else sh -c '! grep -q converged "$1"' sh "$T/out"
implicit 1 "$T/short" --set time.scheme=rk --set time.steps=3 --restart "$T/short" >"$T/log" 2>&1
check two_schemes_one_table awk -F, 'NR == 1 { n = NF } NF != n { exit 1 } END { exit NR != 25 }' "$T/short/history.csv"
# ---- with few rows a run ends as soon, within three steps ----
check implicit_few_rows implicit 1 "$T/few" --set time.steps=100 --set output.history=10
check implicit_ends_as_soon awk -v few="$(column "$T/few" iteration)" -v one="$(column "$T/one" iteration)" \
    'BEGIN { exit !(few >= one && few <= one + 3) }'
check implicit_few_rows_are_few awk -v steps="$(column "$T/few" iteration)" \
    'END { exit !(steps > 20 && NR >= steps / 10 + 1 && NR <= steps / 10 + 4) }' "$T/few/history.csv"
# ---- a residual that is rounding: no steps for a drop that cannot be had ----
"$box" --n 6 5 4 --perturb 0.2 --out "$T/box.cgns" >"$T/log" 2>&1 && "$prep" --quiet "$T/box.cgns" --out "$T/pbox" >"$T/log" 2>&1
printf '[flow]\nmach = 0.5\nalpha = 3\nup = z\n[patches]\n* = farfield\n' >"$T/free.cfg"
check rounding_free_stream run_solve 1 "$T/free.cfg" --packs "$T/pbox" --out "$T/free" --device cpu
check rounding_is_converged judged "$T/free" '"converged: the residual has dropped 0.0 decades, and what is left of it is rounding'
check rounding_is_said grep -q '"stopped_by": "residual at rounding"' "$T/free/run.json"
check rounding_free_stream_by_steps run_solve 1 "$T/free.cfg" --packs "$T/pbox" --out "$T/free" --device cpu --steps 25 \
    --set stop.window=1000
check rounding_needs_the_rule test "$(column "$T/free" iteration)" -eq 25
check rounding_airfoil implicit 1 "$T/floor" --set time.steps=200 --set stop.residual_drop=16
check rounding_airfoil_drops judged "$T/floor" \
    '"converged: the residual has dropped 1[45]\.[0-9] decades, and what is left of it is rounding; cl and cd have settled'
refused() { # refused WORDS ARGUMENTS...: fails with a sentence that holds the words
    words=$1; shift
    if implicit 1 "$T/no" "$@" >"$T/out" 2>"$T/err"; then echo "was accepted"; return 1; fi
    grep -q -- "$words" "$T/err"
}
# ---- what its pieces take (fraction_of_copy is also that of the whole) ----------------------------------------
"$solve" "$case" --packs "$T/p1" --bench 2 --device cpu --threads 1 --set time.scheme=implicit \
    --set numerics.coarse=no >"$T/out" 2>"$T/err"
check bench_has_pieces awk '/"(assembly|sweep|product)":/ { n++ }
    /"(ns_per_cell|bytes_per_cell|fraction_of_copy)":/ { sub(/,$/, ""); v += $2 > 0 && $2 < 1e6 }
    END { exit !(n == 3 && v == 10) }' "$T/out"
"$solve" "$case" --packs "$T/p1" --bench 2 --device cpu --threads 1 --set time.scheme=implicit \
    --set numerics.coarse=yes >"$T/out" 2>"$T/err"
check bench_has_coarse_pieces awk '/"(assembly|coarse_assembly|coarse_sweeps|sweep|product)":/ { n++ }
    /"(ns_per_cell|bytes_per_cell|fraction_of_copy)":/ { sub(/,$/, ""); v += $2 > 0 && $2 < 1e6 }
    END { exit !(n == 5 && v == 16) }' "$T/out"
check implicit_needs_local refused 'local = yes' --set time.local=no
exit $status
