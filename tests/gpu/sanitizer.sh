# compute-sanitizer on a small mesh: memcheck and racecheck clean.
. tests/lib.sh
command -v compute-sanitizer >/dev/null 2>&1 ||
    { echo "skip cuda_sanitizer compute-sanitizer is not installed"; exit 0; }
flow_case "$T/case.cfg"
"$box" --cells mixed --n 8 4 4 --perturb 0.15 --seed 2 --out "$T/m.cgns" >/dev/null || exit 1
"$prep" --quiet "$T/m.cgns" --out "$T/p" >/dev/null || exit 1
for tool in memcheck racecheck; do for g in lsq node; do
    check "sanitizer_${tool}_$g" compute-sanitizer --tool $tool --error-exitcode 9 "$solve" --quiet "$T/case.cfg" \
        --packs "$T/p" --out "$T/r" --device cuda --steps 12 --set numerics.gradient=$g
done; done
exit $status
