# lib.sh: sourced by the test scripts. BUILD names the build folder; each script
# gets a scratch folder $T, removed at exit. Cases print "ok NAME" or "FAIL NAME".
BUILD=${BUILD:-build}
. tests/environment.sh
prep=$BUILD/ufv-prep solve=$BUILD/ufv-solve post=$BUILD/ufv-post box=$BUILD/tools/box_mesh
# Scripts that call a rank hung after a second or two set in_memory=yes: a disk that is busy with other work takes that
# long for a checkpoint at times.
scratch=${TMPDIR:-/tmp}
if [ "${in_memory:-no}" = yes ] && [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')" -ge 65536 ]; then
    scratch=/dev/shm
fi
T=$(mktemp -d "$scratch/ufv-test-XXXXXX")
trap 'rm -rf "$T"' EXIT
status=0
ok() { echo "ok $1"; }
fail() { echo "FAIL $1: $2"; status=1; }
left_out=$(sed -n 's/^FEATURE_LEFT_OUT(\([a-z_]*\),.*/\1/p' "$BUILD/rows/features/features.inc" 2>/dev/null)
# lacks NAME FEATURE: ufv-solve was built without it (make FEATURES=), and the case is skipped
lacks() {
    case " $(echo $left_out) " in *" $2 "*) skip "$1" "ufv-solve is built without $2" ;; *) false ;; esac
}
# lacks_feature FILE...: ufv-solve says there that it was built without what a case asks for; then the case is skipped
lacks_feature() { [ -n "$left_out" ] && grep -qs 'which this ufv-solve was built without' "$@"; }
# check NAME COMMAND...: ok when the command succeeds
check() {
    name=$1; shift
    if "$@" >"$T/check.log" 2>&1; then ok "$name"
    elif lacks_feature "$T/check.log" "$T/err"; then skip "$name" 'ufv-solve is built without its feature'
    else sed 's/^/  /' "$T/check.log" | tail -20; fail "$name" "$*"; fi
}
skip() { echo "skip $1 $2"; }
# No test depends on how fast a machine is or on what else runs there: what must happen is waited for, and what hangs is
# ended after so many seconds that no machine takes as long.
patience=600
patiently() { timeout $patience "$@"; }
# has_ended PID...: none of these processes runs
has_ended() { for p; do ! grep -qs '^State:[[:space:]]*[^Z[:space:]]' "/proc/$p/status" || return 1; done; }
# await PID COMMAND...: tries the command until it succeeds; false when the process has ended and it still does not
await() {
    awaited=$1; shift
    for _ in $(seq $((patience * 20))); do
        if "$@"; then return 0; fi
        kill -0 "$awaited" 2>/dev/null || { "$@"; return; }
        sleep 0.05
    done
    echo "$*: not within $patience s"; false
}
# is_explained SENTENCE: the line of stderr that has it also says what to do, or the file $page explains it
is_explained() {
    grep -F -- "$1" "$T/err" | grep -qE '; |did you mean|need|must|write |give |name the ' || grep -qF -- "$1" "$page"
}
# answers NAME STATUS SENTENCE COMMAND...: the sentence is part of a line of stderr, which is_explained
answers() {
    name=$1 want=$2 sentence=$3; shift 3
    "$@" >"$T/out" 2>"$T/err" </dev/null
    got=$?
    if lacks_feature "$T/err"; then skip "$name" 'ufv-solve is built without its feature'
    elif [ $got -ne "$want" ]; then fail "$name" "status $got, not $want"; sed 's/^/  /' "$T/err" | tail -5
    elif ! grep -qF -- "$sentence" "$T/err"; then
        fail "$name" "it does not say: $sentence"; sed 's/^/  /' "$T/err" | tail -5
    elif ! is_explained "$sentence"; then fail "$name" "neither the line nor $page says what to do: $sentence"
    else ok "$name"; fi
}
# run_solve RANKS ARGUMENTS...: where it refuses a case mpirun need not wait, which takes 2 s. Status 5, of a steady run
# that has not converged, is none here: most scripts make so many steps and look at what they give.
run_solve() {
    n=$1 solved=0; shift
    mpirun --mca odls_base_sigkill_timeout 0 -np "$n" "$solve" --quiet "$@" || solved=$?
    [ $solved -eq 5 ] || return $solved
}
# defaults WORDS ARGUMENTS...: of WORDS, options each with a value, those that are not among the arguments: a program
# takes an option once
defaults() {
    given=$(shift; printf ' %s ' "$*") && for word in $1; do
        case $word in --*) option=$word; continue ;; esac
        case $given in *" $option "*|*" $option="*) ;; *) printf '%s %s ' "$option" "$word" ;; esac
    done
}
# number FILE KEY: a top-level number of a JSON file
number() { sed -n 's/^  "'"$2"'": \([^,]*\),*$/\1/p' "$1" | head -1; }
# same_bits A B: the newest fields of two results folders are equal byte for byte, by global id
same_bits() { "$post" compare "$1" "$2" --tolerance 0; }
# history_difference A B: the largest relative difference of columns cl and cd of two results folders and its
# iteration; nan where a value of them is no number, or rows are missing
history_difference() {
    paste -d, "$1/history.csv" "$2/history.csv" | awk -F, '
        BEGIN { number = "^[-+]?[0-9]+([.][0-9]*)?([eE][-+]?[0-9]+)?$"; worst = 0 }
        NR == 1 { n = NF / 2; for (i = 1; i <= n; i++) if ($i == "cl" || $i == "cd") c[i] = 1; next }
        { for (i in c) { a = $i; b = $(i + n); if (a !~ number || b !~ number) bad++
          d = a - b; if (d < 0) d = -d; s = a < 0 ? -a : a; if (s < 1e-6) s = 1e-6
          if (d / s > worst) { worst = d / s; at = $1 } rows++ } }
        END { print rows && !bad ? worst : "nan", at + 0 }'
}
# A small wing-like box flow with every kind of boundary that a case needs.
flow_case() { # flow_case FILE
    cat >"$1" <<'CFG'
[flow]
mach = 0.7
alpha = 2
[numerics]
limiter = venkatakrishnan
[time]
cfl = 0.7
steps = 200
[patches]
xmin = farfield
xmax = pressure-outlet
ymin = slip
ymax = symmetry
zmin = slip
zmax = farfield
[output]
history = 10
CFG
}
