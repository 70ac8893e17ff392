# lib.sh: what the cases' `run` scripts share; sourced after `here` is set to the
# case's folder. Environment: BUILD (default build), RANKS (default 1; packs are cut
# accordingly), THREADS (default 1), DEVICE (auto, cpu, cuda), LEVEL of the mesh where
# there are several, WALL (seconds after which a run of ufv-solve ends as it stands,
# which fails). A steady run that has not converged fails too.
root=$(cd "$here/../.." && pwd)
build=${BUILD:-$root/build}
ranks=${RANKS:-1}
case_name=$(basename "$here")
failures=0

case $build in /*) ;; *) build=$PWD/$build ;; esac
for program in ufv-prep ufv-solve ufv-post tools/plane_mesh tools/refine_lines tools/box_mesh; do
    [ -x "$build/$program" ] || { echo "$build/$program is missing; run make first" >&2; exit 1; }
done

# Open MPI refuses to start as root, and more ranks than cores, unless told to.
if [ "$(id -u)" -eq 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
mpirun -np "$ranks" true 2>/dev/null || export OMPI_MCA_rmaps_base_oversubscribe=1

step() {
    echo "+ $*"
    "$@"
}
prep() { # prep MESH PACKS [OPTIONS]
    mesh_of=$1 packs_of=$2
    shift 2
    step "$build/ufv-prep" --quiet "$mesh_of" --ranks "$ranks" --out "$packs_of" "$@"
}
# started CASE.cfg PACKS RESULTS [ARGUMENTS]: one run of ufv-solve; its status in solve_status
started() {
    config=$1 packs=$2 results=$3
    shift 3
    solve_status=0
    step mpirun -np "$ranks" "$build/ufv-solve" --quiet "$config" --packs "$packs" --out "$results" \
        --threads "${THREADS:-1}" --device "${DEVICE:-auto}" ${WALL:+--set stop.wall_time="$WALL"} "$@" ||
            solve_status=$?
}
# of_run RESULTS KEY: of the summary of a run, without quotes
of_run() { sed -n 's/^  "'"$2"'": "\{0,1\}\(.*[^",]\)"\{0,1\},*$/\1/p' "$1/run.json" | head -n 1; }
# judge_steady RESULTS: fails a steady run that has not converged, with the reason that it gives
judge_steady() {
    case $(of_run "$1" converged) in
    true) ;;
    false)
        echo "FAIL $(basename "$1"): $(of_run "$1" verdict)"
        failures=$((failures + 1))
        ;;
    *) # a mistake in the script, not in the run
        echo "$(basename "$1"): not a steady run, whose convergence could be judged; cases/lib.sh has march for it" >&2
        return 1
        ;;
    esac
}
# solve CASE.cfg PACKS RESULTS [ARGUMENTS]: of a steady flow. A run that has not converged fails: its forces are not
# those of the flow, and may be within a bound by chance.
solve() {
    started "$@"
    case $solve_status in
    0 | 3 | 4 | 5) ;; # 3: stopped by the clock; 4: failed, 5: has not converged
    *) return $solve_status ;;
    esac
    judge_steady "$3"
}
# march CASE.cfg PACKS RESULTS [ARGUMENTS]: of a flow in time, or of a steady one that need not converge: a start
# for another run, or one whose residual the case itself judges. It has to come to its own end.
march() {
    started "$@"
    case $solve_status in
    0 | 5) ;;
    3)
        echo "FAIL $(basename "$3"): stopped by the clock, before its end"
        failures=$((failures + 1))
        ;;
    *) return $solve_status ;;
    esac
}
# meshes FAMILY LEVEL [ARGUMENTS]: packs of levels 0 to LEVEL of a family of plane_mesh in $out/packs-N
meshes() {
    family=$1 finest=$2
    shift 2
    for level in $(seq 0 "$finest"); do
        step "$build/tools/plane_mesh" "$family" --level "$level" "$@" --out "$out/mesh-$level.cgns"
        prep "$out/mesh-$level.cgns" "$out/packs-$level"
    done
}
# mesh_named FOLDER NAME: the one file *NAME*.cgns or *NAME*.su2 there
mesh_named() {
    mesh_found=$(find "$1/" -name "*$2*.cgns" -o -name "*$2*.su2" | sort | head -n 1)
    [ "$mesh_found" ] || { echo "no *$2*.cgns in $1" >&2; return 1; }
    echo "$mesh_found"
}
# refined MESH LEVEL: packs of the mesh, once refined, ... to LEVEL times, in $out/packs-N
refined() {
    for level in $(seq 0 "$2"); do
        step "$build/ufv-prep" --quiet "$1" --ranks "$ranks" --refine "$level" --out "$out/packs-$level"
    done
}
# smooth MESH LEVEL: the same of a structured grid, new nodes on smooth curves (plane/refine_lines.c)
smooth() {
    for level in $(seq 0 "$2"); do
        step "$build/tools/refine_lines" "$1" --level "$level" --out "$out/mesh-$level.cgns"
        prep "$out/mesh-$level.cgns" "$out/packs-$level"
    done
}
# sequence CASE.cfg NAME LEVEL [ARGUMENTS]: level 0 from uniform flow, each other one from the one before, so
# that the finest needs few steps; results in $out/NAME-N. Of the packs that meshes() made.
sequence() {
    sequence_case=$1 name=$2 finest=$3 from=
    shift 3
    for level in $(seq 0 "$finest"); do
        how=march # the start of the next one
        [ "$level" -lt "$finest" ] || how=solve
        $how "$sequence_case" "$out/packs-$level" "$out/$name-$level" "$@" \
            ${from:+--restart "$from" --restart-packs "$out/packs-$((level - 1))"}
        from=$out/$name-$level
    done
}
# picture RESULTS FILE.png ARGUMENTS of ufv-post slice; nothing without gnuplot
picture() {
    command -v gnuplot >/dev/null || return 0
    picture_of=$1 picture_to=$2
    shift 2
    step "$build/ufv-post" slice "$picture_of" --quiet --plot "$picture_to" "$@"
}
# chosen NAME GLOB...: does one of them match the name? Without any all do.
chosen() {
    chosen_name=$1; shift
    [ $# -eq 0 ] && return 0
    for glob in "$@"; do
        # shellcheck disable=SC2254
        case $chosen_name in $glob) return 0 ;; esac
    done
    return 1
}
# number FILE.json KEY: the first number of that name
number() { sed -n "s/.*\"$2\"[ ]*:[ ]*\([-+.0-9eE]*\).*/\1/p" "$1" | head -1; }
# mean FILE.csv COLUMN FROM TO: mean of a column of ufv-post cp where FROM < x < TO
mean() {
    awk -F, -v column="$2" -v from="$3" -v to="$4" '
        /^x,/ { for (k = 1; k <= NF; k++) if ($k == column) at = k; next }
        !/^#/ && at && $1 > from && $1 < to { sum += $at; n++ }
        END { if (n) printf "%.9g\n", sum / n; else print "nan" }' "$1"
}
# value_at FILE.csv COLUMN X: a column of ufv-post cp at x = X, between the two points around it. Both in
# logarithms, so that a power of x comes out exactly; the points of a family of grids crowd towards
# the nose, and a mean over an interval would stand for another x on each grid.
value_at() {
    awk -F, -v column="$2" -v x="$3" '
        /^x,/ { for (k = 1; k <= NF; k++) if ($k == column) at = k; next }
        /^#/ || !at || !($1 > 0 && $at > 0) { next }
        $1 <= x && $1 > low { low = $1; a = $at }
        $1 >= x && (!high || $1 < high) { high = $1; b = $at }
        END {
            if (!low || !high) { print "nan"; exit }
            t = high > low ? log(x / low) / log(high / low) : 0
            printf "%.9g\n", a * exp(t * log(b / a))
        }' "$1"
}
# linear_at FILE.csv COLUMN X: the same between the two points around it, linearly, for values of both signs
linear_at() {
    awk -F, -v column="$2" -v x="$3" '
        /^x,/ { for (k = 1; k <= NF; k++) if ($k == column) at = k; next }
        /^#/ || !at { next }
        $1 <= x && (!below++ || $1 > low) { low = $1; a = $at }
        $1 >= x && (!above++ || $1 < high) { high = $1; b = $at }
        END {
            if (!below || !above) { print "nan"; exit }
            printf "%.6g\n", (high > low) ? a + (b - a) * (x - low) / (high - low) : a
        }' "$1"
}
# reference_row FILE.csv ROW TO.csv: of a file with the columns row, x and a quantity, the last two
reference_row() { awk -F, -v row="$2" '/^#/ { next } $1 == "row" || $1 == row { print $2 "," $3 }' "$1" >"$3"; }
# crossings FILE.csv COLUMN FROM TO: the x between FROM and TO where a column of ufv-post cp changes its sign, that
# of the upper side if there are two; downstream, one a line
crossings() {
    awk -F, -v column="$2" '/^x,/ { for (k = 1; k <= NF; k++) { if ($k == column) at = k; if ($k == "side") side = k } next }
        /^#/ || (side && $side < 0) { next } { print $1, $at }' "$1" | sort -g |
        awk -v from="$3" -v to="$4" '
            NR > 1 && v * $2 < 0 { at = x + ($1 - x) * v / (v - $2); if (at >= from && at <= to) printf "%.5f\n", at }
            { x = $1; v = $2 }'
}
# near WHAT VALUE EXPECTED PERCENT: prints and counts; a value that is no number fails
near() {
    if awk -v what="$1" -v v="$2" -v e="$3" -v p="$4" 'BEGIN {
        number = "^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$"
        good = v ~ number && e ~ number
        off = good && e != 0 ? 100 * (v - e) / (e < 0 ? -e : e) : 0
        good = good && e != 0 && off <= p && -off <= p
        printf "%s %s: %s, expected %s, %+.2f %% off, bound %s %%\n", good ? "PASS" : "FAIL", what, v, e, off, p
        exit !good }'
    then :; else failures=$((failures + 1)); fi
}
# within WHAT VALUE EXPECTED BOUND: the same with an absolute bound
within() {
    if awk -v what="$1" -v v="$2" -v e="$3" -v b="$4" 'BEGIN {
        number = "^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$"
        good = v ~ number && e ~ number && v - e <= b + 0 && e - v <= b + 0
        printf "%s %s: %s, expected %s, bound +-%s\n", good ? "PASS" : "FAIL", what, v, e, b
        exit !good }'
    then :; else failures=$((failures + 1)); fi
}
# below WHAT VALUE BOUND
below() {
    if awk -v what="$1" -v v="$2" -v b="$3" 'BEGIN {
        good = v ~ /^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$/ && v + 0 < b + 0
        printf "%s %s: %s, bound %s\n", good ? "PASS" : "FAIL", what, v, b
        exit !good }'
    then :; else failures=$((failures + 1)); fi
}
# in_range WHAT VALUE [LOW HIGH]: prints where a value lies beside the range of other codes; its status is 0 inside it.
# How far it is outside, in percent of the nearer end.
in_range() {
    awk -v what="$1" -v v="$2" -v low="${3:-}" -v high="${4:-}" 'BEGIN {
        number = v ~ /^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$/
        printf number ? "%s: %.6g" : "%s: %s", what, v
        if (low == "") { print ", no value of other codes"; exit 1 }
        if (low == high) printf ", other code %s", low
        else printf ", other codes %s to %s", low, high
        if (number && v < low + 0) printf ", %.2g %% below", 100 * (low - v) / (low < 0 ? -low : low)
        if (number && v > high + 0) printf ", %.2g %% above", 100 * (v - high) / (high < 0 ? -high : high)
        print ""
        exit !(number && v >= low + 0 && v <= high + 0) }'
}
# between WHAT VALUE LOW HIGH: prints and counts; the range is widened by half of it or 2 %, whichever is more
between() {
    range_line=$(in_range "$@") || :
    if awk -v v="$2" -v low="$3" -v high="$4" 'BEGIN {
        margin = (high - low) / 2
        if (margin < 0.02 * high) margin = 0.02 * high
        exit !(v ~ /^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$/ && v >= low - margin && v <= high + margin) }'
    then echo "PASS $range_line"
    else echo "FAIL $range_line"; failures=$((failures + 1)); fi
}
# beside WHAT VALUE [LOW HIGH]: prints, and judges nothing
beside() { in_range "$@" || :; }
# inside WHAT VALUE LOW HIGH: prints and counts; the range of other codes is not widened
inside() {
    if range_line=$(in_range "$@"); then echo "PASS $range_line"
    else echo "FAIL $range_line"; failures=$((failures + 1)); fi
}
# verdict: the case's last line, and its exit status
verdict() {
    if [ "$failures" -eq 0 ]; then echo "PASS $case_name"; else echo "FAIL $case_name: $failures checks"; fi
    [ "$failures" -eq 0 ]
}
