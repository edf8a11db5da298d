#include "rule/engine.h"

#include "base/limits.h"
#include "dra/dra.h"
#include "rule/judge.h"

/* What one run of the engine shares between its subjects. */
typedef struct Engine {
    Judge judge;
    RuleSet *rules;
    Fleet *fleet;
    const EngineOptions *options;
    const Object *spender; /* whose steps are counted */
    uint64_t spent;
} Engine;

/* ---- which rules ---- */

/* Known: inside the range. Not known: only what holds in every supported version. */
static bool range_holds(RuleRange range, int32_t minor, int32_t oldest)
{
    if (!minor)
        return range.from <= oldest && !range.below;
    return minor >= range.from && (!range.below || minor < range.below);
}

enum { OLDEST_KUBERNETES = 31, OLDEST_KARPENTER = 1 }; /* minors of 1.x that are supported */

static bool versions_hold(const RuleVersions *v, const Platform *p)
{
    return range_holds(v->kubernetes, p->kubernetes_minor, OLDEST_KUBERNETES) &&
           range_holds(v->karpenter, p->karpenter_minor, OLDEST_KARPENTER);
}

static bool wanted(const Engine *e, const Rule *r)
{
    const Rule *only = e->options->rule;
    if (!only || r == only)
        return true;
    for (size_t i = 0; i < only->spec->yields.len; i++) {
        if (str_eq(only->spec->yields.items[i], r->spec->id))
            return true;
    }
    return false;
}

static bool is_on(const RuleSpec *spec, const Subject *s)
{
    for (size_t i = 0; i < spec->on.len; i++) {
        if (str_eq(spec->on.items[i], str_c(s->name)))
            return true;
    }
    return false;
}

/* A rule that is judged on the subject at hand. */
typedef struct Active {
    Rule *rule;
    RuleProgram *program; /* NULL until an object asks for it */
} Active;

typedef VEC(Active) Actives;

static Actives rules_on(Engine *e, const Subject *s)
{
    Actives list = {0};
    for (size_t i = 0; i < ruleset_total(e->rules); i++) {
        Rule *r = ruleset_rule(e->rules, i);
        if (!r->broken && (!rule_is_off(r) || r == e->options->rule) && is_on(r->spec, s) &&
            wanted(e, r))
            *vec_push(e->judge.arena, &list) = (Active){r, NULL};
    }
    return list;
}

/* "Kind" of any group, "Kind.group", or "*.group" for all of its kinds. */
static bool kind_is(const Object *o, Str wanted)
{
    Str kind, group;
    if (!str_cut(wanted, '.', &kind, &group))
        return str_eq(o->kind, wanted);
    return str_eq(o->group, group) && (str_eq(kind, STR("*")) || str_eq(o->kind, kind));
}

/* `kinds` narrows `object`; the other subjects are what they are. */
static bool kind_fits(const RuleSpec *spec, const Subject *s, const Object *o)
{
    if (s->var || !spec->kinds.len)
        return true;
    for (size_t i = 0; i < spec->kinds.len; i++) {
        if (kind_is(o, spec->kinds.items[i]))
            return true;
    }
    return false;
}

bool engine_visits(const Rule *r, const Subject *s, const Object *o)
{
    return is_on(r->spec, s) && kind_fits(r->spec, s, o);
}

/* ---- from hits to findings ---- */

static Severity capped(const Engine *e, Severity s, RuleNeeds needs)
{
    bool rests_on_absence = needs == NEEDS_WHOLE && !e->options->complete;
    return rests_on_absence && s > SEVERITY_WARNING ? SEVERITY_WARNING : s;
}

static void add_finding(Engine *e, const Hit *hit, bool absence)
{
    Arena *a = e->judge.arena;
    const Rule *r = e->judge.rule;
    const Object *o = judge_object(&e->judge, hit->at.node);
    if (o->context)
        return;
    Finding f = {.rule = r, .rule_id = r->spec->id, .place = finding_place(a, o, hit->at)};
    f.needs = absence ? NEEDS_WHOLE : hit->check->needs;
    if (!absence && f.needs == NEEDS_WHOLE)
        f.needs = NEEDS_RELATED; /* it holds whatever else there is */
    f.severity = capped(e, rule_severity(r, hit->check->check), f.needs);
    f.place.message = hit->message;
    f.related.items = hit->related.items;
    f.related.len = hit->related.len;
    f.how = finding_advice(a, r->spec->doc->how);
    f.fingerprint = finding_fingerprint(f.rule_id, &f.place);
    *vec_push(a, &e->judge.out->findings.list) = f;
}

/* Judges once more with every list open: a hit that is not found again rests on absence. Both
 * lists are in hit_order. */
static void add_findings(Engine *e, RuleProgram *p, const Hits *hits)
{
    if (!hits->len)
        return;
    Judge *j = &e->judge;
    Hits again = {0};
    j->probe = j->context.open_lists = true;
    judge_subject(j, p, &again);
    j->probe = j->context.open_lists = false;
    size_t k = 0;
    for (size_t i = 0; i < hits->len; i++) {
        while (k < again.len && hit_order(&again.items[k], &hits->items[i]) < 0)
            k++;
        bool found = k < again.len && hit_order(&again.items[k], &hits->items[i]) == 0;
        add_finding(e, &hits->items[i], !found);
    }
}

/* ---- loops ---- */

static void set_budget(Engine *e, const Object *o)
{
    if (e->spender != o) {
        e->spender = o;
        e->spent = 0;
    }
    uint64_t left = LIMIT_CEL_OBJECT - (e->spent < LIMIT_CEL_OBJECT ? e->spent : LIMIT_CEL_OBJECT);
    e->judge.eval.steps = 0;
    e->judge.eval.spent = false;
    e->judge.eval.step_limit = left < LIMIT_CEL_STEPS ? left : LIMIT_CEL_STEPS;
}

static void judge_rule(Engine *e, const Active *active, const Object *o)
{
    Judge *j = &e->judge;
    ArenaMark mark = arena_mark(j->scratch);
    Hits hits = {0};
    j->rule = active->rule;
    set_budget(e, o);
    judge_subject(j, active->program, &hits);
    add_findings(e, active->program, &hits);
    e->spent += j->eval.steps;
    arena_rewind(j->scratch, mark);
}

static bool applies(const Engine *e, const RuleSpec *spec, const Subject *s, const Object *o)
{
    return kind_fits(spec, s, o) && versions_hold(&spec->versions, fleet_platform(e->fleet, o));
}

/* The rules that look at this object have programs when it is bound. */
static void judge_object_rules(Engine *e, Actives *actives, const Subject *s, const void *self)
{
    const Object *o = e->judge.object;
    bool any = false;
    for (size_t i = 0; i < actives->len; i++) {
        Active *active = &actives->items[i];
        if (!applies(e, active->rule->spec, s, o))
            continue;
        any = true;
        if (!active->program)
            active->program = ruleset_program(e->rules, active->rule, s);
        judge_room(&e->judge, active->program);
    }
    if (any)
        subject_bind(s, self, o, e->fleet, e->judge.slots);
    for (size_t i = 0; any && i < actives->len; i++) {
        if (applies(e, actives->items[i].rule->spec, s, o))
            judge_rule(e, &actives->items[i], o);
    }
}

static void judge_subjects(Engine *e, const Subject *s)
{
    size_t count = s->count(e->fleet);
    Actives actives = count ? rules_on(e, s) : (Actives){0};
    for (size_t i = 0; i < count && actives.len; i++) {
        const void *self = s->at(e->fleet, i);
        const Object *o = s->object(self);
        if (o->left_out.len || (e->options->only && o != e->options->only))
            continue;
        e->judge.object = e->judge.context.object = o;
        judge_object_rules(e, &actives, s, self);
    }
}

void engine_run(Arena *a, RuleSet *rules, Fleet *fleet, const EngineOptions *options,
                EngineResult *out)
{
    Arena scratch;
    arena_init(&scratch, SIZE_MAX);
    *out = (EngineResult){0};
    Engine e = {.rules = rules, .fleet = fleet, .options = options};
    e.judge = (Judge){.arena = a, .scratch = &scratch, .options = options, .out = out};
    e.judge.context = (RuleContext){.fleet = fleet, .now = options->now, .dra = dra_new(a, fleet)};
    e.judge.eval = (CelEval){.scratch = &scratch, .memory_limit = LIMIT_CEL_MEMORY};
    e.judge.eval.user = &e.judge.context;
    for (const Subject *s = SUBJECTS; s->name; s++)
        judge_subjects(&e, s);
    findings_sort(a, &out->findings);
    arena_free(&scratch);
}
