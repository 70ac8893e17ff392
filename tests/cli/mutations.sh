# A sample of tests/mutations, so that its table keeps up with the sources; all rows
# take some minutes: run tests/mutations.
. tests/lib.sh
check mutations_sample tests/mutations --every 70
awk '/^[^ #]/ { file = $1 } /^ / { sub(/^ +/, ""); print file "\t" substr($0, 1, index($0, " => ") - 1) }' \
    tests/mutations.list |
    while IFS="$(printf '\t')" read -r file old; do
        [ "$(grep -cF -- "$old" "$file")" -eq 1 ] || echo "$file: not one line with: $old"
    done >"$T/stale"
if [ -s "$T/stale" ]; then cat "$T/stale"; fail mutations_table_up_to_date "$(wc -l <"$T/stale") rows"
else ok mutations_table_up_to_date; fi
exit $status
