#include "rule/needs.h"

/* Host types that are manifests of their own: a field that yields one leads to another object. */
static const char *const MANIFESTS[] = {
    "pool",  "class", "group",       "place",          "pod",    "claim",   "device_class", "chart",
    "quota", "pdb",   "limit_range", "priority_class", "flavor", "manager",
};

/* Fields that reach further, or less far, than their type tells. */
static const struct {
    const char *type, *name; /* name NULL: all of them */
    RuleNeeds needs;
} FIELDS[] = {
    {"fleet",          NULL,               NEEDS_WHOLE  },
    {"class",          "allPools",         NEEDS_WHOLE  },
    {"input",          NULL,               NEEDS_RELATED},
    {"pool",           "classExists",      NEEDS_RELATED},
    {"pool",           "longestJob",       NEEDS_RELATED},
    {"pool",           "longestJobText",   NEEDS_RELATED},
    {"pod",            "priority",         NEEDS_RELATED},
    {"pod",            "typesEverywhere",  NEEDS_RELATED},
    {"pod",            "typesAnywhere",    NEEDS_RELATED},
    {"pod",            "typesText",        NEEDS_RELATED},
    {"pod",            "takesAllDevices",  NEEDS_RELATED},
    {"pod",            "nearest",          NEEDS_RELATED},
    {"pod",            "blame",            NEEDS_RELATED},
    {"pod",            "namesAbsentPlace", NEEDS_RELATED},
    {"pod_claim",      "claim",            NEEDS_RELATED},
    {"pod_claim",      "template",         NEEDS_RELATED},
    {"pod_claim",      "exists",           NEEDS_RELATED},
    {"pod_claim",      "devices",          NEEDS_RELATED},
    {"pod_claim",      "requestNames",     NEEDS_RELATED},
    {"claim",          "devices",          NEEDS_RELATED}, /* by their DeviceClass */
    {"device_request", "class",            NEEDS_RELATED},
    {"manager",        "pod",              NEEDS_OBJECT }, /* that it is */
    {"selector",       "pod",              NEEDS_OBJECT }, /* that it stands in */
};

static const char *type_of(const CelHostType *t, Str name)
{
    for (const CelField *f = t->fields; f && f->name; f++) {
        if (str_eq(str_c(f->name), name))
            return f->type;
    }
    for (const CelMethod *m = t->methods; m && m->name; m++) {
        if (str_eq(str_c(m->name), name))
            return m->type;
    }
    return "";
}

/* The words of a type's text: "list(pool)" has list and pool. What a method takes was reached by
 * whoever passes it. */
static bool names_manifest(Str type)
{
    size_t arrow = str_find(type, STR("->"));
    if (arrow < type.len)
        type = str_skip(type, arrow + 2);
    for (size_t i = 0; i < sizeof MANIFESTS / sizeof *MANIFESTS; i++) {
        Str name = str_c(MANIFESTS[i]), rest = type, part;
        while (str_next(&rest, '(', &part)) {
            Str inner, word;
            if (!str_cut(part, ')', &inner, &word))
                inner = part;
            while (str_next(&inner, ',', &word)) {
                if (str_eq(str_trim(word), name))
                    return true;
            }
        }
    }
    return false;
}

static RuleNeeds use_needs(const CelHostType *type, Str name)
{
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
        if (str_eq(str_c(FIELDS[i].type), str_c(type->name)) &&
            (!FIELDS[i].name || str_eq(str_c(FIELDS[i].name), name)))
            return FIELDS[i].needs;
    }
    return names_manifest(str_c(type_of(type, name))) ? NEEDS_RELATED : NEEDS_OBJECT;
}

static RuleNeeds expr_needs(const CelProgram *p)
{
    RuleNeeds most = NEEDS_OBJECT;
    const CelHostType *type;
    Str name;
    for (size_t i = 0; p && cel_program_use(p, i, &type, &name); i++) {
        RuleNeeds needs = use_needs(type, name);
        most = needs > most ? needs : most;
    }
    return most;
}

static RuleNeeds either(RuleNeeds a, RuleNeeds b)
{
    return a > b ? a : b;
}

static bool check_reads(const RuleProgram *p, const CheckProgram *c, uint32_t slot)
{
    const CelProgram *const parts[] = {p->each.list, p->guard.when, c->each.list, c->guard.when,
                                       c->require};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i] && cel_program_reads(parts[i], slot))
            return true;
    }
    return false;
}

/* Of the `let`s that the check reads, or that one it reads may read: those before it. */
static RuleNeeds lets_needs(const RuleProgram *p, const CheckProgram *c, const LetPrograms *lets)
{
    RuleNeeds most = NEEDS_OBJECT;
    size_t last = lets->len;
    while (last > 0 && !check_reads(p, c, lets->items[last - 1].slot))
        last--;
    for (size_t i = 0; i < last; i++)
        most = either(most, expr_needs(lets->items[i].program));
    return most;
}

RuleNeeds check_needs(const RuleProgram *p, const CheckProgram *c)
{
    const CelProgram *const parts[] = {p->each.list, p->guard.when, c->each.list, c->guard.when,
                                       c->require};
    RuleNeeds most = NEEDS_OBJECT;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        most = either(most, expr_needs(parts[i]));
    most = either(most, lets_needs(p, c, &p->lets));
    most = either(most, lets_needs(p, c, &p->each.lets));
    return either(most, lets_needs(p, c, &c->each.lets));
}

RuleNeeds program_needs(const RuleProgram *p)
{
    RuleNeeds most = NEEDS_OBJECT;
    for (size_t i = 0; i < p->checks.len; i++)
        most = either(most, check_needs(p, &p->checks.items[i]));
    return most;
}
