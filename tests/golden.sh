#!/bin/sh
# usage: golden.sh GPULINT [CASE...] : runs each line of every fixtures/check/*/args in its folder and
# compares all that came out with `expected`. REGEN=1 accepts what came out; review the diff.
tool=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- fixtures/check/*/
passed=0 failed=0
unset NO_COLOR
export TERM=dumb
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT

run_case() { # in the case's folder
    while IFS= read -r line; do
        echo "\$ gpulint $line"
        input=/dev/null
        [ ! -f stdin ] || input=stdin
        (eval "\"\$tool\" $line") <"$input" 2>"$errors"
        code=$?
        # That facts are old is for the cases to expect that say which day it is.
        case $line in *--now*) ;; *) sed -i '/^gpulint: warning: facts are older /d' "$errors" ;; esac
        [ ! -s "$errors" ] || sed 's/^/2> /' "$errors"
        echo "exit $code"
    done <args
}

for dir; do
    [ -f "$dir/args" ] || continue
    got=$(cd "$dir" && run_case; echo .)
    got=${got%.}
    if [ -n "${REGEN:-}" ]; then
        printf '%s' "$got" >"$dir/expected"
    fi
    if printf '%s' "$got" | diff -u "$dir/expected" -; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "^ $dir"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
