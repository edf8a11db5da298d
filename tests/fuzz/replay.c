/* replay_NAME FILE...: gives files to a fuzzer's entry, in any build. */
#include <stdio.h>

#include "base/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (int i = 1; i < argc; i++) {
        Str text, why;
        if (!file_read(&a, str_c(argv[i]), SIZE_MAX, &text, &why)) {
            (void)fprintf(stderr, "%s: %.*s\n", argv[i], STR_ARG(why));
            return 1;
        }
        (void)LLVMFuzzerTestOneInput((const uint8_t *)text.ptr, text.len);
    }
    arena_free(&a);
    return 0;
}
