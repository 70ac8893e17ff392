# A hovering rotor by the programs, on a very coarse mesh: one blade stands for both, thrust and torque are the same by
# the solver, by ufv-post and on any number of ranks, and what is refused.
# Features: low_mach motion
. tests/lib.sh
case=cases/caradonna-tung
mesh() { # mesh NAME RANKS ARGUMENTS...
    name=$1 ranks=$2; shift 2
    "$BUILD/tools/rotor_mesh" --n 12 --interface 1.8 --joined 1 --out "$T/$name.cgns" "$@" >"$T/mesh.log" || { cat "$T/mesh.log"; exit 1; }
    "$prep" "$T/$name.cgns" --no-lines --config $case/sides.ini --ranks "$ranks" --out "$T/$name" --quiet || exit 1
}
run() { # run RANKS PACKS RESULTS ARGUMENTS...
    ranks=$1 packs=$2 results=$3; shift 3
    run_solve "$ranks" $case/rotor.cfg --packs "$T/$packs" --out "$T/$results" --threads 1 --device cpu "$@"
}
rotor() { sed -n '/"rotor"/,/}/s/^ *"'"$2"'": \([^,]*\),*$/\1/p' "$T/$1" | head -1; } # rotor FILE KEY
is() { awk -v v="$1" -v low="$2" -v high="$3" 'BEGIN { exit !(v != "" && v + 0 >= low && v + 0 <= high) }'; }
near() { awk -v a="$1" -v b="$2" -v share="$3" 'BEGIN { exit !(a != "" && b > 0 && (a - b) ^ 2 <= (share * b) ^ 2) }'; }

# --even: outboard of the tip cells around the section are not as thin as on the blade (1.35 and 0.20 were measured)
skewness() { # skewness ARGUMENTS...: the mean of a mesh with boundary layers
    "$BUILD/tools/rotor_mesh" --n 12 --wall 4e-6 --far 18.4 --outboard 12 --interface 1.8 --joined 1 "$@" \
        --out "$T/thin.cgns" >"$T/mesh.log" &&
        "$prep" "$T/thin.cgns" --config $case/sides.ini --out "$T/thin" 2>/dev/null |
        sed -n 's/.*skewness [^,]*, \([^;]*\);.*/\1/p'
}
thin=$(skewness) even=$(skewness --even 1)
check even_cells_outboard awk -v thin="$thin" -v even="$even" 'BEGIN { exit !(even > 0 && even < 0.5 * thin) }'
mesh pitched 1
mesh two 2
mesh flat 1 --collective 0
# Without coarse levels, whose cells are of one rank each: steps are those of one rank.
run 1 pitched one --steps 25 --set stop.window=0 --set numerics.coarse=no 2>/dev/null
run 2 two two-ranks --steps 25 --set stop.window=0 --set numerics.coarse=no 2>/dev/null
run 1 flat none --steps 25 --set stop.window=0 2>/dev/null
# The air of the wake moves at Mach 0.02 and slower: preconditioned, the flow becomes steady to eight decades and more
# (36 steps for ten were measured; without low_mach 5.4 after 40)
run 1 pitched steady --steps 50 --set numerics.limiter=none --set stop.window=0 2>/dev/null
check becomes_steady awk -F, '/^iteration,/ { for (k = 1; k <= NF; k++) if ($k == "residual_drop") at = k }
    /^[0-9]/ { drop = $at } END { print drop; exit !(drop >= 8) }' "$T/steady/history.csv"
check one_blade_of_two test "$(rotor one/forces.json sectors)" = 2
# tips at 149.4 m/s in air of 1.225 kg/m^3, on a disc of 4.104 m^2: 112,216 N; two blades
check lifts is "$(rotor one/forces.json ct)" 0.003 0.012
check thrust near "$(rotor one/forces.json thrust)" "$(awk -v ct="$(rotor one/forces.json ct)" \
    'BEGIN { print 112216 * ct }')" 1e-3
check turning_takes_torque is "$(rotor one/forces.json torque)" 10 200
check flat_blades_do_not_lift is "$(rotor none/forces.json ct)" -0.0002 0.0002
# cl of the mesh, one blade, is over the blade's area: two of them, each half the disc times the speed of the tips
check reference_is_the_tips near "$(number "$T/one/forces.json" cl)" "$(awk -v ct="$(rotor one/forces.json ct)" \
    'BEGIN { print ct * 4.104335 / 0.217742 }')" 1e-3
# the same rotor a step further in time
sed -e '/^\[frame\]/,/^$/d' -e '/^\[time\]/,/^$/d' -e '/^\[stop\]/,/^$/d' $case/rotor.cfg >"$T/spin.cfg"
cat >>"$T/spin.cfg" <<'CFG'
[time]
scheme = dual-time
steps_per_period = 3600
steps = 1
[motion]
spin = 130.70
axis = 0 0 1
radius = 1.143
CFG
run_solve 1 "$T/spin.cfg" --packs "$T/pitched" --out "$T/spin" --threads 1 --device cpu --restart "$T/one" >/dev/null 2>&1
check sectors_in_time test "$(rotor spin/forces.json sectors)" = 2
for key in thrust torque ct cq figure_of_merit; do
    check "in_time_$key" near "$(rotor spin/forces.json $key)" "$(rotor one/forces.json $key)" 0.02
done
check ranks near "$(rotor two-ranks/forces.json ct)" "$(rotor one/forces.json ct)" 1e-6
"$post" forces "$T/one" --json "$T/post.json" >"$T/said"
for key in thrust torque ct cq figure_of_merit; do
    check "post_$key" near "$(rotor post.json $key)" "$(rotor one/forces.json $key)" 1e-9
done
check post_says grep -q '^rotor of 2 sectors: thrust .* N, torque .* N m, C_T 0' "$T/said"
# cp refers to the local speed: 1 and a little where the air is brought to rest, at any radius
for eta in 0.4 0.8; do
    "$post" cp "$T/one" --patch BLADE --section eta=$eta --out "$T/cp.csv" --quiet
    check "stagnation_$eta" is "$(awk -F, '/^[-0-9]/ && (!n++ || $5 > most) { most = $5 } END { print most }' \
        "$T/cp.csv")" 0.75 1.25
done
# through a mesh that moves no total values are told
flow_of() { sed -n '/"flows"/,$s/^ *"'"$1"'": \([^,]*\),*$/\1/p' "$T/one/forces.json" | head -1; }
for key in total_pressure total_temperature power; do check "no_$key" test "$(flow_of $key)" = null; done
check pressure_is_told is "$(flow_of pressure)" 9e4 1.1e5
# on the axis itself there is no speed to refer to
"$post" span "$T/one" --span-axis z >/dev/null 2>"$T/err"
check span_along_axis grep -q 'z is the axis of the rotor.*--span-axis' "$T/err"
"$post" span "$T/one" --patch FARFIELD --span-axis x --strips 5 --quiet --out "$T/s.csv"
check span_at_axis test "$(grep -c ',,,,,$' "$T/s.csv") $(grep -ci ',-*\(nan\|inf\)' "$T/s.csv")" = '1 0'

# SENTENCE ARGUMENTS...
refuses() {
    sentence=$1; shift
    run_solve 1 "$T/case.cfg" --packs "$T/pitched" --out "$T/refused" --threads 1 --device cpu --steps 1 "$@" \
        >/dev/null 2>"$T/err"
    [ $? -eq 1 ] && grep -qF -- "$sentence" "$T/err"
}
cp $case/rotor.cfg "$T/case.cfg"
check stream_across refuses "the free stream crosses it" --set flow.mach=0.1
check other_axis refuses "the periodic sides of the mesh would not move alike" --set 'frame.axis=0 1 0'
sed -i '/^radius/d' "$T/case.cfg"
check window_of_nothing refuses "needs [frame] radius where the air is at rest"
# shellcheck disable=SC2016
check other_angle sh -c 'sed s/angle=180/angle=120/ "$1" >"$4/bad.cfg"
    ! "$2" "$3" --check --config "$4/bad.cfg" >/dev/null 2>"$4/err" && grep -q "after rotation by 120 deg" "$4/err"' \
    sh $case/sides.ini "$prep" "$T/pitched.cgns" "$T"
exit $status
