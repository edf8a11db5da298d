/* eval: one expression on one object, for people who write rules. */
#include "base/limits.h"
#include "cli/cmd.h"
#include "cli/inputs.h"
#include "dra/dra.h"
#include "report/snippet.h"
#include "rule/platform.h"
#include "rule/subject.h"

enum {
    KEYS_SHOWN = 20 /* of a map, in a note */
};

typedef struct EvalOptions {
    Str profile, kubernetes;
    bool why;
} EvalOptions;

/* clang-format off */
static const Opt OPTIONS[] = {
    {"why",        '\0', OPT_SWITCH, offsetof(EvalOptions, why),        NULL,                       "print the sub-expressions that decided it"},
    {"profile",    '\0', OPT_TEXT,   offsetof(EvalOptions, profile),    "rule|dra|kubernetes|full", "whose CEL: of gpulint's rules (the default), of DRA device selectors, of the API server, or all of it"},
    {"kubernetes", '\0', OPT_TEXT,   offsetof(EvalOptions, kubernetes), "VERSION",                  "say which functions are newer than this version, as in 1.34"},
    {NULL, 0, OPT_SWITCH, 0, NULL, NULL},
};

static const struct {
    Str name;
    CelProfile profile;
} PROFILES[] = {
    {STR_INIT("rule"),       CEL_PROFILE_RULE      },
    {STR_INIT("dra"),        CEL_PROFILE_DRA       },
    {STR_INIT("kubernetes"), CEL_PROFILE_KUBERNETES},
    {STR_INIT("full"),       CEL_PROFILE_FULL      },
};
/* clang-format on */

static const OptSpec SPEC = {
    .command = "eval",
    .arguments = "EXPR [FILE]",
    .summary =
        "Evaluates a CEL expression on the first object of a file, as rules see it: `object`,\n"
        "`input`, `fleet`, `platform`, and what the object is (`pool`, `class`, `pod`, ...).\n"
        "Prints the value as a CEL literal, and the place that it was read from.",
    .options = OPTIONS,
    .most = 2,
    .notes = "exit codes: 0 a value, or unknown; 2 the expression is wrong or fails; 3 the file\n"
             "cannot be read\n",
};

typedef struct Evaluation {
    Arena *arena;
    Diags diags;
    CelProfile profile;
    Platform platform;
    const Source *text;
    Run run;
    const Object *object; /* NULL without a file */
    const Subject *subject;
    const void *self;
    CelProgram *program;
} Evaluation;

static CelEnv *make_env(const Evaluation *e, const Subject *s)
{
    if (e->profile == CEL_PROFILE_RULE)
        return subject_env(e->arena, s);
    CelEnv *env = cel_env_new(e->arena, e->profile);
    (void)cel_env_var(env, STR("object"), "dyn");
    return env;
}

static CelProgram *compile(Evaluation *e, const Subject *s, Diags *d)
{
    return cel_compile(e->arena, make_env(e, s), (CelText){e->text, 0, e->text->text}, d);
}

/* The subject of this kind that lies in the object. */
static const void *find_self(const Evaluation *e, const Subject *s)
{
    for (size_t i = 0; e->object && i < s->count(e->run.fleet); i++) {
        const void *self = s->at(e->run.fleet, i);
        if (s->object(self) == e->object)
            return self;
    }
    return NULL;
}

/* How far a compiler came before it complained. */
static size_t reached(const Diags *d)
{
    return d->list.len ? d->list.items[0].at.off : 0;
}

/* Tries the expression with each variable that the object gives; complains as the one that came
 * furthest: it knows what the expression is about. */
static bool compile_any(Evaluation *e)
{
    Diags aside, best = {0};
    for (const Subject *s = SUBJECTS; s->name && e->profile == CEL_PROFILE_RULE; s++) {
        const void *self = s->var ? find_self(e, s) : NULL;
        diags_init(&aside, e->arena);
        CelProgram *p = self ? compile(e, s, &aside) : NULL;
        if (p) {
            e->program = p;
            e->subject = s;
            e->self = self;
            return true;
        }
        if (self && reached(&aside) > reached(&best))
            best = aside;
    }
    diags_init(&aside, e->arena);
    e->program = compile(e, NULL, &aside);
    if (!e->program)
        e->diags = reached(&best) > reached(&aside) ? best : aside;
    return e->program != NULL;
}

static CelValue *bind(const Evaluation *e)
{
    CelValue *slots = arena_array(e->arena, CelValue, cel_env_slots(make_env(e, e->subject)));
    if (e->profile == CEL_PROFILE_RULE)
        subject_bind(e->subject, e->self, e->object, e->run.fleet, slots);
    else
        slots[0] = e->object ? cel_node(e->object->root) : cel_null();
    return slots;
}

static void place_write(Buf *out, CelValue v)
{
    const Node *origin = cel_origin(v);
    if (!origin)
        return;
    const Source *s = node_document(origin)->source;
    LineColumn at = source_place(s, origin->span.off);
    text_write(out, s->name);
    buf_printf(out, ":%u:%u\n", at.line, at.column);
}

static void value_write(Buf *out, CelValue v)
{
    if (v.kind == CEL_UNKNOWN) {
        buf_add(out, STR("unknown"));
        if (cel_str_of(v).len)
            buf_printf(out, ": %.*s is not known", STR_ARG(cel_str_of(v)));
    } else {
        cel_print_literal(out, v);
    }
    buf_char(out, '\n');
    place_write(out, v);
}

/* What the document has where the expression looked for something else. */
static void note_write(Buf *out, const Node *in)
{
    const Member *m = node_member(in);
    const Source *s = node_document(in)->source;
    LineColumn at = source_place(s, m ? m->key_span.off : in->span.off);
    text_write(out, s->name);
    buf_printf(out, ":%u:%u: note: ", at.line, at.column);
    text_write(out, m ? m->key->name : STR("the object"));
    buf_add(out, STR(" is here; its keys:"));
    for (uint32_t i = 0; i < in->len && i < KEYS_SHOWN; i++) {
        buf_add(out, i ? STR(", ") : STR(" "));
        text_write(out, in->as.members[i].key->name);
    }
    buf_add(out, in->len > KEYS_SHOWN ? STR(", …\n") : STR("\n"));
}

static int tell_error(Evaluation *e, const CelError *err)
{
    (void)diag_error(&e->diags, e->text, err->at, "%.*s", STR_ARG(err->message));
    int code = cmd_diags(&e->diags);
    Buf out;
    buf_init(&out, e->arena, SIZE_MAX);
    if (err->in && err->in->kind == NODE_MAP)
        note_write(&out, err->in);
    cmd_note(&out);
    return code;
}

/* A function that the target does not have is no fault of the value: said beside it. */
static void newer_write(const Evaluation *e)
{
    int32_t minor = e->platform.kubernetes_minor;
    size_t count = 0;
    const CelNewer *newer = minor ? cel_program_newer(e->arena, e->program, minor, &count) : NULL;
    Buf out;
    buf_init(&out, e->arena, SIZE_MAX);
    for (size_t i = 0; i < count; i++) {
        LineColumn at = source_place(e->text, newer[i].at.off);
        buf_printf(
            &out,
            "<expression>:%u:%u: warning: '%.*s' came with Kubernetes 1.%u, the target is 1.%d\n",
            at.line, at.column, STR_ARG(newer[i].name), newer[i].since, minor);
    }
    cmd_note(&out);
}

static void warnings_write(Evaluation *e)
{
    const CelWarning *w;
    for (size_t i = 0; (w = cel_program_warning(e->program, i)); i++)
        diag_warning(&e->diags, e->text, w->at, w->message);
    cmd_warnings(&e->diags);
    e->diags.warnings.len = 0; /* told */
}

static int evaluate(Evaluation *e, bool why)
{
    if (!compile_any(e))
        return cmd_diags(&e->diags);
    newer_write(e);
    warnings_write(e);
    RuleContext context = {.fleet = e->run.fleet, .object = e->object};
    if (e->run.fleet)
        context.dra = dra_new(e->arena, e->run.fleet);
    CelValue *slots = bind(e);
    CelEval ev = {.scratch = e->arena,
                  .slots = slots,
                  .slots_mutable = slots,
                  .step_limit = LIMIT_CEL_STEPS,
                  .memory_limit = LIMIT_CEL_MEMORY,
                  .user = &context};
    CelValue v = cel_eval(&ev, e->program);
    if (v.kind == CEL_ERROR)
        return tell_error(e, v.as.error);
    Buf out;
    buf_init(&out, e->arena, LIMIT_FILE);
    value_write(&out, v);
    if (why)
        cel_why(&out, &ev, e->program);
    return cmd_print(&out);
}

static int incomplete(Evaluation *e, Str file, Str message)
{
    Buf out;
    buf_init(&out, e->arena, SIZE_MAX);
    buf_add(&out, STR("gpulint: "));
    text_write(&out, file);
    buf_add(&out, STR(": "));
    text_write(&out, message);
    buf_char(&out, '\n');
    cmd_note(&out);
    return EXIT_INCOMPLETE;
}

/* The objects of the file, joined as a run joins them. */
static int load(Evaluation *e, const Strs *rest)
{
    bool file = rest->len > 1;
    Inputs inputs;
    inputs_init(&inputs, e->arena);
    if (file)
        inputs_add(&inputs, rest->items[1], false);
    size_t count = 0;
    const RunInput *list = file ? inputs_read(&inputs, STR("<stdin>"), &count) : NULL;
    RunOptions options = {.facts = facts_builtin(), .platform = e->platform};
    run_load(e->arena, list, count, &options, &e->run);
    if (inputs.unread.len)
        return incomplete(e, inputs.unread.items[0].file, inputs.unread.items[0].message);
    if (e->run.unread.len)
        return incomplete(e, e->run.unread.items[0].file, e->run.unread.items[0].message);
    if (file && !e->run.objects.len)
        return incomplete(e, rest->items[1], STR("no Kubernetes object in it"));
    e->object = file ? e->run.objects.items[0] : NULL;
    return EXIT_CLEAN;
}

static void choose_profile(Evaluation *e, Str name)
{
    for (size_t i = 0; i < sizeof PROFILES / sizeof *PROFILES; i++)
        if (str_eq(PROFILES[i].name, name))
            e->profile = PROFILES[i].profile;
}

int cmd_eval(Arena *a, char *const *argv)
{
    EvalOptions options = {0};
    Strs rest = {0};
    int code = cmd_options(a, &SPEC, argv, &options, &rest);
    if (code != EXIT_NOT_YET)
        return code;
    if (!rest.len)
        return cmd_usage("eval needs an expression: gpulint eval 'object.kind' FILE");
    Evaluation e = {.arena = a,
                    .profile = CEL_PROFILE_RULE,
                    .platform = PLATFORM_UNKNOWN,
                    .text = source_new(a, STR("<expression>"), rest.items[0])};
    diags_init(&e.diags, a);
    choose_profile(&e, options.profile);
    if (options.kubernetes.len && !platform_minor(options.kubernetes, &e.platform.kubernetes_minor))
        return cmd_usage("--kubernetes takes a version like 1.34");
    code = load(&e, &rest);
    return code == EXIT_CLEAN ? evaluate(&e, options.why) : code;
}
