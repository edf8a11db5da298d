/* Runs files of CEL cases, one JSON object a line, and says of each file how many passed, failed
 * and were skipped, and why. usage: cel_data [-v] FOLDER. Exit 1 when a case failed. */
#include "cel_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/limits.h"
#include "doc/load.h"

/* What the engine does not claim: protobuf messages, and where the specification and cel-go
 * differ, the other one. */
static const char *const UNCLAIMED[] = {
    "proto",     "wkt",       "wrappers",    "enums",       "strong_enums",     "proto2_ext",
    "block_ext", "container", "spec_strict", "go_specific", "custom_functions",
};

/* Cases that are skipped by name, each with its reason: at most ten. */
static const struct {
    const char *name, *reason;
} BY_NAME[] = {
    {"sum_equals_left", "the Go library cannot compare a sum on the right; this one can"},
};

enum { TAGS = sizeof UNCLAIMED / sizeof *UNCLAIMED, NAMES = sizeof BY_NAME / sizeof *BY_NAME };

typedef struct Tally {
    const char *file;
    bool loud;
    size_t line, passed, failed, skipped;
    size_t tags[TAGS], names[NAMES];
} Tally;

static Str text_of(const Node *map, const char *key)
{
    const Node *n = node_get(map, str_c(key));
    return n && n->kind == NODE_STRING ? node_str(n) : STR("");
}

static bool flag_of(const Node *map, const char *key)
{
    const Node *n = node_get(map, str_c(key));
    return n && n->kind == NODE_BOOL && n->as.boolean;
}

static bool has_tag(const Node *c, const char *tag)
{
    const Node *needs = node_get(c, STR("needs"));
    for (size_t i = 0; needs && node_item(needs, i); i++) {
        if (str_eq(node_str(node_item(needs, i)), str_c(tag)))
            return true;
    }
    return false;
}

static bool is_skipped(Tally *t, const Node *c)
{
    for (size_t i = 0; i < TAGS; i++) {
        if (has_tag(c, UNCLAIMED[i])) {
            t->tags[i]++;
            return true;
        }
    }
    for (size_t i = 0; i < NAMES; i++) {
        if (str_eq(text_of(c, "name"), str_c(BY_NAME[i].name))) {
            t->names[i]++;
            return true;
        }
    }
    return false;
}

/* ---- one case ---- */

typedef struct Case {
    Arena *arena;
    const Node *node;
    CelEnv *env;
    CelValue *slots;
    Diags diags;
    Source const *source;
    CelProgram *program;
    CelValue value;
    Str why; /* what went wrong, where something did */
} Case;

static CelProfile profile_of(const Node *c)
{
    Str suite = text_of(c, "suite");
    if (str_eq(suite, STR("dra")))
        return CEL_PROFILE_DRA;
    return str_eq(suite, STR("kubernetes")) || str_eq(suite, STR("vap")) ? CEL_PROFILE_KUBERNETES
                                                                         : CEL_PROFILE_FULL;
}

static bool declare(Case *c)
{
    const Node *types = node_get(c->node, STR("type_env"));
    const Node *bound = node_get(c->node, STR("bindings"));
    size_t count = (types ? types->len : 0) + (bound ? bound->len : 0);
    c->slots = arena_array(c->arena, CelValue, count + 1);
    for (size_t i = 0; types && i < types->len; i++) {
        const Member *m = &types->as.members[i];
        uint32_t slot =
            cel_env_var(c->env, m->key->name, arena_copy(c->arena, node_str(&m->value)).ptr);
        c->slots[slot] = cel_unknown(STR("not bound"));
    }
    for (size_t i = 0; bound && i < bound->len; i++) {
        const Member *m = &bound->as.members[i];
        const Node *type = types ? node_get(types, m->key->name) : NULL;
        uint32_t slot = cel_env_var(c->env, m->key->name,
                                    type ? arena_copy(c->arena, node_str(type)).ptr : "dyn");
        if (!data_value(c->arena, &m->value, &c->slots[slot])) {
            c->why = arena_printf(c->arena, "cannot bind %.*s", STR_ARG(m->key->name));
            return false;
        }
    }
    return true;
}

static bool compile(Case *c)
{
    Str expr = data_text(c->arena, node_get(c->node, STR("expr")));
    diags_init(&c->diags, c->arena);
    c->source = source_new(c->arena, STR("expr"), expr);
    c->program = cel_compile(c->arena, c->env, (CelText){c->source, 0, expr}, &c->diags);
    return c->program != NULL;
}

static void evaluate(Case *c)
{
    CelEval ev = {.scratch = c->arena,
                  .slots = c->slots,
                  .slots_mutable = c->slots,
                  .step_limit = LIMIT_CEL_STEPS,
                  .memory_limit = LIMIT_CEL_MEMORY};
    c->value = cel_eval(&ev, c->program);
}

/* ---- what was expected ---- */

static Str printed(Case *c, CelValue v)
{
    Buf out;
    buf_init(&out, c->arena, 400);
    cel_print_literal(&out, v);
    return buf_str(&out);
}

/* Where the first message points, against [line, column]. */
static bool place_matches(Case *c)
{
    const Node *at = node_get(c->node, STR("error_at"));
    if (!at || !c->diags.list.len)
        return true;
    LineColumn place = source_place(c->source, c->diags.list.items[0].at.off);
    if (place.line == node_item(at, 0)->as.integer && place.column == node_item(at, 1)->as.integer)
        return true;
    c->why = arena_printf(c->arena, "the message is at %u:%u: %.*s", place.line, place.column,
                          STR_ARG(c->diags.list.items[0].message));
    return false;
}

static bool judge_refused(Case *c)
{
    bool late = str_eq(text_of(c->node, "error_stage"), STR("eval"));
    if (flag_of(c->node, "expect_error") && !late)
        return place_matches(c);
    c->why = arena_printf(c->arena, "refused: %.*s", STR_ARG(c->diags.list.items[0].message));
    return false;
}

/* The data writes null both ways. */
static Str type_text(Case *c, Str type)
{
    Buf out;
    buf_init(&out, c->arena, SIZE_MAX);
    for (size_t at; (at = str_find(type, STR("null_type"))) < type.len;
         type = str_skip(type, at + 9)) {
        buf_add(&out, str_slice(type, 0, at));
        buf_add(&out, STR("null"));
    }
    buf_add(&out, type);
    return buf_str(&out);
}

static bool type_matches(Case *c)
{
    Str wanted = type_text(c, text_of(c->node, "type"));
    Str found = type_text(c, str_c(cel_program_type(c->program)));
    if (wanted.len == 0 || flag_of(c->node, "disable_check") || str_eq(wanted, found))
        return true;
    c->why = arena_printf(c->arena, "type %.*s, not %.*s", STR_ARG(found), STR_ARG(wanted));
    return false;
}

static bool judge_value(Case *c)
{
    CelValue wanted;
    bool early = text_of(c->node, "error_stage").len &&
                 !str_eq(text_of(c->node, "error_stage"), STR("eval"));
    if (flag_of(c->node, "expect_error")) {
        c->why = arena_printf(c->arena, "no error%s but %.*s", early ? " when compiled" : "",
                              STR_ARG(printed(c, c->value)));
        return c->value.kind == CEL_ERROR && !early;
    }
    const Node *expect = node_get(c->node, STR("expect"));
    if (!expect || !data_value(c->arena, expect, &wanted)) {
        c->why = STR("cannot read what is expected");
        return false;
    }
    c->why = arena_printf(c->arena, "%.*s, not %.*s", STR_ARG(printed(c, c->value)),
                          STR_ARG(printed(c, wanted)));
    return data_same(c->value, wanted);
}

static bool run_case(Case *c)
{
    c->env = cel_env_new(c->arena, profile_of(c->node));
    if (flag_of(c->node, "disable_check"))
        cel_env_lenient(c->env);
    if (!declare(c))
        return false;
    if (!compile(c))
        return judge_refused(c);
    if (!type_matches(c))
        return false;
    if (flag_of(c->node, "check_only"))
        return true;
    evaluate(c);
    return judge_value(c);
}

/* ---- files ---- */

/* The JSON reader refuses NUL, as the API server does; here it stands for itself. U+E000 is in
 * none of the cases. */
static Str without_nul(Arena *a, Str line)
{
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    for (size_t i = 0; i < line.len; i++) {
        bool nul = str_starts(str_skip(line, i), STR("\\u0000"));
        bool escape = line.ptr[i] == '\\' && i + 1 < line.len;
        buf_add(&out, nul ? STR("\\uE000") : str_slice(line, i, i + 1 + escape));
        i += nul ? 5 : escape;
    }
    return buf_str(&out);
}

static void run_line(Tally *t, Str line)
{
    Arena a;
    Loader loader;
    Diags diags;
    arena_init(&a, SIZE_MAX);
    loader_init(&loader, &a);
    diags_init(&diags, &a);
    Stream *s = json_load(&loader, source_new(&a, STR("case"), without_nul(&a, line)), &diags);
    Case c = {.arena = &a};
    if (!s || !s->documents.len)
        c.why = diags.list.len ? diags.list.items[0].message : STR("not a case");
    else
        c.node = &s->documents.items[0]->root;
    if (c.node && is_skipped(t, c.node)) {
        t->skipped++;
    } else if (c.node && run_case(&c)) {
        t->passed++;
    } else {
        t->failed++;
        if (t->loud)
            printf("%s:%zu: %.*s: %.*s\n", t->file, t->line,
                   STR_ARG(c.node ? text_of(c.node, "expr") : STR("?")), STR_ARG(c.why));
    }
    arena_free(&a);
}

static void report(const Tally *t)
{
    printf("%s: %zu passed, %zu failed, %zu skipped", t->file, t->passed, t->failed, t->skipped);
    const char *before = " (";
    for (size_t i = 0; i < TAGS; i++) {
        if (t->tags[i]) {
            printf("%s%s %zu", before, UNCLAIMED[i], t->tags[i]);
            before = ", ";
        }
    }
    for (size_t i = 0; i < NAMES; i++) {
        if (t->names[i]) {
            printf("%s%s: %s", before, BY_NAME[i].name, BY_NAME[i].reason);
            before = ", ";
        }
    }
    puts(*before == ',' ? ")" : "");
}

static void run_file(Arena *a, Tally *t, Str path)
{
    Str text, why, line;
    if (!file_read(a, path, LIMIT_FILE, &text, &why)) {
        printf("%.*s: %.*s\n", STR_ARG(path), STR_ARG(why));
        t->failed++;
        return;
    }
    while (str_next(&text, '\n', &line)) {
        t->line++;
        if (str_trim(line).len)
            run_line(t, line);
    }
    report(t);
}

int main(int argc, char **argv)
{
    Arena a;
    const FolderEntry *entries;
    size_t count, passed = 0, failed = 0;
    Str why;
    bool loud = argc > 1 && strcmp(argv[1], "-v") == 0;
    if (argc < 2 + loud)
        return 2;
    Str folder = str_c(argv[1 + loud]);
    arena_init(&a, SIZE_MAX);
    if (!folder_list(&a, folder, &entries, &count, &why)) {
        fprintf(stderr, "%.*s: %.*s\n", STR_ARG(folder), STR_ARG(why));
        arena_free(&a);
        return 2;
    }
    for (size_t i = 0; i < count; i++) {
        if (!str_ends(entries[i].name, STR(".jsonl")))
            continue;
        Tally t = {.file = arena_copy(&a, entries[i].name).ptr,
                   .loud = loud || getenv("CEL_VERBOSE")};
        run_file(&a, &t, path_join(&a, folder, entries[i].name));
        passed += t.passed;
        failed += t.failed;
    }
    printf("%zu passed, %zu failed\n", passed, failed);
    arena_free(&a);
    return failed > 0;
}
