#include "dra/selector.h"

#include "doc/inside.h"

enum {
    EXPRESSION_MOST = 10 << 10, /* bytes that the API server takes */
    OLDEST = 30,       /* the release before the first supported one: what came later is kept */
    SHARING_SINCE = 36 /* on by default: DRAConsumableCapacity, which brings the field */
};

const Node *selector_part(Arena *a, const DeviceSelector *s, Span at)
{
    return s->node ? inside_part(a, s->node, at) : NULL;
}

static void add_fault(Arena *a, DeviceSelector *s, Span at, Str message)
{
    *vec_push(a, &s->faults) = (SelectorFault){message, selector_part(a, s, at)};
}

static void take_messages(Arena *a, DeviceSelector *s, const Diags *d)
{
    for (size_t i = 0; i < d->list.len; i++)
        add_fault(a, s, d->list.items[i].at, d->list.items[i].message);
}

static void check_type(Arena *a, DeviceSelector *s, Str text)
{
    Str type = str_c(cel_program_type(s->program));
    if (str_eq(type, STR("bool")) || str_eq(type, STR("dyn")))
        return;
    Span all = {0, (uint32_t)text.len};
    add_fault(a, s, all,
              arena_printf(a, "it must be true or false, this is of type %.*s", STR_ARG(type)));
    s->program = NULL;
}

static void take_warnings(Arena *a, DeviceSelector *s)
{
    const CelWarning *w;
    for (size_t i = 0; s->program && (w = cel_program_warning(s->program, i)); i++)
        add_fault(a, s, w->at, w->message);
}

static void take_newer(Arena *a, DeviceSelector *s)
{
    size_t count = 0;
    const CelNewer *newer = s->program ? cel_program_newer(a, s->program, OLDEST, &count) : NULL;
    for (size_t i = 0; i < count; i++)
        *vec_push(a, &s->newer) =
            (SelectorNewer){newer[i].name, newer[i].since, false, selector_part(a, s, newer[i].at)};
}

static void take_gated(Arena *a, DeviceSelector *s)
{
    const Str field = STR("allowMultipleAllocations");
    for (size_t i = 0; i < s->path_count; i++) {
        const CelPath *p = &s->paths[i];
        if (str_eq(p->steps[0], field))
            *vec_push(a, &s->newer) =
                (SelectorNewer){field, SHARING_SINCE, true, selector_part(a, s, p->at)};
    }
}

static void take_paths(Arena *a, DeviceSelector *s)
{
    if (s->program)
        s->paths = cel_program_paths(a, s->program, 0, &s->path_count);
}

static void compile(Arena *a, const CelEnv *env, Str text, DeviceSelector *s)
{
    Diags d;
    diags_init(&d, a);
    if (text.len > EXPRESSION_MOST) {
        add_fault(
            a, s, (Span){0, (uint32_t)text.len},
            arena_printf(a, "it is %zu bytes long, %d are allowed", text.len, EXPRESSION_MOST));
        return;
    }
    s->program = cel_compile(a, env, (CelText){NULL, 0, text}, &d);
    take_messages(a, s, &d);
    if (s->program)
        check_type(a, s, text);
    take_warnings(a, s);
    take_newer(a, s);
    take_paths(a, s);
    take_gated(a, s);
}

DeviceSelector *selector_new(Arena *a, const CelEnv *env, const Node *n)
{
    DeviceSelector *s = arena_new(a, DeviceSelector);
    s->node = n;
    s->unknown = node_unknown(n) || n->kind != NODE_STRING;
    if (!s->unknown)
        compile(a, env, node_str(n), s);
    return s;
}

DeviceSelector *selector_of_text(Arena *a, const CelEnv *env, Str text)
{
    DeviceSelector *s = arena_new(a, DeviceSelector);
    compile(a, env, text, s);
    return s;
}
