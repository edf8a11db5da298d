#include "rule/shapes.h"

#include "kube/kind.h"
#include "rule/native.h"

enum { SHOWN = 60 };

/* One object, or one pod template in it, against the rows of its kind. */
typedef struct Shaper {
    Arena *arena;
    Run *run;
    const Rule *rule;
    const Object *object;
    Str wanted; /* of the row at hand */
    Map *told;  /* nodes that a finding points at */
} Shaper;

static bool is_scalar(const Node *n)
{
    return n->kind != NODE_MAP && n->kind != NODE_LIST;
}

static bool has_kind(const Node *n, Str wanted)
{
    static const struct {
        Str name;
        NodeKind kind;
    } KINDS[] = {
        {STR_INIT("map"),    NODE_MAP   },
        {STR_INIT("list"),   NODE_LIST  },
        {STR_INIT("string"), NODE_STRING},
        {STR_INIT("int"),    NODE_INT   },
        {STR_INIT("bool"),   NODE_BOOL  },
    };
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (str_eq(KINDS[i].name, wanted))
            return n->kind == KINDS[i].kind;
    return is_scalar(n);
}

static const char *wanted_words(Str wanted)
{
    static const struct {
        Str name;
        const char *words;
    } WORDS[] = {
        {STR_INIT("map"),    "a map"         },
        {STR_INIT("list"),   "a list"        },
        {STR_INIT("string"), "a text"        },
        {STR_INIT("int"),    "a whole number"},
        {STR_INIT("bool"),   "true or false" },
        {STR_INIT("scalar"), "one value"     },
    };
    size_t i = 0;
    while (!str_eq(WORDS[i].name, wanted))
        i++;
    return WORDS[i].words;
}

static Str found_words(Arena *a, const Node *n)
{
    if (!is_scalar(n))
        return n->kind == NODE_MAP ? STR("a map") : STR("a list");
    Str text = node_text(n);
    size_t line = str_find_char(text, '\n'), end = text.len < SHOWN ? text.len : SHOWN;
    if (line >= end && end == text.len)
        return text;
    end = line < end ? line : end;
    while (end && (text.ptr[end] & 0xC0) == 0x80) /* not within a character */
        end--;
    return arena_printf(a, "%.*s...", STR_ARG(str_slice(text, 0, end)));
}

/* What to write, where that can be told from what stands there. */
static Str repair(const Shaper *s, const Node *n, Str found)
{
    if (str_eq(s->wanted, STR("list")) && is_scalar(n))
        return arena_printf(s->arena, "; write [%.*s]", STR_ARG(found));
    if (str_eq(s->wanted, STR("list")) && n->kind == NODE_MAP)
        return STR("; put a dash before its first line");
    if (str_eq(s->wanted, STR("string")) && is_scalar(n))
        return arena_printf(s->arena, "; write \"%.*s\"", STR_ARG(found));
    Str text = node_str(n);
    int64_t number;
    bool quoted = (str_eq(s->wanted, STR("int")) && str_int(text, &number)) ||
                  (str_eq(s->wanted, STR("bool")) &&
                   (str_eq(text, STR("true")) || str_eq(text, STR("false"))));
    if (quoted)
        return arena_printf(s->arena, "; write %.*s, without quotes", STR_ARG(text));
    return STR("");
}

/* Who reads it first. */
static const char *reader(const Object *o)
{
    return str_eq(o->group, STR("eksctl.io")) ? "eksctl" : "the API server";
}

static void tell(Shaper *s, const Node *n)
{
    Str key = arena_copy(s->arena, (Str){(const char *)&n, sizeof(const Node *)});
    void **slot = map_at(s->told, key);
    if (*slot)
        return;
    *slot = s;
    FindingPlace place = finding_place(s->arena, s->object, (NodePlace){n, STR("")});
    Str found = found_words(s->arena, n), how = repair(s, n, found);
    place.message =
        arena_printf(s->arena, "%.*s must be %s and is %.*s: %s cannot read this %.*s%.*s",
                     STR_ARG(place.path), wanted_words(s->wanted), STR_ARG(found),
                     reader(s->object), STR_ARG(s->object->kind), STR_ARG(how));
    native_add(s->arena, s->run, s->rule, place);
}

static void walk(Shaper *s, const Node *n, Str path);

static void walk_items(Shaper *s, const Node *list, Str rest)
{
    for (uint32_t i = 0; list->kind == NODE_LIST && i < list->len; i++)
        walk(s, &list->as.items[i], rest);
}

static void walk_members(Shaper *s, const Node *map, Str rest)
{
    for (uint32_t i = 0; map->kind == NODE_MAP && i < map->len; i++)
        walk(s, &map->as.members[i].value, rest);
}

/* Follows a path to all that it names; another kind on the way is told by its own row. */
static void walk(Shaper *s, const Node *n, Str path)
{
    static const Str ITEMS = STR_INIT("[*]");
    if (!n || n->kind == NODE_NULL || node_unknown(n))
        return;
    if (!path.len) {
        if (!has_kind(n, s->wanted))
            tell(s, n);
        return;
    }
    if (str_starts(path, ITEMS)) {
        Str rest = str_skip(path, ITEMS.len);
        walk_items(s, n, str_starts(rest, STR(".")) ? str_skip(rest, 1) : rest);
        return;
    }
    size_t dot = str_find_char(path, '.'), items = str_find(path, ITEMS);
    size_t end = dot < items ? dot : items;
    Str step = str_slice(path, 0, end < path.len ? end : path.len);
    Str rest = str_skip(path, step.len);
    rest = str_starts(rest, STR(".")) ? str_skip(rest, 1) : rest;
    if (str_eq(step, STR("*")))
        walk_members(s, n, rest);
    else
        walk(s, n->kind == NODE_MAP ? node_field(n, step) : NULL, rest);
}

static void check_rows(Shaper *s, const Node *root, Str group, Str kind)
{
    KindRows rows = kind_rows(fleet_facts(s->run->fleet), "shapes", group, kind);
    for (; !kind_done(&rows); kind_next(&rows)) {
        s->wanted = kind_cell(&rows, "wanted");
        walk(s, root, kind_cell(&rows, "path"));
    }
}

static bool judged(const RunOptions *options, const Object *o)
{
    return !o->context && !o->generic && !o->left_out.len && (!options->only || o == options->only);
}

/* A map under `spec` of a template is a PodSpec; one of a custom resource's own only stands for
 * it. */
static bool is_pod_spec(const Pod *p)
{
    const Member *m = node_member(p->spec);
    bool own = p->spec == object_field(p->owner, STR("spec"));
    return m && str_eq(m->key->name, STR("spec")) && (!own || !p->owner->group.len);
}

static void check_pods(Shaper *s, const RunOptions *options)
{
    const FleetLists *l = fleet_lists(s->run->fleet);
    for (size_t i = 0; i < l->pods.len; i++) {
        const Pod *p = l->pods.items[i];
        if (!judged(options, p->owner) || !is_pod_spec(p))
            continue;
        s->object = p->owner;
        check_rows(s, p->spec, STR(""), STR("PodSpec"));
        check_rows(s, p->metadata, STR(""), STR("PodMetadata"));
    }
}

void check_shapes(Arena *a, const RunOptions *options, Run *run, const Rule *rule)
{
    Map told;
    Shaper s = {.arena = a, .run = run, .rule = rule, .told = &told};
    map_init(&told, a);
    for (size_t i = 0; i < run->objects.len; i++) {
        const Object *o = run->objects.items[i];
        if (!judged(options, o))
            continue;
        s.object = o;
        check_rows(&s, o->root, STR("*"), STR("*"));
        check_rows(&s, o->root, o->group, o->kind);
    }
    check_pods(&s, options);
}
