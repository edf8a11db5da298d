#include "rule/change.h"

#include "base/buf.h"
#include "base/map.h"

static Str identity(Arena *a, const Object *o, Str part)
{
    return arena_printf(a, "%.*s\n%.*s\n%.*s\n%.*s\n%.*s", STR_ARG(o->group), STR_ARG(o->kind),
                        STR_ARG(o->ns), STR_ARG(o->name), STR_ARG(part));
}

/* ---- workloads ---- */

static Str pod_key(Arena *a, const Pod *p)
{
    return identity(a, p->owner, p->path);
}

static void compare_pod(Arena *a, const PodOutlook *before, const PodOutlook *after, Change *out)
{
    WorkloadChange change = {before->verdict, after};
    if (before->verdict != VERDICT_NEVER && after->verdict == VERDICT_NEVER)
        *vec_push(a, &out->lost) = change;
    if (before->verdict == VERDICT_NEVER && after->verdict == VERDICT_FITS)
        *vec_push(a, &out->gained) = change;
}

static void compare_pods(Arena *a, const Outlook *before, const Outlook *after, Change *out)
{
    Map known;
    map_init(&known, a);
    for (size_t i = 0; i < before->pods.len; i++)
        *map_at(&known, pod_key(a, before->pods.items[i].pod)) = &before->pods.items[i];
    for (size_t i = 0; i < after->pods.len; i++) {
        const PodOutlook *one = &after->pods.items[i];
        const PodOutlook *was = map_find(&known, pod_key(a, one->pod));
        if (was)
            compare_pod(a, was, one, out);
    }
}

/* ---- money ---- */

/* A place that offers no accelerator is not what the ceiling is about. */
static bool counts(const PlaceOutlook *o)
{
    return o->ceilings.len > 0;
}

static int64_t sum(int64_t total, int64_t micros)
{
    if (total < 0 || micros < 0)
        return -1;
    return total == INT64_MAX || micros >= INT64_MAX - total ? INT64_MAX : total + micros;
}

static int64_t total_of(const Outlook *o)
{
    int64_t total = 0;
    for (size_t i = 0; i < o->places.len; i++) {
        if (counts(&o->places.items[i]))
            total = sum(total, o->places.items[i].micros);
    }
    return total;
}

static Str place_key(Arena *a, const PlaceOutlook *o)
{
    return identity(a, o->place->object, o->place->name);
}

static void ceilings_of(Arena *a, const Outlook *o, Map *out)
{
    map_init(out, a);
    for (size_t i = 0; i < o->places.len; i++) {
        if (counts(&o->places.items[i]))
            *map_at(out, place_key(a, &o->places.items[i])) = &o->places.items[i];
    }
}

static void compare_places(Arena *a, const Outlook *before, const Outlook *after, Change *out)
{
    Map was, is;
    ceilings_of(a, before, &was);
    ceilings_of(a, after, &is);
    for (size_t i = 0; i < is.len; i++) {
        const PlaceOutlook *now = is.entries[i].value, *then = map_find(&was, is.entries[i].key);
        if (!then || then->micros != now->micros)
            *vec_push(a, &out->ceilings) = (CeilingChange){then, now};
    }
    for (size_t i = 0; i < was.len; i++) {
        if (!map_find(&is, was.entries[i].key))
            *vec_push(a, &out->ceilings) = (CeilingChange){was.entries[i].value, NULL};
    }
    out->before = total_of(before);
    out->after = total_of(after);
}

void change_of(Arena *a, const ChangeSide *before, const ChangeSide *after, Change *out)
{
    *out = (Change){0};
    delta_of(a, &before->run->findings, &after->run->findings, &out->findings);
    compare_pods(a, before->outlook, after->outlook, out);
    compare_places(a, before->outlook, after->outlook, out);
}
