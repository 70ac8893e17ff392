# Through periodic faces the GPU gives the CPU's bits: a box periodic in three
# directions (images of own cells, copied on the device) and a quarter of a ring
# (velocities turn), on one rank and on three, in several exchange modes; with local
# time steps on one rank as recorded pieces.
. tests/lib.sh
cat >"$T/case.cfg" <<'CFG'
[flow]
mach = 0.5
alpha = 10
beta = 20
[initial]
kind = wave
wave_number = 1 1 1
[time]
local = no
cfl = 0.7
steps = 60
[patches]
* = slip
CFG
cat >"$T/box.cfg" <<'CFG'
[periodic]
x = xmin xmax
y = ymin ymax
z = zmin zmax
CFG
printf '[periodic]\nring = xmin xmax angle=-90\n' >"$T/ring.cfg"
"$box" --cells tet --n 8 8 8 --out "$T/box.cgns" >"$T/log" 2>&1 &&
    "$box" --cells hex --n 12 8 4 --map annulus:1,2 --out "$T/ring.cgns" >"$T/log" 2>&1 ||
        { cat "$T/log"; fail periodic_setup mesh; exit 1; }
march() { # march NAME DEVICE RANKS SHAPE ARGUMENTS...
    out=$T/$1 device=$2 n=$3 shape=$4; shift 4
    rm -rf "$out"
    run_solve "$n" "$T/case.cfg" --packs "$T/$shape-$n" --out "$out" --device "$device" "$@"
}
for shape in box ring; do
    for n in 1 3; do
        "$prep" --quiet "$T/$shape.cgns" --ranks $n --config "$T/$shape.cfg" --out "$T/$shape-$n" ||
            { fail "periodic_${shape}_$n" packs; continue; }
        for g in lsq node node-lsq; do
            march c cpu $n $shape --threads 4 --set numerics.gradient=$g
            march g cuda $n $shape --set numerics.gradient=$g
            check "periodic_${shape}_${n}_$g" same_bits "$T/c" "$T/g"
        done
        steady="--set time.local=yes" # which asks for a way out of the domain where there are walls
        [ $shape = box ] || steady="$steady --set patches.ymax=farfield"
        march c cpu $n $shape --threads 4 $steady
        march g cuda $n $shape $steady
        check "periodic_${shape}_${n}_local_steps" same_bits "$T/c" "$T/g"
        march g cuda $n $shape --set numerics.gradient=node-lsq
        for mode in blocking staged-cpu-pack; do
            march b cuda $n $shape --set numerics.gradient=node-lsq --exchange $mode
            check "periodic_${shape}_${n}_$mode" same_bits "$T/g" "$T/b"
        done
    done
done
exit $status
