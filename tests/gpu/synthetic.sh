# Synthetic turbulence: CPU and GPU end with the same bits, in laminar flow and ahead of a wall with IDDES on either model,
# in dual time and with explicit steps; three ranks agree with one.
. tests/lib.sh
"$box" --n 16 12 8 --size 3.2 2.4 1.6 --bc ymin=BCWallViscous --out "$T/m.cgns" >"$T/log" 2>&1 &&
    "$prep" --quiet "$T/m.cgns" --out "$T/p1" && "$prep" --quiet "$T/m.cgns" --ranks 3 --out "$T/p3" ||
    { cat "$T/log"; fail synthetic_setup mesh; exit 1; }
printf 'distance,velocity,k\n0.1,60,20\n0.9,68,20\n1,68,0\n' >"$T/layer.csv"
cat >"$T/wall.cfg" <<'CFG'
[flow]
mach = 0.2
reynolds = 1e6
[synthetic_turbulence]
LAYER = plane centre=1.2,0,0 axis=1,0,0 normal=0,1,0 thickness=0.8 length=0.9 file=layer.csv
[numerics]
flux = keep
dissipation = 0.1
shock_sensor = none
limiter = none
gradient = face
[time]
scheme = dual-time
dt = 5e-4
[output]
history = 1
CFG
run() { # run DEVICE RANKS RESULTS ARGUMENTS...
    device=$1 n=$2 out=$T/$3; shift 3
    rm -rf "$out"
    run_solve "$n" "$T/wall.cfg" --packs "$T/p$n" --out "$out" --device "$device" --threads 4 --steps 8 "$@" \
        >"$T/log" 2>&1 || cat "$T/log"
}
both() { # both NAME ARGUMENTS...
    name=$1; shift
    run cpu 1 c "$@"
    run cuda 1 g "$@"
    check "synthetic_$name" same_bits "$T/c" "$T/g"
}
both laminar --set model.equations=laminar
both sa --set model.equations=sa --set model.scales=iddes
both sst --set model.equations=sst --set model.scales=iddes
both explicit --set model.equations=sa --set model.scales=iddes --set time.scheme=rk --set time.local=no \
    --set time.stages=3 --set time.dt=5e-5
# with other random numbers the flow is another one: they do something on the GPU
run cuda 1 none --set model.equations=laminar --set synthetic_turbulence.LAYER="plane centre=1.2,0,0 axis=1,0,0 \
normal=0,1,0 thickness=0.8 length=0.9 file=layer.csv seed=2"
run cuda 1 g --set model.equations=laminar
if same_bits "$T/g" "$T/none" >"$T/log" 2>&1; then fail synthetic_acts "no difference"; else ok synthetic_acts; fi
run cuda 3 g3 --set model.equations=laminar
check synthetic_three_ranks "$post" compare "$T/g" "$T/g3" --tolerance 1e-3 # steps solved by a thousandth
exit $status
