# numerics.low_mach: flow about a cylinder at low Mach numbers, preconditioned, is that of no Mach number: it converges
# in a few steps from uniform flow, and drag and pressures over those of the stream do not depend on the Mach number;
# on several ranks and restarted it is the same. In dual time Gresho's vortex keeps its speed.
# Features: low_mach
. tests/lib.sh
"$BUILD/tools/plane_mesh" cylinder --out "$T/cylinder.cgns" >"$T/log" 2>&1 ||
    { cat "$T/log"; fail low_mach_setup mesh; exit 1; }
for n in 1 3; do
    "$prep" --quiet "$T/cylinder.cgns" --ranks $n --out "$T/p$n" || { fail low_mach_setup "packs on $n"; exit 1; }
done
# steady NAME RANKS ARGUMENTS...
steady() {
    name=$1 ranks=$2
    shift 2
    run_solve "$ranks" cases/low-mach/cylinder.cfg --packs "$T/p$ranks" --out "$T/$name" --device cpu --threads 1 \
        --set stop.residual_drop=10 --set time.steps=100 "$@"
}
last() { # last NAME COLUMN: of the history
    awk -F, -v c="$2" 'FNR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next } { v = $at[c] } END { print v }' \
        "$T/$1/history.csv"
}
# Ten decades in at most 40 steps: 20 to 23 were measured; Roe unpreconditioned takes 27 with twice the evaluations,
# AUSM+-up 500 and does not get there. Drag of 80 cells around: 0.20 to 0.25 with these fluxes, 2.38 with Roe
# unpreconditioned, 0 exactly.
for flux in roe hllc ausm-up; do
    check "low_mach_$flux" steady "$flux" 1 --set numerics.flux=$flux
    check "low_mach_${flux}_converges" awk -v d="$(last "$flux" residual_drop)" -v n="$(last "$flux" iteration)" \
        -v e="$(last "$flux" evaluations)" 'BEGIN { print d, n, e; exit !(d >= 10 && n <= 40 && e <= 150) }'
    check "low_mach_${flux}_drag" awk -v d="$(last "$flux" cd)" 'BEGIN { print d; exit !(d > 0 && d < 0.3) }'
done
# Pressures go by the square of the Mach number: cd of a tenth of it differs by terms of its square, 1e-2 at most.
check low_mach_slower steady slower 1 --set numerics.flux=roe --set flow.mach=0.001 --set stop.residual_drop=7
check low_mach_scales awk -v a="$(last roe cd)" -v b="$(last slower cd)" \
    'BEGIN { print a, b; d = a / b - 1; exit !(d < 1e-3 && d > -1e-3) }'
# Sweeps are those of one rank up to the rounding of a stored Jacobian in half precision; both at ten decades.
check low_mach_ranks steady ranks 3 --set numerics.flux=roe
check low_mach_ranks_alike awk -v a="$(last roe cd)" -v b="$(last ranks cd)" \
    'BEGIN { print a, b; d = a / b - 1; exit !(d < 1e-7 && d > -1e-7) }'
check low_mach_half steady half 1 --set numerics.flux=roe --steps 8
check low_mach_rest steady half 1 --set numerics.flux=roe --restart "$T/half" --until "$(last roe iteration)"
check low_mach_restart_bits same_bits "$T/half" "$T/roe"

# Gresho's vortex at Mach 0.01 on 20 x 20 cells for half a turn, in 40 steps.
"$box" --n 20 20 1 --out "$T/box.cgns" >"$T/log" 2>&1 && "$prep" --quiet "$T/box.cgns" --ranks 1 --out "$T/box" ||
    { cat "$T/log"; fail low_mach_setup box; exit 1; }
cat >"$T/gresho.cfg" <<'CFG'
[flow]
mach = 0
density = 1.4
pressure = 1
[initial]
kind = gresho
mach_inner = 0.01
radius_inner = 0.2
centre = 0.5 0.5 0
[numerics]
limiter = none
cutoff_mach = 0.01
[time]
local = no
scheme = dual-time
dt = 1.5707963
steps = 40
[patches]
* = slip
z* = symmetry
[output]
history = 1
CFG
vortex() { # vortex NAME ARGUMENTS...
    name=$1
    shift
    run_solve 1 "$T/gresho.cfg" --packs "$T/box" --out "$T/$name" --device cpu --threads 1 "$@" &&
        "$post" slice "$T/$name" --quiet --plane z=0.5 --variables mach --out "$T/$name.csv"
}
# energy NAME: kinetic energy over that of the start, which is the sum over the same cells' centres
energy() {
    awk -F, '
        /^#/ { next }
        /^x/ { for (k = 1; k <= NF; k++) at[$k] = k; next }
        { e += $at["mach"]^2; n++ } END { print n ? e / n / 1e-4 : "nan" }' "$T/$1.csv"
}
# Kinetic energy by cells: 0.1663 of the square of the largest speed at the start; exactly it stays. Preconditioned
# fluxes kept 0.150, the others 0.059.
for flux in roe hllc; do
    for low in yes no; do
        check "low_mach_vortex_${flux}_$low" vortex "$flux-$low" --set numerics.flux=$flux --set numerics.low_mach=$low
    done
    check "low_mach_vortex_${flux}_keeps" awk -v a="$(energy "$flux-yes")" -v b="$(energy "$flux-no")" \
        'BEGIN { print a, b; exit !(a > 0.85 * 0.1663 && a < 0.1663 && b < 0.5 * 0.1663) }'
done
# What it does not go with is said.
refused() { # refused WORDS ARGUMENTS...
    words=$1
    shift
    ! run_solve 1 cases/low-mach/cylinder.cfg --packs "$T/p1" --out "$T/refused" --device cpu --threads 1 "$@" \
        >"$T/refusal" 2>&1 && grep -q "$words" "$T/refusal"
}
check low_mach_flux_refused refused 'goes with flux = roe, hllc or ausm-up' --set numerics.flux=hlle
check low_mach_scheme_refused refused 'needs \[time\] scheme = implicit or dual-time' --set time.scheme=rk
check low_mach_cutoff_refused refused 'must be given with low_mach = yes' --set flow.mach=0
exit $status
