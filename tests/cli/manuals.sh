# Manual pages and completion, as `make man` prints them.
. tests/lib.sh
programs="$prep $solve $post $(ls "$BUILD/ufv-sweep" "$BUILD/ufv-run" 2>/dev/null)"
check case_page sh -c 'scripts/case-to-man "$1" >"$2"' sh "$solve" "$T/ufv-case.5"
# every key of the tables has an entry, with its default
"$solve" --case-reference | sed -n 's/^| `\([a-z0-9_]*\)` | .* | .* | .*/\1/p' | sort >"$T/keys"
sed -n '/^\.TP/{n;s/^\\fB\([a-z0-9_]*\)\\fP$/\1/p}' "$T/ufv-case.5" | sort >"$T/entries"
check case_page_has_all_keys sh -c '[ "$(wc -l <"$1")" -gt 80 ] && [ -z "$(comm -23 "$1" "$2")" ]' sh "$T/keys" "$T/entries"
check case_page_has_no_markdown sh -c '! grep -nE "\`|\]\(|^\||^#" "$1"' sh "$T/ufv-case.5"
for shell in bash zsh fish; do
    # shellcheck disable=SC2086
    check "completion_$shell" sh -c 'out=$1; shift; scripts/help-to-completion "$@" >"$out"' sh "$T/ufv.$shell" $shell $programs
    if command -v $shell >/dev/null; then check "completion_${shell}_is_read" $shell -n "$T/ufv.$shell"
    else echo "skip completion_${shell}_is_read $shell is not installed"; fi
done
# every option of every program, and the few words that some take
for p in $programs; do
    "$p" --help | sed -n 's/^  --\([a-z-]*\).*/\1/p' | while read -r option; do
        grep -q -- "complete -c $(basename "$p").* -l $option " "$T/ufv.fish" || [ "$p" = "$post" ] || echo "fish: $p --$option"
        grep -q -- "'\*--$option\[" "$T/ufv.zsh" || [ "$p" = "$post" ] || echo "zsh: $p --$option"
    done
done >"$T/missing"
check completion_has_all sh -c 'cat "$1"; [ ! -s "$1" ]' sh "$T/missing"
check completion_of_words grep -q -- "--format\[.*:(vtu vtkhdf tecplot plt cgns)'" "$T/ufv.zsh"
check completion_of_commands grep -q "__fish_seen_subcommand_from spectrum' -l window " "$T/ufv.fish"
check completion_of_others sh -c '! scripts/help-to-completion tcsh "$1" 2>"$2" && grep -q "use bash, zsh or fish" "$2"' sh "$prep" "$T/err"
exit $status
