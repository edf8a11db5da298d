/* Objects and pods from YAML texts, for tests of kube/. */
#ifndef TESTS_KUBE_TRY_H
#define TESTS_KUBE_TRY_H

#include "tests/check.h"

#include "doc/load.h"
#include "kube/fleet.h"
#include "kube/input.h"

/* The n-th object of the text; the test fails when there is none. */
static inline const Object *try_object(Arena *a, const char *text, size_t n)
{
    Diags diags;
    Loader loader;
    diags_init(&diags, a);
    loader_init(&loader, a);
    const Source *source = source_new(a, STR("t.yaml"), str_c(text));
    Stream *s = yaml_load(&loader, source, &diags);
    for (size_t i = 0; i < s->documents.len; i++) {
        InputObjects in = input_objects(a, facts_builtin(), s->documents.items[i]);
        if (n < in.objects.len)
            return in.objects.items[n];
        n -= in.objects.len;
    }
    fail_msg("no such object in %s", text);
    return NULL;
}

static inline Platform try_platform(void)
{
    return (Platform){
        .mode = MODE_UNKNOWN, .dra = TRI_UNKNOWN, .extended_resource_toleration = TRI_YES};
}

#endif
