#!/bin/sh
# A layer may include itself and the layers before it; a library is included in one place.
rank() {
    case $1 in
    base) echo 1 ;; doc) echo 2 ;; kube | cel) echo 3 ;; dra) echo 4 ;; rule) echo 5 ;;
    report) echo 6 ;; cli | webhook | embed) echo 7 ;; *) echo 0 ;;
    esac
}
bad=0
for file in $(find src cli webhook -name '*.[ch]'); do
    from=${file#src/}
    from=${from%%/*}
    for to in $(sed -n 's|^#include "\([a-z]*\)/.*|\1|p' "$file" | sort -u); do
        [ "$from" = "$to" ] || [ "$(rank "$to")" -lt "$(rank "$from")" ] ||
            { echo "$file: $from may not include $to" && bad=1; }
    done
done
for row in yaml.h:src/doc/yaml.c pcre2.h:src/cel/regex.c cjson/:src/base/json_out.c \
    openssl/:webhook/tls.c microhttpd.h:'webhook/\(server\|handler\)\.c'; do
    grep -rl "#include <${row%%:*}" src cli webhook | grep -v "^${row#*:}$" &&
        { echo "^ only ${row#*:} may include <${row%%:*}>" && bad=1; }
done
exit $bad
