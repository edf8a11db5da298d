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

/* One file of an input. */
typedef struct TryFile {
    const char *name, *text;
} TryFile;

static inline void try_add(Arena *a, Fleet *f, const char *name, const char *text)
{
    Diags diags;
    Loader loader;
    diags_init(&diags, a);
    loader_init(&loader, a);
    Stream *s = yaml_load(&loader, source_new(a, str_c(name), str_c(text)), &diags);
    for (size_t i = 0; i < s->documents.len; i++) {
        InputObjects in = input_objects(a, fleet_facts(f), s->documents.items[i]);
        for (size_t k = 0; k < in.objects.len; k++)
            fleet_add(f, in.objects.items[k]);
        if (in.kustomization)
            fleet_add_kustomization(f, in.kustomization);
    }
}

static inline Platform try_platform(void)
{
    return (Platform){
        .mode = MODE_UNKNOWN, .dra = TRI_UNKNOWN, .extended_resource_toleration = TRI_YES};
}

/* A closed fleet of up to `count` files; a name of NULL ends them. */
static inline Fleet *try_fleet(Arena *a, const TryFile *files, size_t count, bool complete)
{
    Platform platform = try_platform();
    Fleet *f = fleet_new(a, facts_builtin(), &platform);
    fleet_set_complete(f, complete);
    for (size_t i = 0; i < count && files[i].name; i++)
        try_add(a, f, files[i].name, files[i].text);
    fleet_close(f);
    return f;
}

#endif
