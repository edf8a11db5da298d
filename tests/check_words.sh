#!/bin/sh
# Functions and phrases that have no place here. usage: check_words.sh OBJECTS_OR_ARCHIVES...
bad=0
sources=$(find src cli webhook -name '*.[ch]')
refuse() { # WHY PATTERN [ALLOWED_FILES] : an extended regular expression that no source may match
    found=$(grep -nE "$2" $sources | grep -vE "^(${3:-none}):") || return 0
    echo "$found"
    echo "^ $1"
    bad=1
}
call() { printf '(^|[^A-Za-z0-9_.>])(%s) *\\(' "$1"; }
refuse "unsafe or not thread-safe" "$(call 'strcpy|strcat|strncpy|sprintf|vsprintf|strtok|gets|strerror')"
refuse "silent about errors" "$(call 'atoi|atol|atof')"
refuse "hidden state or stack" "$(call 'localtime|gmtime|asctime|ctime|rand|srand|alloca|setjmp|longjmp')"
refuse "the locale stays C" "$(call 'setlocale')"
refuse "numbers are read in one place" "$(call 'strtod|strtof|strtol|strtoul')" 'src/doc/scalar.c|src/cel/[a-z_]*\.c'
refuse "memory comes from arenas" "$(call 'malloc|calloc|realloc')" 'src/base/arena.c|webhook/handler.c'
refuse "says what the code says" '/\* (Loop|Check if|Initialize|Get the|Set the|Step [0-9])'
refuse "unfinished" '(TODO|FIXME)[:(]'
for object; do
    objdump -t "$object" 2>/dev/null | grep -E ' O \.(data|bss)[[:space:]]' &&
        { echo "^ mutable globals in $object" && bad=1; }
done
exit $bad
