# No program opens a file for writing in a way that follows a link: the table of scripts/list-output-files.
# Features: probes series
. tests/lib.sh
if ! strace -f --seccomp-bpf -o /dev/null true 2>/dev/null; then
    skip output_files "no strace, or calls cannot be traced here"
    exit 0
fi
if [ "${SAN:-0}" = 1 ]; then
    skip output_files "sanitizers look for leaks by tracing, too"
    exit 0
fi
check output_files sh -c 'scripts/list-output-files >"$1"' sh "$T/table"
for row in '| ufv-prep | PACKS/ | PACKS.tmp/ | mkdir | renamed |' \
    '| ufv-solve | RESULTS/history.csv | RESULTS/history.csv.tmp | open, O_EXCL O_NOFOLLOW | renamed |' \
    '| ufv-solve | RESULTS/latest | RESULTS/latest.tmp | open, O_EXCL O_NOFOLLOW | renamed after a flush |' \
    '| ufv-sweep | SWEEP/failed/NAME.log | SWEEP/points/NAME.log | open, O_NOFOLLOW | renamed |' \
    '| ufv-sweep | SWEEP/table.csv | SWEEP/.ufv-sweep-X.tmp | open, O_EXCL O_NOFOLLOW | renamed after a flush |' \
    '| ufv-post | FILE.vtkhdf | FILE.vtkhdf.tmp | open, O_EXCL | renamed after a flush |' \
    '| ufv-post | FILE.json | FILE.json.tmp | open, O_EXCL O_NOFOLLOW | renamed after a flush |'; do
    check "row_$(echo "$row" | sed 's/ | .*tmp.*//; s/.* //')" grep -qxF "$row" "$T/table"
done
check no_row_follows sh -c '! grep -q FOLLOWS "$1"' sh "$T/table"
# A program that appends to a file by its name is found.
mkdir -p "$T/build/tools"
ln -s "$(realpath "$box")" "$T/build/tools/box_mesh"
printf '#!/bin/sh\necho "$*" >>"$HOME/notes"\nexec "%s" "$@"\n' "$(realpath "$prep")" >"$T/build/ufv-prep"
chmod +x "$T/build/ufv-prep"
BUILD=$T/build scripts/list-output-files ufv-prep >"$T/table" 2>"$T/err"; got=$?
check one_that_follows test $got -eq 1
check one_that_follows_row grep -qxF '| ufv-prep | notes |  | FOLLOWS A LINK | stays |' "$T/table"
exit $status
