#include "rule/native.h"

#include "doc/path.h"
#include "rule/owner.h"
#include "rule/shapes.h"

const Rule *native_rule(const RuleSet *rules, const RunOptions *options, Str id)
{
    const Rule *r = ruleset_find(rules, id);
    bool asked = r && (!options->rule || options->rule == r);
    return asked && !rule_is_off(r) ? r : NULL;
}

void native_add(Arena *a, Run *run, const Rule *rule, FindingPlace place)
{
    Severity severity = rule->graded ? rule->grade : rule->spec->severity;
    Finding f = {.rule = rule, .rule_id = rule->spec->id, .severity = severity, .place = place};
    f.how = finding_advice(a, rule->spec->doc->how);
    f.fingerprint = finding_fingerprint(f.rule_id, &place);
    *vec_push(a, &run->findings.list) = f;
}

/* ---- duplicate-key ---- */

static void add_duplicate(Arena *a, Run *run, const Rule *rule, const Object *o, const Duplicate *d)
{
    FindingPlace place = finding_place(a, o, (NodePlace){d->map, STR("")});
    Buf path;
    buf_init(&path, a, SIZE_MAX);
    buf_add(&path, place.path);
    path_step(&path, d->key->name);
    LineColumn first = source_place(o->doc->source, d->first.off);
    place.path = buf_str(&path);
    place.span = d->again;
    place.message = arena_printf(a,
                                 "key '%.*s' stands here again, first on line %u: strict "
                                 "validation refuses it, elsewhere one of the two is lost",
                                 STR_ARG(d->key->name), first.line);
    native_add(a, run, rule, place);
}

/* A key that stands around a List's items belongs to no object, and to no finding. */
static void check_duplicates(Arena *a, Run *run, const Rule *rule)
{
    Owners owners = {0};
    for (size_t i = 0; i < run->streams.len; i++) {
        const Stream *s = run->streams.items[i];
        for (size_t k = 0; k < s->duplicates.len; k++) {
            if (!owners.roots.arena) {
                owners_init(&owners, a);
                for (size_t n = 0; n < run->objects.len; n++)
                    owners_add(&owners, run->objects.items[n]);
            }
            const Object *o = owners_find(&owners, s->duplicates.items[k].map);
            if (o && !o->context && !o->left_out.len)
                add_duplicate(a, run, rule, o, &s->duplicates.items[k]);
        }
    }
}

void native_judge(Arena *a, const RuleSet *rules, const RunOptions *options, Run *run)
{
    const Rule *twice = native_rule(rules, options, STR("duplicate-key"));
    if (twice)
        check_duplicates(a, run, twice);
    const Rule *shape = native_rule(rules, options, STR("wrong-type"));
    if (shape)
        check_shapes(a, options, run, shape);
}
