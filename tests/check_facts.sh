#!/bin/sh
# Every table of facts is in rules/facts/README.md, with where it is from and how to renew it. That
# it has a date and a source is checked by its reader.
passed=0 failed=0
for table in rules/facts/*.tsv; do
    name=$(basename "$table" .tsv)
    if grep -q "^| \`$name\` | [^|]* | [^|]* |\$" rules/facts/README.md; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$table has no row in rules/facts/README.md: | \`$name\` | what and from where | how to renew |"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
