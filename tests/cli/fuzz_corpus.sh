# Every input of the fuzzers' corpora once more (tests/fuzz): no crash, no sentence missing, no memory left behind, and
# some of them are taken, so that they reach what lies behind the readers.
. tests/lib.sh
for archive in tests/fuzz/corpus/*.tar.gz; do
    name=$(basename "$archive" .tar.gz)
    if lacks "fuzz_corpus_$name" "$name"; then continue; fi
    folder=$T/$name
    mkdir "$folder" && tar -xf "$archive" -C "$folder" || fail "fuzz_corpus_$name" "$archive"
    inputs=$(ls "$folder" | wc -l)
    "$BUILD/tests/fuzz/replay_$name" "$folder" >"$T/out" 2>"$T/err"
    s=$?
    said=$(grep -a ' inputs, .* taken$' "$T/err")
    if [ $s -eq 0 ] && [ "${said%% inputs*}" = "$inputs" ] && [ "$(echo "$said" | cut -d' ' -f3)" -gt 0 ]; then
        ok "fuzz_corpus_$name"
    else
        tail -20 "$T/err" | sed 's/^/  /'
        fail "fuzz_corpus_$name" "status $s, $inputs inputs: ${said:-no count}"
    fi
done
exit $status
