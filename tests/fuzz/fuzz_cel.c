/* Any text is an expression or a message in its place; any expression ends within its budget, as
 * a value and as a place, on a manifest and on what is not known. The first byte is the profile. */
#include "base/limits.h"
#include "cel/cel.h"
#include "doc/load.h"

enum { STEPS = 20000, MEMORY = 1 << 20, SLACK = 8 << 20, SLOTS = 8 };

static const char MANIFEST[] =
    "kind: Pod\n"
    "metadata: {name: '${NAME}', labels: {a: b, '${KEY}': c}, uid: null}\n"
    "spec: {containers: [{name: x, ports: [1, 2.5]}, {name: y}], n: -3}\n";

static CelValue list_of(Arena *a, bool open)
{
    CelValue *items = arena_array(a, CelValue, 4);
    items[0] = cel_int(1);
    items[1] = cel_str(STR("a\xc3\xa9"));
    items[2] = cel_unknown(STR("it"));
    items[3] = cel_double(2.5);
    return cel_list(items, 4, open);
}

typedef struct World {
    Arena arena;
    CelEnv *env;
    CelValue slots[SLOTS];
} World;

static void declare(World *w, const char *name, CelValue v)
{
    w->slots[cel_env_var(w->env, str_c(name), "dyn")] = v;
}

static World *world(unsigned profile)
{
    static World worlds[2][CEL_PROFILE_FULL + 1];
    World *w = &worlds[profile >> 2 & 1][profile & 3];
    if (w->env)
        return w;
    Loader loader;
    Diags diags;
    arena_init(&w->arena, SIZE_MAX);
    loader_init(&loader, &w->arena);
    diags_init(&diags, &w->arena);
    Stream *s = yaml_load(&loader, source_new(&w->arena, STR("m"), str_c(MANIFEST)), &diags);
    w->env = cel_env_new(&w->arena, (CelProfile)(profile & 3));
    if (profile & 4)
        cel_env_lenient(w->env);
    declare(w, "object", cel_node(&s->documents.items[0]->root));
    declare(w, "u", cel_unknown(STR("it")));
    declare(w, "x", cel_int(3));
    declare(w, "list", list_of(&w->arena, false));
    declare(w, "open", list_of(&w->arena, true));
    return w;
}

static void check_span(Span at, size_t len)
{
    if (at.off > len || at.len > len - at.off)
        __builtin_trap();
}

static void check_value(Arena *scratch, CelValue v, const CelProgram *p)
{
    Buf out;
    buf_init(&out, scratch, LIMIT_MESSAGE);
    if (v.kind == CEL_ERROR)
        check_span(v.as.error->at, cel_program_text(p).len);
    else
        cel_print_literal(&out, v);
}

static void run(World *w, const CelProgram *p, Arena *scratch)
{
    for (int place = 0; place < 2; place++) {
        ArenaMark mark = arena_mark(scratch);
        CelEval ev = {.scratch = scratch,
                      .slots = w->slots,
                      .slots_mutable = w->slots,
                      .step_limit = STEPS,
                      .memory_limit = MEMORY};
        if (place)
            (void)cel_eval_place(&ev, p);
        else
            check_value(scratch, cel_eval(&ev, p), p);
        if (scratch->used - mark.used > MEMORY + SLACK)
            __builtin_trap();
        arena_rewind(scratch, mark);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    World *w = world(data[0]);
    Arena a, scratch;
    Diags diags;
    arena_init(&a, SIZE_MAX);
    arena_init(&scratch, SIZE_MAX);
    diags_init(&diags, &a);
    Str text = arena_copy(&a, (Str){(const char *)data + 1, size - 1});
    CelProgram *p = cel_compile(&a, w->env, (CelText){NULL, 0, text}, &diags);
    if (!p && diags.count == 0)
        __builtin_trap();
    for (size_t i = 0; i < diags.list.len; i++)
        check_span(diags.list.items[i].at, text.len);
    if (p)
        run(w, p, &scratch);
    arena_free(&scratch);
    arena_free(&a);
    return 0;
}
