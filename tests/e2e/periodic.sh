# Periodic sides as a user joins them: what ufv-prep says of them, a run that is
# continued on another number of ranks, and exports without periodic faces.
. tests/lib.sh
has() { grep -qE -- "$1" "$2" || { echo "no '$1' in:"; cat "$2"; return 1; }; }
refused() { # refused WORDS COMMAND...: fails with a sentence that holds the words
    words=$1; shift
    if "$@" >"$T/out" 2>"$T/err"; then echo "was accepted"; return 1; fi
    has "$words" "$T/err"
}
"$box" --cells prism --n 8 6 4 --out "$T/b.cgns" >"$T/log" 2>&1 || { cat "$T/log"; fail periodic_setup mesh; exit 1; }
cat >"$T/p.cfg" <<'CFG'
[patches]
z* = slip
[periodic]
along = xmin xmax
across = ymax ymin translation=0,-1,0
CFG
for n in 1 3; do "$prep" --quiet "$T/b.cgns" --ranks $n --out "$T/p$n" --config "$T/p.cfg" >"$T/said" 2>&1 ||
    cat "$T/said"; done
"$prep" "$T/b.cgns" --check --config "$T/p.cfg" >"$T/check" 2>"$T/err"
check periodic_check_says has '^periodic +along +joined in pairs +24 faces, translation \(1, 0, 0\)' "$T/check"
check periodic_check_boundary has '^faces .*, of these 192 on the boundary' "$T/check"
"$prep" --info --verbose "$T/p3" >"$T/info" 2>&1
check periodic_info_says has '^ +across +joined in pairs +32 faces, translation \(0, -1, 0\)' "$T/info"
check periodic_info_checks test "$(grep -c good "$T/info")" -eq 3
check periodic_report has '"transform": "translation \(1, 0, 0\)"' "$T/p3/report.json"
check periodic_patches_left test "$(grep -c '^\[patch ' "$T/p1/manifest.ini")" -eq 2

cat >"$T/case.cfg" <<'CFG'
[flow]
mach = 0.5
alpha = 5
beta = 20
[initial]
kind = wave
wave_number = 1 1 0
[time]
local = no
cfl = 0.7
steps = 40
CFG
run_solve 1 "$T/case.cfg" --packs "$T/p1" --out "$T/one" --device cpu --threads 1
run_solve 3 "$T/case.cfg" --packs "$T/p3" --out "$T/half" --steps 20 --device cpu --threads 1
run_solve 1 "$T/case.cfg" --packs "$T/p1" --out "$T/rest" --steps 20 --restart "$T/half" --device cpu --threads 1
# other orders of summation, as in ranks.sh
check periodic_restart_3_to_1 "$post" compare "$T/one" "$T/rest" --tolerance 1e-10
check periodic_export "$post" export "$T/half" --format tecplot --out "$T/whole.plt"
check periodic_export_surface "$post" export "$T/half" --format vtu --surface --out "$T/surface.vtu"
faces=$(grep -aho 'NumberOfCells="[0-9]*"' "$T"/surface-*.vtu | tr -dc '0-9\n' | awk "{ n += \$1 } END { print n }")
check periodic_surface_is_slip_only test "$faces" -eq 192

printf '[periodic]\nx = xmin ymin\n' >"$T/bad.cfg"
check periodic_refused_mismatch refused 'patch xmin has 24 faces but patch ymin has 32' "$prep" "$T/b.cgns" \
    --check --config "$T/bad.cfg"
printf '[periodic]\nx = xmin xmax translation=2,0,0\n' >"$T/bad.cfg"
check periodic_refused_distance refused \
    'bad.cfg:2: \[periodic\] x: after translation \(2, 0, 0\) the node .* 1 m from' "$prep" "$T/b.cgns" \
        --check --config "$T/bad.cfg"
printf '[periodics]\nx = xmin xmax\n' >"$T/bad.cfg"
check periodic_refused_section refused "unknown section 'periodics'; did you mean 'periodic'" "$prep" "$T/b.cgns" \
    --check --config "$T/bad.cfg"
# One layer of cells between symmetry planes and the same with its sides joined take the same gradients, and differ by
# rounding alone: a quarter ring of thin cells, where fits about nodes and fits over faces
# differ by a percent.
"$box" --n 16 12 1 --size 1 1 0.02 --map annulus:1,1.384 --out "$T/ring.cgns" >"$T/log" 2>&1
printf '[periodic]\nsides = zmin zmax\n' >"$T/sides.cfg"
"$prep" --quiet "$T/ring.cgns" --ranks 1 --out "$T/planes"
"$prep" --quiet "$T/ring.cgns" --ranks 1 --out "$T/joined" --config "$T/sides.cfg"
"$prep" --quiet "$T/ring.cgns" --ranks 2 --out "$T/joined2" --config "$T/sides.cfg"
for p in planes joined joined2; do
    run_solve "$([ $p = joined2 ] && echo 2 || echo 1)" cases/vortex/vortex.cfg --packs "$T/$p" --out "$T/ring-$p" \
        --steps 60 --device cpu --threads 1 --set time.scheme=rk --set time.stages=2 --set time.local=no --set time.dt=2e-6 \
        --set numerics.gradient=node-lsq --set numerics.limiter=barth
done
# w is nothing but rounding; of the others, sums over faces in another order. The two discretisations differ by 1e-2.
same_fields() {
    "$post" compare "$T/ring-planes" "$1" >"$T/compared" || return 1
    awk '/^(density|velocity_x|velocity_y|pressure) / { n++; if (!($3 < 1e-9)) bad = 1 } END { exit bad || n != 4 }' \
        "$T/compared" || { cat "$T/compared"; return 1; }
}
check periodic_layer_as_between_planes same_fields "$T/ring-joined"
check periodic_layer_on_two_ranks same_fields "$T/ring-joined2"
exit $status
