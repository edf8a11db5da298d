#include "webhook/verdict.h"

#include "base/limits.h"
#include "kube/input.h"
#include "webhook/clock.h"

#define LAST_APPLIED "kubectl.kubernetes.io/last-applied-configuration"

typedef struct Judge {
    Arena *arena;
    const ReviewPolicy *policy;
    const ReviewRequest *request;
    int64_t deadline;
} Judge;

void finding_list_add(Arena *a, FindingList *to, const Finding *f)
{
    *vec_push(a, to) = f;
}

/* Object at `map`, or NULL when it does not say what it is. The API server knows the namespace of
 * what it sends, also where the object does not repeat it. */
static Object *object_at(const Judge *j, const Document *doc, const Node *map)
{
    Object *o = map ? input_object(j->arena, j->policy->run.facts, doc, map) : NULL;
    if (o && o->ns.len == 0 && j->request->ns.len > 0) {
        o->ns = j->request->ns;
        o->ns_unknown = false;
    }
    return o;
}

static void judge(const Judge *j, Object *o, Run *out)
{
    const RunInput input = {.name = o->doc->source->name, .objects = &o, .object_count = 1};
    RunOptions options = j->policy->run;
    options.only = o;
    run_load(j->arena, &input, 1, &options, out);
    run_judge(j->arena, j->policy->rules, &options, out);
}

static bool overdue(const Judge *j)
{
    return clock_ns() >= j->deadline;
}

static Str fingerprint(const Finding *f)
{
    return (Str){(const char *)&f->fingerprint, sizeof f->fingerprint};
}

/* "rule spec.taints[].key message": the fault, wherever in its list the item stands. */
static Str fault_key(Arena *a, const Finding *f)
{
    Buf key;
    buf_init(&key, a, SIZE_MAX);
    buf_printf(&key, "%.*s ", STR_ARG(f->rule_id));
    Str path = f->place.path;
    for (size_t i = 0; i < path.len; i++) {
        bool index = i > 0 && path.ptr[i - 1] == '[' && path.ptr[i] != '"';
        if (index)
            i += str_find_char(str_skip(path, i), ']');
        if (i < path.len)
            buf_char(&key, path.ptr[i]);
    }
    buf_printf(&key, " %.*s", STR_ARG(f->place.message));
    return buf_str(&key);
}

/* What oldObject had: how often each fault, by its key and by its very place. */
typedef struct OldFaults {
    Map keys;   /* fault_key -> size_t */
    Map places; /* fingerprint -> the same size_t */
} OldFaults;

static void collect_old(Arena *a, const Findings *old, OldFaults *out)
{
    map_init(&out->keys, a);
    map_init(&out->places, a);
    for (size_t i = 0; i < old->list.len; i++) {
        const Finding *f = &old->list.items[i];
        if (f->severity != SEVERITY_ERROR)
            continue;
        void **count = map_at(&out->keys, fault_key(a, f));
        if (!*count)
            *count = arena_new(a, size_t);
        ++*(size_t *)*count;
        *map_at(&out->places, fingerprint(f)) = *count;
    }
}

/* An insertion into a list moves what was there. So once the faults that have the very place of
 * an old one are taken away, each that is left may still be an old one that moved. */
static void ratchet(Arena *a, const Findings *old, Verdict *v)
{
    OldFaults faults;
    collect_old(a, old, &faults);
    FindingList moved = {0}, fresh = {0};
    for (size_t i = 0; i < v->denying.len; i++) {
        const Finding *f = v->denying.items[i];
        size_t *count = map_find(&faults.places, fingerprint(f));
        if (count && *count > 0)
            --*count;
        finding_list_add(a, count ? &v->errors : &moved, f);
    }
    for (size_t i = 0; i < moved.len; i++) {
        const Finding *f = moved.items[i];
        size_t *count = map_find(&faults.keys, fault_key(a, f));
        bool known = count && *count > 0;
        if (known)
            --*count;
        finding_list_add(a, known ? &v->errors : &fresh, f);
    }
    v->denying = fresh;
}

static void spread(const Judge *j, const Run *run, Verdict *v)
{
    for (size_t i = 0; i < run->findings.list.len; i++) {
        const Finding *f = &run->findings.list.items[i];
        if (f->severity == SEVERITY_WARNING)
            finding_list_add(j->arena, &v->warnings, f);
        else if (f->severity == SEVERITY_INFO)
            finding_list_add(j->arena, &v->infos, f);
        else if (f->needs == NEEDS_OBJECT && f->place.object == v->object)
            finding_list_add(j->arena, &v->denying, f);
        else
            finding_list_add(j->arena, &v->errors, f);
    }
    for (size_t i = 0; i < run->faults.len; i++)
        v->rule_faults += run->faults.items[i].count;
}

static Str last_applied(const Node *object)
{
    const Node *annotations = node_path(object, STR("metadata.annotations"));
    const Node *text = node_field(annotations, STR(LAST_APPLIED));
    return text && text->kind == NODE_STRING ? node_str(text) : STR("");
}

/* The object that the user wrote, before the API server pruned and defaulted it: kubectl keeps it
 * in an annotation. News only in the request that sets it: later it may be stale for years. */
static Object *applied_object(const Judge *j, const Object *live)
{
    Str text = last_applied(j->request->object);
    if (text.len == 0 || str_eq(text, last_applied(j->request->old_object)))
        return NULL;
    Diags ignored; /* anybody may write what they like into an annotation */
    diags_init(&ignored, j->arena);
    Loader loader;
    loader_init(&loader, j->arena);
    loader.max_nodes = LIMIT_REQUEST_NODES;
    Stream *s = json_load(&loader, source_new(j->arena, STR(LAST_APPLIED), text), &ignored);
    if (!s->complete || s->documents.len != 1)
        return NULL;
    Object *o = object_at(j, s->documents.items[0], &s->documents.items[0]->root);
    bool same = o && str_eq(o->kind, live->kind) && str_eq(o->group, live->group) &&
                str_eq(o->name, live->name);
    return same ? o : NULL;
}

static void judge_applied(const Judge *j, const Run *live, Verdict *v)
{
    Object *o = applied_object(j, v->object);
    if (!o)
        return;
    Run *run = arena_new(j->arena, Run);
    judge(j, o, run);
    Map known;
    map_init(&known, j->arena);
    for (size_t i = 0; i < live->findings.list.len; i++)
        *map_at(&known, fingerprint(&live->findings.list.items[i])) = v;
    for (size_t i = 0; i < run->findings.list.len; i++) {
        const Finding *f = &run->findings.list.items[i];
        if (!map_find(&known, fingerprint(f)))
            finding_list_add(j->arena, f->severity == SEVERITY_INFO ? &v->infos : &v->applied, f);
    }
}

/* False when there is no time left to tell what is new. */
static bool judge_old(const Judge *j, Verdict *v)
{
    Object *old = object_at(j, j->request->doc, j->request->old_object);
    if (!old || v->denying.len == 0)
        return true;
    if (overdue(j))
        return false;
    Run *run = arena_new(j->arena, Run);
    judge(j, old, run);
    ratchet(j->arena, &run->findings, v);
    return true;
}

/* Why the verdict cannot be relied on, or "". */
static Str judge_objects(const Judge *j, Verdict *v)
{
    if (overdue(j))
        return STR("the client's time was up before it was judged");
    Run *live = arena_new(j->arena, Run);
    judge(j, v->object, live);
    spread(j, live, v);
    if (!judge_old(j, v))
        return STR("the client's time was up before the old object was judged");
    if (!overdue(j))
        judge_applied(j, live, v);
    return arena_full(j->arena) ? STR("it needs more memory than a review may have") : STR("");
}

void verdict_reach(Arena *a, const ReviewPolicy *policy, const ReviewRequest *r, int64_t deadline,
                   Verdict *out)
{
    const Judge j = {a, policy, r, deadline};
    *out = (Verdict){.exempt = request_exemption(r)};
    if (out->exempt.len > 0)
        return;
    out->object = object_at(&j, r->doc, r->object);
    if (!out->object) {
        out->exempt = STR("no Kubernetes object");
        return;
    }
    out->fault = judge_objects(&j, out);
    if (out->fault.len == 0)
        return;
    for (size_t i = 0; i < out->denying.len; i++)
        finding_list_add(a, &out->errors, out->denying.items[i]);
    out->denying.len = 0;
}
