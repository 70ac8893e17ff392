# scripts/polar: two angles at two Mach numbers of a box flow; what fails is in the
# table as failed.
. tests/lib.sh
"$box" --cells hex --n 6 4 4 --out "$T/box.cgns" >/dev/null || exit 1
"$prep" "$T/box.cgns" --out "$T/packs" --ranks 2 --quiet || exit 1
flow_case "$T/flow.cfg"
export UFV_BIN="$(realpath "$BUILD")"
polar() { scripts/polar "$T/flow.cfg" --packs "$T/packs" --out "$T/polar" --device cpu --steps 10 "$@"; }
check polar polar --alpha "0 2" --mach "0.5 0.6"
check polar_rows test "$(grep -c ',0$' "$T/polar/polar.csv")" -eq 4
row() { grep "^$1,$2," "$T/polar/polar.csv" | cut -d, -f"$3"; }
for m in 0.5 0.6; do for a in 0 2; do
    check "polar_cl_$m-$a" test "$(row $m $a 3)" = "$(number "$T/polar/m$m-a$a/forces.json" cl)"
done; done
# lift of the floor and roof of a channel goes with the angle
check polar_lift_rises awk -v a="$(row 0.5 0 3)" -v b="$(row 0.5 2 3)" 'BEGIN { exit !(b + 0 != a + 0) }'
check polar_keeps_what_is_there polar --alpha "0 2" --mach 0.5 --launch false
check polar_kept test "$(grep -c ',0$' "$T/polar/polar.csv")" -eq 2
polar --alpha 1 --mach 0.5 --set time.cfl=300 --steps 300 >"$T/log" 2>&1
check polar_says_what_diverged grep -qE '^0.5,1,,,,,,,[1-9]' "$T/polar/polar.csv"
if command -v gnuplot >/dev/null 2>&1; then
    check polar_plot polar --alpha "0 2" --mach "0.5 0.6" --plot "$T/polar.png"
    check polar_is_png test "$(wc -c <"$T/polar.png")" -gt 5000
else
    echo "skip polar_plot gnuplot is not installed"
fi
# settings with blanks, files with blanks, no arguments at all
check polar_settings_with_blanks polar --again --alpha 0 --mach 0.5 --set "time.coefficients=0.5 1 0 0"
check polar_settings_row test "$(row 0.5 0 9)" = 0
mkdir "$T/a b" && cp -r "$T/packs" "$T/a b/packs"
check polar_names_with_blanks scripts/polar "$T/flow.cfg" --packs "$T/a b/packs" --out "$T/a b/polar" --device cpu \
    --steps 2 --alpha 0
scripts/polar >"$T/log" 2>&1
check polar_without_arguments test $? -eq 2
check polar_says_its_usage grep -q '^  *polar CASE.cfg' "$T/log"
# more ranks than cores, as Open MPI refuses them; a launcher that starts nothing
mkdir "$T/few"
cat >"$T/few/mpirun" <<SH
#!/bin/sh
[ "\$OMPI_MCA_rmaps_base_oversubscribe" = 1 ] || { echo "There are not enough slots available" >&2; exit 1; }
exec "$(command -v mpirun)" "\$@"
SH
chmod +x "$T/few/mpirun"
check polar_few_cores env -u OMPI_MCA_rmaps_base_oversubscribe PATH="$T/few:$PATH" scripts/polar "$T/flow.cfg" \
    --packs "$T/packs" --out "$T/few/polar" --device cpu --steps 2 --alpha 0
check polar_few_cores_ran test "$(grep -c ',0$' "$T/few/polar/polar.csv")" -eq 1
polar --again --launch false --alpha 0 --mach 0.5 --plot "$T/none.png" >"$T/log" 2>&1
check polar_without_coefficients test $? -eq 1 -a ! -e "$T/none.png"
check polar_without_coefficients_says_so grep -q "no run has given coefficients" "$T/log"
check polar_without_coefficients_draws_nothing sh -c '! grep -q warning "$1"' sh "$T/log"
exit $status
