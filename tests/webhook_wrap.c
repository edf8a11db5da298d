/* Turns manifests into AdmissionReviews: webhook_wrap FOLDER FILE… writes for the n-th object of
 * all files FOLDER/n.object.json and FOLDER/n.review.json (CREATE, uid "u-n"). */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "kube/input.h"
#include "wrap.h"

static void save(Arena *a, Str folder, size_t number, const char *kind, Str text)
{
    Str path = arena_printf(a, "%.*s/%zu.%s.json", STR_ARG(folder), number, kind);
    FILE *f = fopen(path.ptr, "w");
    if (!f || fwrite(text.ptr, 1, text.len, f) != text.len || fclose(f) != 0) {
        perror(path.ptr);
        exit(1);
    }
}

static void wrap(Arena *a, Str folder, size_t number, const Object *o)
{
    save(a, folder, number, "object", wrap_object(a, o));
    save(a, folder, number, "review", wrap_review(a, o, arena_printf(a, "u-%zu", number)));
}

static size_t wrap_file(Arena *a, Str folder, size_t number, Str path)
{
    Str text, why;
    if (!file_read(a, path, LIMIT_FILE, &text, &why)) {
        fprintf(stderr, "%.*s: %.*s\n", STR_ARG(path), STR_ARG(why));
        exit(1);
    }
    Loader loader;
    loader_init(&loader, a);
    loader.max_nodes = SIZE_MAX;
    Diags d;
    diags_init(&d, a);
    const Stream *s = yaml_load(&loader, source_new(a, path, text), &d);
    for (size_t i = 0; i < s->documents.len; i++) {
        InputObjects found = input_objects(a, facts_builtin(), s->documents.items[i]);
        for (size_t k = 0; k < found.objects.len; k++)
            wrap(a, folder, number++, found.objects.items[k]);
    }
    return number;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    Arena a;
    arena_init(&a, SIZE_MAX);
    size_t number = 0;
    for (int i = 2; i < argc; i++)
        number = wrap_file(&a, str_c(argv[1]), number, str_c(argv[i]));
    arena_free(&a);
    printf("%zu\n", number);
    return 0;
}
