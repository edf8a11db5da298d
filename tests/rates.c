/* rates CORPUS: for every rule that can give an error, how many files have one and how many
 * have what the rule is judged on. Each folder of the corpus is an input of its own. A rate above a
 * tenth is marked: each kind of its hits is to be read by a person. */
#include <stdio.h>

#include "base/file.h"
#include "base/map.h"
#include "cli/inputs.h"
#include "rule/engine.h"

typedef struct Rate {
    const Rule *rule;
    Str on;             /* the first of its subjects */
    Map hits, subjects; /* by file */
} Rate;

typedef struct Rates {
    Arena *arena;
    VEC(Rate *) list;
} Rates;

static Str file_of(const Object *o)
{
    return o->doc->source->name;
}

static void mark(Rates *rates, Map *files, Str file)
{
    *map_at(files, arena_copy(rates->arena, file)) = rates;
}

static void rates_init(Rates *rates, Arena *a, RuleSet *rules)
{
    *rates = (Rates){.arena = a};
    for (size_t i = 0; i < ruleset_total(rules); i++) {
        const Rule *r = ruleset_at(rules, i);
        const RuleInfo *info = rule_info(a, r);
        if (info->severity != SEVERITY_ERROR)
            continue;
        Rate *rate = arena_new(a, Rate);
        *rate = (Rate){.rule = r, .on = info->on.items[0]};
        map_init(&rate->hits, a);
        map_init(&rate->subjects, a);
        *vec_push(a, &rates->list) = rate;
    }
}

static void count_hits(Rates *rates, const Run *run)
{
    for (size_t i = 0; i < run->findings.list.len; i++) {
        const Finding *f = &run->findings.list.items[i];
        for (size_t k = 0; k < rates->list.len && f->severity == SEVERITY_ERROR; k++) {
            Rate *rate = rates->list.items[k];
            if (rate->rule == f->rule)
                mark(rates, &rate->hits, file_of(f->place.object));
        }
    }
}

static void count_subject(Rates *rates, const Subject *s, const Object *o)
{
    for (size_t i = 0; i < rates->list.len; i++) {
        Rate *rate = rates->list.items[i];
        if (engine_visits(rate->rule, s, o))
            mark(rates, &rate->subjects, file_of(o));
    }
}

/* What C code judges is every object. */
static void count_native(Rates *rates, const Object *o)
{
    for (size_t i = 0; i < rates->list.len; i++) {
        Rate *rate = rates->list.items[i];
        if (!subject_find(rate->on))
            mark(rates, &rate->subjects, file_of(o));
    }
}

static void count_subjects(Rates *rates, const Fleet *fleet)
{
    for (const Subject *s = SUBJECTS; s->name; s++) {
        for (size_t i = 0; i < s->count(fleet); i++) {
            const Object *o = s->object(s->at(fleet, i));
            if (o && !o->context)
                count_subject(rates, s, o);
        }
    }
}

static void repository_judge(Rates *rates, RuleSet *rules, Str folder)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    Inputs in;
    inputs_init(&in, &a);
    inputs_add(&in, folder, false);
    size_t count;
    const RunInput *inputs = inputs_read(&in, STR("<stdin>"), &count);
    RunOptions options = {.facts = facts_builtin()};
    Run run = {0};
    run_load(&a, inputs, count, &options, &run);
    run_judge(&a, rules, &options, &run);
    count_hits(rates, &run);
    count_subjects(rates, run.fleet);
    for (size_t i = 0; i < run.objects.len; i++)
        count_native(rates, run.objects.items[i]);
    arena_free(&a);
}

static void print(const Rates *rates)
{
    size_t above = 0;
    printf("%-40s %6s %9s %7s\n", "rule", "files", "subjects", "rate");
    for (size_t i = 0; i < rates->list.len; i++) {
        const Rate *rate = rates->list.items[i];
        size_t hits = rate->hits.len, subjects = rate->subjects.len;
        bool often = hits * 10 > subjects;
        Str id = rule_id(rate->rule);
        printf("%-40.*s %6zu %9zu %6.1f%%%s\n", STR_ARG(id), hits, subjects,
               subjects ? 100.0 * (double)hits / (double)subjects : 0.0, often ? " read them" : "");
        above += often;
    }
    printf("%zu rules that can give an error, %zu of them above a tenth\n", rates->list.len, above);
}

int main(int argc, char **argv)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    const FolderEntry *entries;
    size_t count;
    Str why, corpus = argc == 2 ? str_c(argv[1]) : STR("");
    if (!folder_list(&a, corpus, &entries, &count, &why)) {
        (void)fprintf(stderr, "usage: make rates CORPUS=folder (%.*s)\n", STR_ARG(why));
        return 2;
    }
    RuleSet *rules = ruleset_builtin(&a);
    Rates rates;
    rates_init(&rates, &a, rules);
    for (size_t i = 0; i < count; i++) {
        if (entries[i].kind == FILE_FOLDER)
            repository_judge(&rates, rules, path_join(&a, corpus, entries[i].name));
    }
    print(&rates);
    arena_free(&a);
    return 0;
}
