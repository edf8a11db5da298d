/* What is said of a partial input holds when it is complete: inputs of the rules' own examples are
 * the completions, and parts of them become placeholders, or are left out. No rule may say of the
 * part what it does not say of the whole; no fit may turn. Values of another kind than the API
 * reads are no error of any rule. */
#include "tests/check.h"
#include "tests/random.h"

#include "base/limits.h"
#include "doc/load.h"
#include "rule/rule.h"
#include "rule/ruleset.h"
#include "rule/run.h"

enum { ROUNDS = 60, HOLES = 3, NODES_MOST = 4096 };

typedef struct Nodes {
    VEC(const Node *) list;
} Nodes;

/* One example: its text, and what is said of it as it is. */
typedef struct Whole {
    const RuleCase *example;
    Run run;
    bool made;
} Whole;

typedef struct Bench {
    Arena arena;
    RuleSet *rules;
    VEC(Whole) wholes;
} Bench;

static Run judge(Arena *a, RuleSet *rules, const RuleCase *c, Str text)
{
    RunOptions options = {.facts = facts_builtin(),
                          .platform = c->platform,
                          .now = c->now,
                          .complete = c->complete,
                          .annotations = true};
    RunInput input = {.name = STR("example.yaml"), .text = text};
    Run run;
    run_load(a, &input, 1, &options, &run);
    run_judge(a, rules, &options, &run);
    return run;
}

static void bench_init(Bench *b)
{
    arena_init(&b->arena, SIZE_MAX);
    b->rules = ruleset_builtin(&b->arena);
    b->wholes.items = NULL;
    b->wholes.len = b->wholes.cap = 0;
    for (size_t i = 0; i < ruleset_count(b->rules); i++) {
        const RuleCases *cases = &ruleset_rule(b->rules, i)->spec->doc->cases;
        for (size_t k = 0; k < cases->len; k++)
            if (!cases->items[k].rule.len && !cases->items[k].params.len)
                *vec_push(&b->arena, &b->wholes) = (Whole){.example = &cases->items[k]};
    }
}

static Whole *pick_whole(Bench *b, Random *r)
{
    Whole *w = &b->wholes.items[pick(r, b->wholes.len)];
    if (!w->made)
        w->run = judge(&b->arena, b->rules, w->example, w->example->input);
    w->made = true;
    return w;
}

/* ---- parts ---- */

/* What an object is stands in every manifest: without it the others cannot be counted. Namespaces
 * that are not told are taken for one, as the model has it: that is an assumption, which a
 * completion may break, so none is drawn. */
static bool is_identity(const Node *n)
{
    static const Str KEYS[] = {STR_INIT("kind"), STR_INIT("apiVersion"), STR_INIT("namespace"),
                               STR_INIT("metadata")};
    const Member *m = node_member(n);
    bool found = false;
    for (size_t i = 0; m && i < COUNT(KEYS); i++)
        found |= str_eq(m->key->name, KEYS[i]);
    return found;
}

static void add_nodes(Arena *a, const Node *n, Nodes *out)
{
    if (n->flags & (NODE_UNKNOWN | NODE_ALIAS | NODE_PART | NODE_OPEN) ||
        out->list.len > NODES_MOST)
        return;
    if (n->parent && n->span.len && !is_identity(n))
        *vec_push(a, &out->list) = n;
    for (uint32_t i = 0; n->kind == NODE_LIST && i < n->len; i++)
        add_nodes(a, &n->as.items[i], out);
    for (uint32_t i = 0; n->kind == NODE_MAP && i < n->len; i++)
        add_nodes(a, &n->as.members[i].value, out);
}

/* Holes in order of text, none in another. */
static size_t pick_holes(Random *r, const Nodes *nodes, Span *holes)
{
    size_t count = 0;
    for (size_t i = 0, n = 1 + pick(r, HOLES); i < n && nodes->list.len; i++) {
        Span s = nodes->list.items[pick(r, nodes->list.len)]->span;
        size_t at = 0;
        while (at < count && holes[at].off < s.off)
            at++;
        bool apart = (!at || holes[at - 1].off + holes[at - 1].len <= s.off) &&
                     (at == count || s.off + s.len <= holes[at].off);
        if (!apart)
            continue;
        for (size_t k = count++; k > at; k--)
            holes[k] = holes[k - 1];
        holes[at] = s;
    }
    return count;
}

static Str fill_holes(Arena *a, Random *r, Str text, const Span *holes, size_t count,
                      const char *const *fills, size_t kinds)
{
    Buf b;
    uint32_t from = 0;
    buf_init(&b, a, SIZE_MAX);
    for (size_t i = 0; i < count; i++) {
        buf_add(&b, str_slice(text, from, holes[i].off));
        if (fills)
            buf_add(&b, str_c(fills[pick(r, kinds)]));
        else
            buf_printf(&b, "\"${X%zu}\"", i); /* a value of its own */
        from = holes[i].off + holes[i].len;
    }
    buf_add(&b, str_skip(text, from));
    return buf_str(&b);
}

static Str with_holes(Arena *a, Random *r, const Whole *w, const char *const *fills, size_t kinds)
{
    Nodes nodes = {0};
    Span holes[HOLES];
    for (size_t i = 0; i < w->run.streams.len; i++)
        for (size_t k = 0; k < w->run.streams.items[i]->documents.len; k++)
            add_nodes(a, &w->run.streams.items[i]->documents.items[k]->root, &nodes);
    size_t count = pick_holes(r, &nodes, holes);
    return fill_holes(a, r, w->example->input, holes, count, fills, kinds);
}

/* ---- comparing ---- */

static bool yields_to(const Rule *r, Str id)
{
    for (size_t i = 0; i < r->spec->yields.len; i++)
        if (str_eq(r->spec->yields.items[i], id))
            return true;
    return false;
}

/* The rule, or one that it yields to, speaks as gravely: of which of several objects may depend on
 * names, and findings of one rule merge. This asks less than the model promises: a finding that
 * moves to another object is not seen here. */
static bool said(const Run *run, const Finding *f)
{
    for (size_t i = 0; i < run->findings.list.len; i++) {
        const Finding *g = &run->findings.list.items[i];
        bool same = str_eq(g->rule_id, f->rule_id) || yields_to(f->rule, g->rule_id);
        if (same && g->severity >= f->severity)
            return true;
    }
    return false;
}

/* Nothing is promised of what only the text has, and of what rests on absence from an input that
 * is not complete: the model makes it a warning at most for that reason. */
static bool promises_nothing(const Finding *f)
{
    if (f->needs == NEEDS_WHOLE && f->severity <= SEVERITY_WARNING)
        return true;
    return str_starts(f->rule_id, STR("suppression-")) || str_eq(f->rule_id, STR("duplicate-key"));
}

static void check_findings(const Run *part, const Run *whole, Str text, RuleNeeds most,
                           uint64_t seed)
{
    for (size_t i = 0; i < part->findings.list.len; i++) {
        const Finding *f = &part->findings.list.items[i];
        if (f->needs > most || promises_nothing(f))
            continue;
        CHECK(said(whole, f), "%.*s said of the part alone: %.*s\n%.*s\n(seed %llu)",
              STR_ARG(f->rule_id), STR_ARG(f->place.message), STR_ARG(text),
              (unsigned long long)seed);
    }
}

static void check_fits(const Run *part, const Run *whole, Str text, uint64_t seed)
{
    const FleetLists *p = fleet_lists(part->fleet), *w = fleet_lists(whole->fleet);
    if (p->pods.len != w->pods.len || p->places.len != w->places.len)
        return;
    for (size_t i = 0; i < p->pods.len; i++) {
        for (size_t k = 0; k < p->places.len; k++) {
            const Fit *x = fleet_fit(part->fleet, p->pods.items[i], p->places.items[k]);
            const Fit *y = fleet_fit(whole->fleet, w->pods.items[i], w->places.items[k]);
            bool same = p->pods.items[i]->owner->index == w->pods.items[i]->owner->index;
            bool turned = x->ok != TRI_UNKNOWN && y->ok != TRI_UNKNOWN && x->ok != y->ok;
            CHECK(!same || !turned, "a fit turns from %d to %d\n%.*s\n(seed %llu)", (int)x->ok,
                  (int)y->ok, STR_ARG(text), (unsigned long long)seed);
        }
    }
}

static void check_faults(const Run *run, Str text, uint64_t seed)
{
    for (size_t i = 0; i < run->faults.len; i++)
        CHECK(false, "an error of %.*s: %.*s\n%.*s\n(seed %llu)",
              STR_ARG(run->faults.items[i].rule->spec->id),
              STR_ARG(run->faults.items[i].first.message), STR_ARG(text), (unsigned long long)seed);
}

static void each_round(void (*round)(Bench *, Arena *, Random *, uint64_t))
{
    Bench b;
    Random r = random_start();
    bench_init(&b);
    for (uint64_t i = 0, n = random_count(ROUNDS); i < n; i++) {
        Arena a;
        arena_init(&a, SIZE_MAX);
        round(&b, &a, &r, r.state);
        arena_free(&a);
    }
    arena_free(&b.arena);
}

/* ---- the three ---- */

static void round_placeholders(Bench *b, Arena *a, Random *r, uint64_t seed)
{
    Whole *w = pick_whole(b, r);
    Str text = with_holes(a, r, w, NULL, 0);
    Run part = judge(a, b->rules, w->example, text);
    if (part.unread.len || part.objects.len != w->run.objects.len)
        return;
    check_faults(&part, text, seed);
    check_findings(&part, &w->run, text, NEEDS_WHOLE, seed);
    check_fits(&part, &w->run, text, seed);
}

TEST(test_placeholders)
{
    each_round(round_placeholders);
}

/* The last document is left out, so that the others keep their numbers. */
static void round_missing(Bench *b, Arena *a, Random *r, uint64_t seed)
{
    Whole *w = pick_whole(b, r);
    Str text = w->example->input, mark = STR("\n---\n");
    size_t cut = SIZE_MAX;
    for (size_t at = 0, next; (next = str_find(str_skip(text, at), mark)) < text.len - at;
         at += next + 1)
        if (cut == SIZE_MAX || pick(r, 2))
            cut = at + next;
    /* In a complete input absence is evidence. Overlays are rare (alpha): that there is none is
     * taken for granted, against the model, or no pool of an open input had known resources. */
    if (cut == SIZE_MAX || w->example->complete || fleet_lists(w->run.fleet)->overlays.len)
        return;
    text = str_slice(text, 0, cut + 1);
    Run part = judge(a, b->rules, w->example, text);
    check_faults(&part, text, seed);
    check_findings(&part, &w->run, text, NEEDS_OBJECT, seed);
}

TEST(test_missing)
{
    each_round(round_missing);
}

static void round_kinds(Bench *b, Arena *a, Random *r, uint64_t seed)
{
    static const char *const FILLS[] = {"x",     "7",        "[x]",  "{x: y}", "[]",   "{}", "true",
                                        "[[x]]", "[{x: y}]", "null", "1.5",    "\"\"", "-1"};
    Whole *w = pick_whole(b, r);
    Str text = with_holes(a, r, w, FILLS, COUNT(FILLS));
    Run part = judge(a, b->rules, w->example, text);
    check_faults(&part, text, seed);
}

TEST(test_kinds)
{
    each_round(round_kinds);
}

TESTS(cmocka_unit_test(test_placeholders), cmocka_unit_test(test_missing),
      cmocka_unit_test(test_kinds))
