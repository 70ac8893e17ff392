# A zone that slides in the rest of the mesh, by the programs: restarts that repeat every bit, any number of ranks, mass in
# a closed box, other angles of the zone on a restart, and what is refused.
# Features: sliding motion
. tests/lib.sh
ring=$BUILD/tools/ring_mesh
"$ring" --inner 20 4 --outer 30 6 --layers 2 1 --out "$T/ring.cgns" >/dev/null || exit 1
for n in 1 2 3; do
    "$prep" "$T/ring.cgns" --out "$T/packs-$n" --ranks $n --quiet || exit 1
done
cat >"$T/case.cfg" <<'CFG'
[flow]
mach = 0.4
alpha = 20
up = y
pressure = 1
density = 1
[numerics]
limiter = none
gradient = lsq
[initial]
kind = wave
amplitude = 0.2
wave_number = 0.5 0.2 0
[time]
scheme = dual-time
dt = 0.05
sub_drop = 6
[motion]
spin = 2
axis = 0 0 1
zone_radius = 1
[patches]
INNER = sliding
OUTER = sliding
CFG
run() { # run RANKS RESULTS ARGUMENTS...
    ranks=$1 results=$2; shift 2
    run_solve "$ranks" "$T/case.cfg" --packs "$T/packs-$ranks" --out "$T/$results" --threads 1 --device cpu "$@" 2>&1
}
for settings in bdf2:lsq esdirk3:lsq bdf2:node-lsq; do
    keys="--set time.method=${settings%:*} --set numerics.gradient=${settings#*:}"
    rm -rf "$T/whole" "$T/part"
    run 1 whole --steps 6 $keys
    run 1 part --steps 3 $keys
    run 1 part --restart "$T/part" --steps 3 $keys
    check "restart_$settings" same_bits "$T/whole" "$T/part"
done

# several ranks: sums of the implicit scheme are added in another order
rm -rf "$T/whole"
run 1 whole --steps 6 --set time.sub_drop=10 --set numerics.limiter=venkatakrishnan
for n in 2 3; do
    run $n ranks-$n --steps 6 --set time.sub_drop=10 --set numerics.limiter=venkatakrishnan
    check ranks_$n sh -c '"$1" compare "$2/whole" "$2/ranks-$3" |
        awk "/^(density|velocity_[xy]|pressure) / { n++; if (!(\$2 < 1e-9)) exit 1 } END { exit n != 4 }"' sh "$post" "$T" $n
done

# viscous: laminar flow, and eddy viscosities that the walls make
sed '/^\[initial\]/,/^wave_number/d' "$T/case.cfg" >"$T/viscous.cfg"
viscous() { # viscous EQUATIONS RANKS RESULTS ARGUMENTS...
    model=$1 of=$2 to=$3; shift 3
    run_solve "$of" "$T/viscous.cfg" --packs "$T/packs-$of" --out "$T/$to" --threads 1 --device cpu \
        --set model.equations="$model" --set flow.reynolds=200 --set patches.HUB=wall --set time.sub_drop=8 "$@" 2>&1
}
for model in laminar sa sst; do
    rm -rf "$T/viscous-1" "$T/viscous-2" "$T/viscous-3" "$T/part"
    for n in 1 2 3; do viscous $model $n viscous-$n --steps 4; done
    for n in 2 3; do
        check ${model}_ranks_$n sh -c '"$1" compare "$2/viscous-1" "$2/viscous-$3" |
            awk "/^(density|velocity_[xy]|pressure|nu_tilde|k|omega) / { n++; if (!(\$2 < 1e-7)) exit 1 } END { exit n < 4 }"' \
            sh "$post" "$T" $n
    done
    viscous $model 1 part --steps 2
    viscous $model 1 part --restart "$T/part" --steps 2
    check ${model}_restart same_bits "$T/viscous-1" "$T/part"
done

# the zone at another angle: there and back is where it was
mpirun -np 1 "$solve" "$T/case.cfg" --packs "$T/packs-1" --out "$T/there" --threads 1 --device cpu --restart "$T/whole" \
    --steps 0 --set motion.spin=-5 >"$T/log" 2>&1
check turned_says grep -q "at an angle that differs by 120.321 degrees" "$T/log"
run 1 back --restart "$T/there" --steps 0 >"$T/log"
differ() { # differ A B LEAST MOST: the largest difference of velocity, m/s, is between these
    "$post" compare "$T/$1" "$T/$2" | awk -v least="$3" -v most="$4" '
        /^velocity_[xy] / { n++; worst = $2 + 0 > worst ? $2 + 0 : worst }
        END { exit !(n == 2 && worst >= least && worst < most) }'
}
check turned_there differ whole there 0.3 2
check turned_back differ whole back 0 1e-14

# SENTENCE ARGUMENTS...
refuses() {
    sentence=$1; shift
    run 1 refused --steps 1 "$@" >"$T/err"
    [ $? -eq 1 ] && grep -qF -- "$sentence" "$T/err"
}
check steady refuses "must be dual-time with [motion]" --set time.scheme=rk --set time.local=no
check other_radius refuses "the mesh goes on across the zone's surface" --set motion.zone_radius=1.2
check no_motion refuses "needs spin: the zone would not move" --set motion.spin=0
sed '/^\[motion\]/,/^zone_radius/d; s/= sliding/= slip/' "$T/case.cfg" >"$T/still.cfg"
run_solve 1 "$T/still.cfg" --packs "$T/packs-1" --out "$T/refused" --threads 1 --device cpu --steps 1 --restart "$T/whole" \
    >"$T/err" 2>&1
check restart_without_zone grep -q "is of a case with a zone that turns in time" "$T/err"
check one_side refuses "no face of kind sliding belongs to a cell that is at rest" --set patches.OUTER=farfield
"$ring" --inner 20 4 --outer 30 6 --sector 180 --out "$T/half.cgns" >/dev/null &&
    "$prep" "$T/half.cgns" --out "$T/packs-1" --quiet || fail half_a_circle mesh
check half_a_circle refuses "must be whole cylinders of the same extent along the axis"
# no node of one ring at a node of the other, or ufv-prep could not tell their images apart
printf '[periodic]\nspan = SIDES SIDES translation=0,0,0.1\n' >"$T/periodic.cfg"
"$ring" --inner 20 4 --outer 30 6 --turn 3 --out "$T/turned.cgns" >/dev/null &&
    "$prep" "$T/turned.cgns" --config "$T/periodic.cfg" --out "$T/packs-1" --quiet || fail periodic mesh
check periodic refuses "a mesh with periodic faces cannot slide"

# 33 tables of numbers in a checkpoint: 16 groups, a steady run that was restarted at another angle, and what a sliding
# zone and statistics add.
{
    sed -e 's/^limiter.*/limiter = venkatakrishnan\nfreeze_limiter = 3/' -e '/^\[initial\]/,/^wave_number/d' "$T/case.cfg"
    echo '[groups]'
    for k in $(seq 16); do echo "g$k = HUB"; done
} >"$T/many.cfg"
sed -e 's/^scheme.*/scheme = implicit/; /^dt /d; /^sub_drop/d; s/= sliding/= farfield/' -e '/^\[motion\]/,/^zone_radius/d' \
    "$T/many.cfg" >"$T/many-steady.cfg"
many() { # many CASE RESULTS ARGUMENTS...
    of=$1 to=$2; shift 2
    run_solve 2 "$T/$of.cfg" --packs "$T/packs-2" --out "$T/$to" --threads 1 --device cpu --steps 3 "$@"
}
moving="--set flow.alpha=21 --set time.sub_drop=3"
check many_tables_steady many many-steady many-1
check many_tables_other_angle many many-steady many-2 --restart "$T/many-1" --set flow.alpha=21
check many_tables many many many-3 --restart "$T/many-2" $moving --set statistics.start=0
check many_tables_restart many many many-4 --restart "$T/many-3" $moving --set statistics.start=0
exit $status
