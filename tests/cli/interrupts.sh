# Ctrl-C, a scheduler's SIGTERM and a terminal that closes while ufv-prep and ufv-post write: the status is the
# signal's, one line says so, and nothing half written and no lock is left.
. tests/lib.sh
flow_case "$T/case.cfg"
{ "$box" --cells hex --n 32 32 32 --out "$T/m.cgns" && "$prep" --quiet "$T/m.cgns" --out "$T/p" &&
  "$solve" --quiet "$T/case.cfg" --packs "$T/p" --out "$T/r" --device cpu --threads 1 --steps 2; } >"$T/log" 2>&1 ||
    { cat "$T/log"; fail interrupts_setup "mesh, packs or run"; exit 1; }
mkdir "$T/w"

# Is there a file of that pattern?
is_there() { # shellcheck disable=SC2086 # a pattern
    for f in $1; do [ ! -e "$f" ] || return 0; done
    return 1
}

# interrupt NAME SIGNAL:NUMBER PATTERN COMMAND...: the signal comes as soon as a path of that pattern is there. Where the
# program was faster it is tried again.
interrupt() {
    signal=${2%:*} number=${2#*:} pattern=$3 name=$1_${2%:*}; shift 3
    for try in 1 2 3 4 5 6 7 8; do
        rm -rf "$T/w" && mkdir "$T/w"
        # shells start what is in the background with SIGINT ignored, nohup with SIGHUP; not so this one
        env --default-signal=INT,HUP "$@" >"$T/out" 2>"$T/err" &
        until is_there "$pattern" || ! kill -0 $! 2>/dev/null; do :; done
        kill "-$signal" $! 2>/dev/null
        wait $! 2>/dev/null
        got=$? left=$(ls -A "$T/w")
        [ $got -eq 0 ] || break
    done
    if [ $got -ne $((128 + number)) ]; then
        fail "$name" "status $got, not $((128 + number)), at try $try"; sed 's/^/  /' "$T/err" | tail -5
    elif [ -n "$left" ]; then fail "$name" "it left $(echo "$left" | tr '\n' ' ')"
    elif [ "$(grep -c 'stopped by' "$T/err")" -ne 1 ] ||
        ! grep -qF "stopped by SIG$signal; what it had begun to write was removed: start it again" "$T/err"; then
        fail "$name" "it does not say so"; sed 's/^/  /' "$T/err" | tail -5
    else ok "$name"; fi
}

for sent in INT:2 TERM:15 HUP:1; do
    interrupt prep_begins $sent "$T/w/p.lock" "$prep" --quiet "$T/m.cgns" --ranks 4 --out "$T/w/p"
    interrupt prep_writes $sent "$T/w/p.tmp/unfinished" "$prep" --quiet "$T/m.cgns" --ranks 4 --out "$T/w/p"
    interrupt prep_has_written_one $sent "$T/w/p.tmp/rank-00001.h5*" "$prep" --quiet "$T/m.cgns" --ranks 4 --out "$T/w/p"
    for format in vtu vtkhdf tecplot plt cgns; do
        interrupt $format $sent "$T/w/x*.tmp" "$post" export "$T/r" --format $format --out "$T/w/x"
    done
    if command -v gnuplot >"$T/log"; then
        interrupt picture $sent "$T/w/h.png.tmp" "$post" history "$T/r" --plot "$T/w/h.png"
        interrupt report $sent "$T/w/r.html.*.svg" "$post" report "$T/r" --out "$T/w/r.html"
        interrupt overlay $sent "$T/w/o.html.*.svg" "$post" overlay "$T/r" "$T/r" --out "$T/w/o.html"
    else
        skip pictures "gnuplot is not there"
    fi
done

# Older packs, and files that are not ufv-prep's, stay. Where the program was faster than the signal (status 0, or no
# folder left to put a file into) it is tried again.
keeps() {
    for try in 1 2 3 4 5 6 7 8; do
        rm -rf "$T/w" && mkdir "$T/w" && cp -r "$T/p" "$T/w/p" || return
        env --default-signal=INT "$prep" --quiet "$T/m.cgns" --ranks 4 --out "$T/w/p" 2>"$T/err" &
        until [ -e "$T/w/p.tmp/unfinished" ] || ! kill -0 $! 2>/dev/null; do :; done
        { echo mine >"$T/w/p.tmp/mine"; kill -INT $!; } 2>"$T/log"
        wait $!
        got=$?
        [ $got -eq 0 ] || break
    done
    [ $got -eq 130 ] || { echo "status $got, not 130, at try $try"; return 1; }
    [ "$(ls "$T/w")" = "p
p.tmp" ] && [ "$(ls "$T/w/p.tmp")" = "mine
unfinished" ] && diff -r "$T/p" "$T/w/p"
}
check interrupted_prep_keeps_what_is_not_its_own keeps

# A program that runs out of memory leaves nothing either: whatever the limit, there are whole packs or none, and a
# sentence says why. HDF5 would crash or end the program without a word.
wrong= ended=0
for limit in $(seq 40000 500 70000); do
    rm -rf "$T/w" && mkdir "$T/w"
    (ulimit -v "$limit"; OMP_NUM_THREADS=1 exec "$prep" --quiet "$T/m.cgns" --ranks 4 --out "$T/w/p") >"$T/err" 2>&1
    code=$?
    case $code in
    0) [ "$(ls -A "$T/w")" = p ] || wrong="$wrong $limit kB: $(ls -A "$T/w" | tr '\n' ' ');" ;;
    1) [ -z "$(ls -A "$T/w")" ] || wrong="$wrong $limit kB: left $(ls -A "$T/w" | tr '\n' ' ');"
       grep -q 'out of memory\|raise the limits\|^libgomp: ' "$T/err" || wrong="$wrong $limit kB: $(tail -1 "$T/err");"
       # what helps in this program, in which more ranks do not
       if grep -q 'out of memory: ' "$T/err" && ! grep -q 'holds the whole mesh on one machine.*--partition-before' "$T/err"; then
           wrong="$wrong $limit kB: $(tail -1 "$T/err");"
       fi
       ended=$((ended + $(grep -c '^ufv: .*out of memory: ' "$T/err"))) ;;
    127) ;; # a library cannot be loaded
    *) wrong="$wrong $limit kB: status $code;" ;;
    esac
done
if [ -n "$wrong" ]; then fail out_of_memory_leaves_nothing "$wrong"
elif [ "$ended" -eq 0 ]; then skip out_of_memory_leaves_nothing "the program does not begin below 70 MB, as with sanitizers"
else ok out_of_memory_leaves_nothing; fi
exit $status
