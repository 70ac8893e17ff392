# Walls of the case file that are none in the packs, and the other way about: a turbulent run measures wall distances
# at its start and has the answers of packs made for its walls, bit for bit, on 1 and 3 ranks.
. tests/lib.sh
cat >"$T/case.cfg" <<'CFG'
[flow]
mach = 0.5
reynolds = 1e4
[model]
equations = sa
[time]
steps = 15
[patches]
x* = farfield
y* = slip
z* = slip
ymin = wall
[output]
history = 1
CFG
wall_kinds() { sed -n '/^\[patches\]/,/^\[output\]/p' "$T/case.cfg" | sed '$d'; }
{ "$box" --cells mixed --n 9 6 5 --perturb 0.15 --seed 5 --bc ymin=BCWallInviscid --out "$T/m.cgns" &&
    "$box" --cells prism --n 8 6 4 --out "$T/b.cgns"; } >"$T/log" 2>&1 || { cat "$T/log"; fail walls_setup mesh; exit 1; }
wall_kinds >"$T/right.cfg"
printf '[patches]\n* = slip\nx* = farfield\n' >"$T/none.cfg"
printf '[patches]\n* = wall\nx* = farfield\n' >"$T/all.cfg"
pack() { # pack NAME MESH RANKS CONFIG
    "$prep" --quiet "$T/$2.cgns" --ranks "$3" --config "$4" --out "$T/$1-$3" >"$T/log" 2>&1 ||
        { cat "$T/log"; fail walls_setup "packs $1 for $3"; }
}
march() { # march PACKS RANKS SETTINGS...
    packs=$1 n=$2; shift 2
    run_solve "$n" "$T/case.cfg" --packs "$T/$packs-$n" --out "$T/run-$packs-$n" --device cpu --threads 1 "$@" \
        >"$T/log" 2>&1 || { cat "$T/log"; fail walls_run "$packs $n"; }
}
rows() { cut -d, -f1,3- "$1/history.csv"; } # without the wall clock
same_rows() { rows "$1" >"$T/a"; rows "$2" >"$T/b"; test -s "$T/a" && diff "$T/a" "$T/b"; }
# compared as variables of ufv-post: both the packs' and those that a run has stored
same_distances() {
    for r in "$1" "$2"; do
        "$post" slice "$r" --plane z=0.31 --variables wall_distance --out "$r/d.csv" --quiet || return 1
    done
    grep -v '^#' "$1/d.csv" >"$T/a"; grep -v '^#' "$2/d.csv" >"$T/b"
    test -s "$T/a" && cmp "$T/a" "$T/b"
}
for n in 1 3; do
    for set in right none all; do pack $set m $n "$T/$set.cfg"; march $set $n; done
    for set in none all; do
        check "walls_${set}_in_packs_same_history_$n" same_rows "$T/run-right-$n" "$T/run-$set-$n"
        check "walls_${set}_in_packs_same_distance_$n" same_distances "$T/run-right-$n" "$T/run-$set-$n"
        check "walls_${set}_in_packs_said_$n" grep -q '"wall_distances": "measured at the start"' \
            "$T/run-$set-$n/run.json"
    done
    check "walls_of_packs_said_$n" grep -q '"wall_distances": "of the packs"' "$T/run-right-$n/run.json"
    # a wall that lies in the middle of the side, next to periodic faces: images count
    for set in right none; do
        { cat "$T/$set.cfg"; printf '[periodic]\nspan = zmin zmax\nacross = xmin xmax\n'; } >"$T/p.cfg"
        sed '/^[xz]\*/d' "$T/p.cfg" >"$T/q.cfg"
        pack periodic-$set b $n "$T/q.cfg"
    done
done
sed -i '/^[xz]\*/d; s/^y\* = .*/ymax = farfield/' "$T/case.cfg"
for n in 1 3; do
    for set in right none; do march periodic-$set $n --set model.equations=sst; done
    check "walls_periodic_same_history_$n" same_rows "$T/run-periodic-right-$n" "$T/run-periodic-none-$n"
    check "walls_periodic_same_distance_$n" same_distances "$T/run-periodic-right-$n" "$T/run-periodic-none-$n"
done
# no wall at all, meant: 1e30 m from packs of either kind
sed 's/^ymin = .*/ymin = slip/; s/^equations = sa/&\nslip_only = yes/; /^\[patches\]/a\
xmin = farfield\
xmax = farfield\
z* = slip' "$T/case.cfg" >"$T/slip.cfg"
for set in none right; do
    run_solve 3 "$T/slip.cfg" --packs "$T/$set-3" --out "$T/slip-$set" --device cpu --threads 1 >"$T/log" 2>&1 || cat "$T/log"
done
check walls_removed_same_history same_rows "$T/slip-none" "$T/slip-right"
check walls_removed_same_distance same_distances "$T/slip-none" "$T/slip-right"
check walls_compare "$post" compare "$T/slip-none" "$T/slip-right" --tolerance 0
# a restart goes on bit for bit, in packs of either kind
run_solve 3 "$T/case.cfg" --packs "$T/periodic-none-3" --out "$T/rest" --device cpu --threads 1 --steps 5 \
    --set model.equations=sst >"$T/log" 2>&1 &&
    run_solve 3 "$T/case.cfg" --packs "$T/periodic-none-3" --out "$T/rest" --restart "$T/rest" --device cpu \
        --threads 1 --steps 10 --set model.equations=sst >"$T/log" 2>&1 || cat "$T/log"
check walls_restart same_bits "$T/rest" "$T/run-periodic-none-3"
"$solve" "$T/case.cfg" --packs "$T/periodic-none-1" --out "$T/noted" --device cpu --steps 1 >"$T/log" 2>&1
check walls_are_noted grep -q 'note: the walls are not those of the packs; wall distances were computed again' "$T/log"
exit $status
