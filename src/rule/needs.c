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
    {"fleet",          NULL,                 NEEDS_WHOLE  },
    {"class",          "allPools",           NEEDS_WHOLE  },
    {"pod",            "allPdbs",            NEEDS_WHOLE  },
    {"input",          NULL,                 NEEDS_RELATED},
    {"pool",           "classExists",        NEEDS_RELATED},
    {"pool",           "overlaid",           NEEDS_RELATED},
    {"pool",           "overlaidAnywhere",   NEEDS_RELATED},
    {"pool",           "longestJob",         NEEDS_RELATED},
    {"pool",           "longestJobText",     NEEDS_RELATED},
    {"pool",           "hidesDeadline",      NEEDS_RELATED},
    {"pod",            "priority",           NEEDS_RELATED},
    {"pod",            "refusals",           NEEDS_RELATED},
    {"pod",            "typesAnywhere",      NEEDS_RELATED},
    {"pod",            "typesText",          NEEDS_RELATED},
    {"pod",            "typesBut",           NEEDS_RELATED},
    {"pod",            "mostNodes",          NEEDS_RELATED},
    {"pod",            "domains",            NEEDS_RELATED},
    {"pod",            "followsUnprotected", NEEDS_RELATED},
    {"pod",            "takesAllDevices",    NEEDS_RELATED},
    {"pod",            "nearest",            NEEDS_RELATED},
    {"pod",            "blame",              NEEDS_RELATED},
    {"pod",            "namesAbsentPlace",   NEEDS_RELATED},
    {"pod_claim",      "claim",              NEEDS_RELATED},
    {"pod_claim",      "template",           NEEDS_RELATED},
    {"pod_claim",      "exists",             NEEDS_RELATED},
    {"pod_claim",      "devices",            NEEDS_RELATED},
    {"pod_claim",      "requestNames",       NEEDS_RELATED},
    {"claim",          "devices",            NEEDS_RELATED}, /* by their DeviceClass */
    {"device_request", "class",              NEEDS_RELATED},
    {"device_request", "suggestion",         NEEDS_RELATED},
    {"selector",       "promised",           NEEDS_RELATED},
    {"selector",       "near",               NEEDS_RELATED},
    {"claim_use",      "answered",           NEEDS_RELATED},
    {"claim",          "types",              NEEDS_RELATED}, /* the same */
    {"claim",          "nearest",            NEEDS_RELATED},
    {"claim",          "misses",             NEEDS_RELATED},
    {"claim",          "reads",              NEEDS_RELATED},
    {"pod_claim",      "elsewhere",          NEEDS_RELATED},
    {"manager",        "pod",                NEEDS_OBJECT }, /* that it is */
    {"manager",        "chart",              NEEDS_OBJECT }, /* that brings it */
    {"selector",       "pod",                NEEDS_OBJECT }, /* that it stands in */
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

/* The expressions that decide whether a check speaks; NULL for those that it does not have. */
enum { VERDICT_PARTS = 5 };

static void verdict_parts(const RuleProgram *p, const CheckProgram *c, const CelProgram **parts)
{
    parts[0] = p->each.list;
    parts[1] = p->guard.when;
    parts[2] = c->each.list;
    parts[3] = c->guard.when;
    parts[4] = c->require;
}

static bool check_reads(const RuleProgram *p, const CheckProgram *c, uint32_t slot)
{
    const CelProgram *parts[VERDICT_PARTS];
    verdict_parts(p, c, parts);
    for (size_t i = 0; i < VERDICT_PARTS; i++) {
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
    const CelProgram *parts[VERDICT_PARTS];
    RuleNeeds most = NEEDS_OBJECT;
    verdict_parts(p, c, parts);
    for (size_t i = 0; i < VERDICT_PARTS; i++)
        most = either(most, expr_needs(parts[i]));
    most = either(most, lets_needs(p, c, &p->lets));
    most = either(most, lets_needs(p, c, &p->each.lets));
    return either(most, lets_needs(p, c, &c->each.lets));
}

/* Subjects of which an input has thousands, and the lists that are as long. */
static const char *const MANY[] = {"pod", "daemonset", "selector"};
static const char *const LONG_LISTS[] = {"workloads", "pods", "pdbs"};

static const char *long_list(const CelProgram *p)
{
    for (size_t i = 0; p && i < sizeof LONG_LISTS / sizeof *LONG_LISTS; i++) {
        if (cel_program_uses(p, "input", LONG_LISTS[i]) ||
            cel_program_uses(p, "fleet", LONG_LISTS[i]))
            return LONG_LISTS[i];
    }
    return NULL;
}

const char *program_squares(const RuleProgram *p)
{
    const char *found = NULL;
    bool many = false;
    for (size_t i = 0; i < sizeof MANY / sizeof *MANY; i++)
        many |= str_eq(str_c(p->subject->name), str_c(MANY[i]));
    for (size_t i = 0; many && !found && i < p->lets.len; i++)
        found = long_list(p->lets.items[i].program);
    for (size_t i = 0; many && !found && i < p->each.lets.len; i++)
        found = long_list(p->each.lets.items[i].program);
    for (size_t i = 0; many && !found && i < p->checks.len; i++) {
        const CelProgram *parts[VERDICT_PARTS];
        verdict_parts(p, &p->checks.items[i], parts);
        for (size_t k = 0; !found && k < VERDICT_PARTS; k++)
            found = long_list(parts[k]);
    }
    return found;
}

RuleNeeds program_needs(const RuleProgram *p)
{
    RuleNeeds most = NEEDS_OBJECT;
    for (size_t i = 0; i < p->checks.len; i++)
        most = either(most, check_needs(p, &p->checks.items[i]));
    return most;
}
