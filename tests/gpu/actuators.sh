# Actuators: CPU and GPU end with the same bits for disks of a given thrust, disks by blades and actuator lines, also in
# turbulent flow; on a GPU three ranks have the thrust of one.
. tests/lib.sh
"$box" --n 16 14 14 --size 4 3.5 3.5 --origin -1.5 -1.75 -1.75 --out "$T/m.cgns" >"$T/log" 2>&1 &&
    "$prep" --quiet "$T/m.cgns" --out "$T/p1" && "$prep" --quiet "$T/m.cgns" --ranks 3 --out "$T/p3" ||
    { cat "$T/log"; fail actuators_setup mesh; exit 1; }
printf 'radius,chord,twist,polar\n0.25,0.15,62,airfoil.csv\n0.60,0.15,39,airfoil.csv\n1.00,0.08,26,airfoil.csv\n' \
    >"$T/blade.csv"
printf 'alpha,cl,cd,mach\n-20,-1.8,0.2,0.2\n0,0.2,0.02,0.2\n20,1.9,0.2,0.2\n-20,-2,0.3,0.4\n20,2.2,0.3,0.4\n' \
    >"$T/airfoil.csv"
blades="blade=blade.csv blades=3 rpm=850 pitch=1 polars=mach loss=prandtl"
# case_of NAME ACTUATOR: the case file of that one
case_of() {
    printf '[flow]\nmach = 0.1\n[actuators]\nPROP = %s\n[output]\nhistory = 1\n' "$2" >"$T/$1.cfg"
}
case_of given "disk centre=0,0,0 axis=1,0,0 radius=1 hub_radius=0.25 thickness=0.75 thrust=300 torque=40"
case_of blades "disk centre=0,0,0 axis=1,0,0 thickness=0.75 $blades"
case_of line "line centre=0,0,0 axis=1,0,0 width=0.5 phase=20 $blades"
run() { # run NAME DEVICE RANKS RESULTS ARGUMENTS...
    name=$1 device=$2 n=$3 out=$T/$4; shift 4
    rm -rf "$out"
    run_solve "$n" "$T/$name.cfg" --packs "$T/p$n" --out "$out" --device "$device" --threads 4 "$@" >"$T/log" 2>&1 ||
        cat "$T/log"
}
thrust() { # thrust RESULTS
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["actuators"]["PROP"]["thrust"])' "$1/forces.json"
}
both() { # both NAME ARGUMENTS...
    kind=$1; shift
    for model in euler sa; do
        viscous=
        [ $model = euler ] || viscous="--set flow.reynolds=1e5"
        # shellcheck disable=SC2086
        run "$kind" cpu 1 c --steps 8 --set model.equations=$model $viscous "$@"
        # shellcheck disable=SC2086
        run "$kind" cuda 1 g --steps 8 --set model.equations=$model $viscous "$@"
        check "actuators_${kind}_$model" same_bits "$T/c" "$T/g"
        check "actuators_${kind}_${model}_thrust" [ "$(thrust "$T/c")" = "$(thrust "$T/g")" ]
        # a disk that gives nothing would have equal bits too
        check "actuators_${kind}_${model}_gives" awk -v t="$(thrust "$T/g")" 'BEGIN { exit !(t > 10) }'
    done
}
both given
both blades
both line --set time.scheme=dual-time --set time.dt=0.002
run blades cuda 3 g3 --steps 8
run blades cuda 1 g --steps 8
check actuators_three_ranks awk -v a="$(thrust "$T/g3")" -v b="$(thrust "$T/g")" \
    'BEGIN { d = a / b - 1; exit !(d < 1e-9 && d > -1e-9) }'
exit $status
