# Coarse levels of the implicit scheme (numerics.coarse): the airfoil of cases/naca0012-turbulent ends with the forces
# that it has without, on three ranks too, whose coarse cells are others; a restart repeats every bit. In unsteady flow
# the same; and the steps of cases/cylinder-re100 on 256 x 160 cells leave a small part of the error in lift that they
# leave without.
# Features: low_mach
. tests/lib.sh
case=cases/naca0012-turbulent/naca0012.cfg
"$BUILD/tools/plane_mesh" naca0012 --level 0 --out "$T/m.cgns" >"$T/log" 2>&1 || { cat "$T/log"; fail coarse_setup mesh; exit 1; }
for n in 1 3; do "$prep" --quiet "$T/m.cgns" --ranks $n --out "$T/p$n" >"$T/log" 2>&1 || cat "$T/log"; done
march() { # march RANKS RESULTS ARGUMENTS...
    n=$1 out=$2; shift 2
    run_solve "$n" "$case" --packs "$T/p$n" --out "$out" --device cpu --threads 1 --set stop.residual_drop=9 \
        --set stop.window=0 --set output.history=1 "$@"
}
column() { # column RESULTS NAME: of the last row of history.csv
    awk -F, -v name="$2" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) c = k } END { print $c }' "$1/history.csv"
}
near() { # near A B RELATIVE
    awk -v a="$1" -v b="$2" -v r="$3" 'BEGIN { d = a - b; d = d < 0 ? -d : d; e = b < 0 ? -b : b; exit !(d <= r * e) }'
}
check coarse_without march 1 "$T/none" --set time.steps=150 --set numerics.coarse=no
for n in 1 3; do
    check "coarse_$n" march $n "$T/with$n" --set time.steps=150 --set numerics.coarse=yes
    check "coarse_${n}_drops" near "$(column "$T/with$n" residual_drop)" 10 0.1
    for f in cl cd; do check "coarse_${n}_$f" near "$(column "$T/with$n" $f)" "$(column "$T/none" $f)" 1e-6; done
done
# They are there: the first steps of both differ; and a mesh of 3,584 cells has them unless it asks for none.
fifth() { awk -F, '$1 == 5 { print $4 }' "$1/history.csv"; }
check coarse_makes_a_difference sh -c '! test "$1" = "$2"' sh "$(fifth "$T/none")" "$(fifth "$T/with1")"
march 1 "$T/auto" --set time.steps=6 --set numerics.coarse=auto >"$T/log" 2>&1
check coarse_by_default test "$(fifth "$T/auto")" = "$(fifth "$T/with1")"
march 1 "$T/whole" --set time.steps=14 --set numerics.coarse=yes >"$T/log" 2>&1
march 1 "$T/part" --set time.steps=9 --set numerics.coarse=yes >"$T/log" 2>&1
check coarse_restart march 1 "$T/rest" --set time.steps=5 --set numerics.coarse=yes --restart "$T/part"
check coarse_restart_bits same_bits "$T/whole" "$T/rest"

# ---- unsteady flow ----
unsteady="--set time.scheme=dual-time --set time.local=no --set time.dt=1e-3 --set time.sub_drop=5"
for n in 1 3; do
    # shellcheck disable=SC2086
    check "coarse_unsteady_$n" march $n "$T/u$n" --steps 8 $unsteady --set numerics.coarse=yes
done
# shellcheck disable=SC2086
march 1 "$T/u" --steps 8 $unsteady --set numerics.coarse=no >"$T/log" 2>&1
# eight steps solved to five decades each: 1e-5 was seen
for f in cl cd; do
    check "coarse_unsteady_$f" near "$(column "$T/u1" $f)" "$(column "$T/u" $f)" 1e-4
    check "coarse_unsteady_ranks_$f" near "$(column "$T/u3" $f)" "$(column "$T/u1" $f)" 1e-4
done
check coarse_unsteady_makes_a_difference sh -c '! test "$1" = "$2"' sh "$(fifth "$T/u")" "$(fifth "$T/u1")"
# shellcheck disable=SC2086
march 1 "$T/cut" --steps 5 $unsteady --set numerics.coarse=yes >"$T/log" 2>&1
# shellcheck disable=SC2086
check coarse_unsteady_restart march 1 "$T/end" --steps 3 $unsteady --set numerics.coarse=yes --restart "$T/cut"
check coarse_unsteady_restart_bits same_bits "$T/u1" "$T/end"

"$BUILD/tools/plane_mesh" cylinder --level 3 --far 25.4 --out "$T/c.cgns" >"$T/log" 2>&1 &&
    "$prep" --quiet "$T/c.cgns" --out "$T/c" >"$T/log" 2>&1 || { cat "$T/log"; fail coarse_wake_setup mesh; exit 1; }
sed '/^\[series\]/,$d' cases/cylinder-re100/cylinder.cfg >"$T/c.cfg"
wake() { # wake RESULTS ARGUMENTS...: sixteen steps
    out=$1; shift
    run_solve 1 "$T/c.cfg" --packs "$T/c" --out "$out" --device cpu --threads 1 --steps 16 --set output.fields=no \
        --set time.steps_per_period=64 --set output.history=1 "$@" >"$T/log" 2>&1 || cat "$T/log"
}
wake "$T/exact" --set time.sub_drop=5
wake "$T/default" --set time.sub_drop=2
wake "$T/alone" --set time.sub_drop=2 --set numerics.coarse=no
error() { # error RESULTS: root mean square of the last eight steps' difference in lift to those solved to five decades
    awk -F, '
        FNR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
        FNR == NR { exact[$1] = $at["cl"]; next }
        $1 > 8 { d = $at["cl"] - exact[$1]; sum += d * d; n++ }
        END { print n == 8 ? sqrt(sum / n) : "nan" }' "$T/exact/history.csv" "$1/history.csv"
}
with=$(error "$T/default") without=$(error "$T/alone")
echo "  error of lift: $with with coarse levels, $without without"
# a 27th was seen
check coarse_leaves_less_of_a_wake awk -v a="$with" -v b="$without" 'BEGIN { exit !(a > 0 && a < 0.2 * b) }'
