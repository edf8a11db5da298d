/* rule-feature-needs-version: what rules of the user use that the cluster's own CEL does not have.
 * The place lies in the rule file, which is no object of the input. */
#include "doc/inside.h"
#include "rule/native.h"

typedef struct Search {
    Arena *arena;
    const Rule *native, *rule; /* rule: whose expressions are looked at */
    const Object *file;
    int32_t minor;
    Run *run;
} Search;

/* ---- where an expression stands ---- */

/* Texts are borrowed: an expression's bytes lie in the file, or in the string that was read. */
static bool within(Str all, Str part)
{
    uintptr_t from = (uintptr_t)all.ptr, at = (uintptr_t)part.ptr;
    return at >= from && at + part.len <= from + all.len;
}

static const Node *string_of(const Source *file, const Node *n, Str text)
{
    const Node *found = NULL;
    bool list = n->kind == NODE_LIST, map = n->kind == NODE_MAP;
    for (uint32_t i = 0; (list || map) && !found && i < n->len; i++)
        found = string_of(file, list ? &n->as.items[i] : &n->as.members[i].value, text);
    if (list || map)
        return found;
    bool here = within(source_slice(file, n->span), text) || within(node_str(n), text);
    return here ? n : NULL;
}

static const Node *part_of(Arena *a, const Source *file, const Node *n, Str text, Span at)
{
    if (within(file->text, text)) {
        uint32_t off = (uint32_t)(text.ptr - file->text.ptr) + at.off;
        return inside_at(a, n, (Span){off, at.len});
    }
    return inside_part(a, n, (Span){(uint32_t)(text.ptr - node_str(n).ptr) + at.off, at.len});
}

/* ---- expressions of a rule ---- */

static void check_program(const Search *s, const CelProgram *p)
{
    size_t count = 0;
    const CelNewer *newer = p ? cel_program_newer(s->arena, p, s->minor, &count) : NULL;
    const Source *file = s->rule->spec->source;
    for (size_t i = 0; i < count; i++) {
        Str text = cel_program_text(p);
        const Node *n = string_of(file, s->file->root, text);
        if (!n)
            continue;
        const Node *at = part_of(s->arena, file, n, text, newer[i].at);
        FindingPlace place = finding_place(s->arena, s->file, (NodePlace){at, STR("")});
        place.message =
            arena_printf(s->arena,
                         "'%.*s' came with Kubernetes 1.%d, the target is 1.%d: gpulint "
                         "evaluates it, an admission policy of that cluster cannot",
                         STR_ARG(newer[i].name), newer[i].since, s->minor);
        native_add(s->arena, s->run, s->native, place);
    }
}

static void check_message(const Search *s, const Message *m)
{
    for (size_t i = 0; m && i < m->parts.len; i++)
        check_program(s, m->parts.items[i].program);
}

static void check_lets(const Search *s, const LetPrograms *lets)
{
    for (size_t i = 0; i < lets->len; i++)
        check_program(s, lets->items[i].program);
}

static void check_each(const Search *s, const EachProgram *each)
{
    check_program(s, each->list);
    check_lets(s, &each->lets);
}

static void check_check(const Search *s, const CheckProgram *c)
{
    check_each(s, &c->each);
    check_program(s, c->guard.when);
    check_program(s, c->require);
    for (size_t i = 0; i < c->at.len; i++)
        check_program(s, c->at.items[i]);
    check_message(s, c->message);
    for (size_t i = 0; i < c->related.len; i++) {
        check_each(s, &c->related.items[i].each);
        check_program(s, c->related.items[i].at);
        check_message(s, c->related.items[i].message);
    }
}

static void check_rule(const Search *s, const RuleProgram *p)
{
    check_lets(s, &p->lets);
    check_program(s, p->guard.when);
    check_each(s, &p->each);
    for (size_t i = 0; i < p->checks.len; i++)
        check_check(s, &p->checks.items[i]);
}

/* ---- the rules of the user ---- */

static Object *file_object(Arena *a, const RuleSpec *spec)
{
    Object *o = arena_new(a, Object);
    o->doc = spec->document;
    o->root = &spec->document->root;
    o->kind = STR("Rule");
    o->name = spec->id;
    return o;
}

/* A rule on several subjects has a program for each: what they share is told once. */
void native_newer(Arena *a, RuleSet *rules, const RunOptions *options, Run *run)
{
    int32_t minor = fleet_platform(run->fleet, NULL)->kubernetes_minor;
    Search s = {.arena = a, .minor = minor, .run = run};
    s.native = native_rule(rules, options, STR("rule-feature-needs-version"));
    for (size_t i = 0; s.native && minor && i < ruleset_total(rules); i++) {
        const Rule *r = ruleset_rule(rules, i);
        if (!r->spec->document || rule_is_off(r))
            continue;
        s.rule = r;
        s.file = file_object(a, r->spec);
        for (size_t k = 0; k < r->spec->on.len; k++)
            if (r->programs[k])
                check_rule(&s, r->programs[k]);
    }
}
