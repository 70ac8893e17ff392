# The implicit scheme: CPU and GPU end with the same bits, in every set of equations and storage of the
# Jacobian, along lines, in dual time, on meshes that move and for a given lift; a run repeats bit for bit; and after kill -9 a restart ends with the bits of the whole run.
. tests/lib.sh
cases=$PWD/cases
"$BUILD/tools/plane_mesh" naca0012 --out "$T/airfoil.cgns" >"$T/log" 2>&1 &&
    "$BUILD/tools/plane_mesh" plate --out "$T/plate.cgns" >"$T/log" 2>&1 &&
    "$BUILD/tools/wing_mesh" --n 16 --out "$T/wing.cgns" >"$T/log" 2>&1 &&
    "$BUILD/tools/wing_mesh" --n 12 --cells tet --out "$T/tets.cgns" >"$T/log" 2>&1 ||
        { cat "$T/log"; fail implicit_setup mesh; exit 1; }
for m in airfoil plate wing tets; do
    "$prep" --quiet --no-lines "$T/$m.cgns" --out "$T/$m" || { fail implicit_setup "packs of $m"; exit 1; }
done
"$prep" --quiet "$T/airfoil.cgns" --out "$T/lines" || { fail implicit_setup "packs with lines"; exit 1; }
march() { # march NAME DEVICE MESH CASE ARGUMENTS...
    out=$T/$1 device=$2 mesh=$3 case=$4; shift 4
    rm -rf "$out"
    run_solve 1 "$cases/$case" --packs "$T/$mesh" --out "$out" --device "$device" --threads 4 \
        --set stop.residual_drop=14 --set stop.window=0 "$@" >"$T/march.log" 2>&1 || cat "$T/march.log"
}
both() { # both NAME STEPS MESH CASE ARGUMENTS...
    name=$1 steps=$2 mesh=$3 case=$4; shift 4
    march c cpu "$mesh" "$case" --steps "$steps" "$@"
    march g cuda "$mesh" "$case" --steps "$steps" "$@"
    check "implicit_$name" same_bits "$T/c" "$T/g"
    rows=$(cut -d, -f1-8 "$T/g/history.csv" | wc -l)
    [ "$rows" -gt 5 ] || fail "implicit_$name history" "a history of $rows rows"
}
airfoil=naca0012-turbulent/naca0012.cfg plate=plate-turbulent/plate.cfg
both sa 25 airfoil $airfoil
both sst 40 airfoil $airfoil --set model.equations=sst
both laminar 20 plate $plate --set model.equations=laminar --set flow.reynolds=1e4
both wing_of_hexahedra 30 wing onera-m6/euler.cfg
both wing_of_tetrahedra 30 tets onera-m6/euler.cfg
both wing_without_limiter 20 tets onera-m6/euler.cfg --set numerics.limiter=none
for model in laminar sa sst; do
    both "tetrahedra_$model" 12 tets onera-m6/sa.cfg --set model.equations=$model --set flow.up=z \
        --set patches.WING=wall
done
for jacobian in single half; do
    both "jacobian_$jacobian" 12 airfoil $airfoil --set numerics.jacobian=$jacobian
done
both lines 25 lines $airfoil
both lines_single 12 lines $airfoil --set numerics.jacobian=single
both lines_sst 25 lines $airfoil --set model.equations=sst
both lines_laminar 12 lines $airfoil --set model.equations=laminar --set flow.reynolds=1e4
both coarse 20 wing onera-m6/euler.cfg --set numerics.coarse=yes
both coarse_lines 20 lines $airfoil --set numerics.coarse=yes
both coarse_sst 20 airfoil $airfoil --set model.equations=sst --set numerics.coarse=yes
both coarse_low_mach 20 airfoil $airfoil --set numerics.low_mach=yes --set numerics.coarse=yes
both coarse_functions 20 airfoil $airfoil --set model.wall_functions=yes --set numerics.coarse=yes
both coarse_rotating 12 wing onera-m6/euler.cfg --set frame.type=rotating --set frame.rate=2 --set frame.axis=1,0,0 \
    --set flow.alpha=0 --set patches.SYMMETRY=farfield --set numerics.coarse=yes
both target 40 wing onera-m6/euler.cfg --set target.cl=0.3 --set output.history=1
both rotating 20 wing onera-m6/euler.cfg --set frame.type=rotating --set frame.rate=2 --set frame.axis=1,0,0 --set flow.alpha=0 \
    --set patches.SYMMETRY=farfield
unsteady="--set time.scheme=dual-time --set time.local=no --set time.dt=1e-3"
both dual_time 8 airfoil $airfoil $unsteady --set model.equations=sst
both dual_time_esdirk3 8 airfoil $airfoil $unsteady --set time.method=esdirk3
both dual_time_bdf2opt 8 airfoil $airfoil $unsteady --set time.method=bdf2opt
both dual_time_coarse 8 airfoil $airfoil $unsteady --set numerics.coarse=yes
both dual_time_detached 8 airfoil $airfoil $unsteady --set model.scales=iddes --set numerics.flux=keep \
    --set numerics.blending=travin --set numerics.limiter=none
both dual_time_wing 6 wing onera-m6/euler.cfg --set time.scheme=dual-time --set time.local=no --set time.dt=1e-4
both dual_time_by_error 8 airfoil $airfoil $unsteady --set time.method=esdirk3 --set time.tolerance=1e-4
both pitch 8 airfoil $airfoil --set time.scheme=dual-time --set time.local=no --set time.steps_per_period=40 \
    --set motion.pitch=3 --set motion.reduced_frequency=0.2 --set motion.centre=0.25,0,0
for flux in roe hllc ausm-up; do
    both "low_mach_$flux" 20 airfoil $airfoil --set numerics.low_mach=yes --set flow.mach=0.02 --set numerics.flux=$flux
done
both low_mach_sst 20 airfoil $airfoil --set numerics.low_mach=yes --set model.equations=sst
both low_mach_laminar 12 airfoil $airfoil --set numerics.low_mach=yes --set model.equations=laminar \
    --set flow.reynolds=1e4
both low_mach_tetrahedra 12 tets onera-m6/euler.cfg --set numerics.low_mach=yes --set flow.mach=0.05
both low_mach_dual_time 8 airfoil $airfoil $unsteady --set numerics.low_mach=yes --set flow.mach=0.02
both low_mach_pitch 8 airfoil $airfoil --set time.scheme=dual-time --set time.local=no --set time.steps_per_period=40 \
    --set motion.pitch=3 --set motion.reduced_frequency=0.2 --set motion.centre=0.25,0,0 --set numerics.low_mach=yes
for flux in roe hllc ausm-up van-leer; do both "flux_$flux" 12 wing onera-m6/euler.cfg --set numerics.flux=$flux; done
for gradient in lsq face node node-lsq; do
    both "gradient_$gradient" 12 airfoil $airfoil --set numerics.gradient=$gradient
done
"$BUILD/tools/ring_mesh" --inner 48 12 --outer 60 18 --layers 3 2 --out "$T/ring.cgns" >"$T/log" 2>&1 &&
    "$prep" --quiet "$T/ring.cgns" --out "$T/ring" || fail implicit_sliding packs
cat >"$T/sliding.cfg" <<'CFG'
[flow]
mach = 0.4
alpha = 20
up = y
[initial]
kind = wave
wave_number = 0.5 0.2 0
[time]
scheme = dual-time
dt = 1e-4
[motion]
spin = 700
axis = 0 0 1
zone_radius = 1
[patches]
INNER = sliding
OUTER = sliding
CFG
for model in euler laminar sa sst; do
    viscous=
    [ $model = euler ] || viscous="--set flow.reynolds=200 --set patches.HUB=wall"
    for device in cpu cuda; do
        run_solve 1 "$T/sliding.cfg" --packs "$T/ring" --out "$T/sliding-$device" --device $device --threads 4 --steps 8 \
            --set model.equations=$model $viscous
    done
    check "implicit_sliding_$model" same_bits "$T/sliding-cpu" "$T/sliding-cuda"
    rm -rf "$T/sliding-cpu" "$T/sliding-cuda"
done
march whole cuda airfoil $airfoil --steps 25 --set output.checkpoint=5
march again cuda airfoil $airfoil --steps 25 --set output.checkpoint=5
check implicit_repeats same_bits "$T/whole" "$T/again"
# killed at a moment that is never the same
run_solve 1 "$cases/$airfoil" --packs "$T/airfoil" --out "$T/cut" --device cuda --steps 400 \
    --set stop.residual_drop=14 --set stop.window=0 --set output.checkpoint=3 >"$T/log" 2>&1 &
await $! test -e "$T/cut/latest"
sleep "0.$(($$ % 10))"
pkill -9 -f "$T/cut"
wait
at=$(sed 's/fields-0*//' "$T/cut/latest")
echo "  killed after the checkpoint of step $at"
march rest cuda airfoil $airfoil --restart "$T/cut" --steps 30
march ahead cuda airfoil $airfoil --steps $((at + 30))
check implicit_restart_same_bits same_bits "$T/ahead" "$T/rest"
exit $status
