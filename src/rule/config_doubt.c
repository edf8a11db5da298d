/* What a configuration names and the facts do not have: a slip of the pen, or news. */
#include "base/nearest.h"
#include "kube/locate.h"
#include "rule/config.h"

typedef struct Vocabulary {
    Str path, what; /* where in the configuration, and what such a word is */
    Str tables[2];  /* their first column has all of them */
} Vocabulary;

static const Vocabulary REGION = {
    STR_INIT("platform.region"), STR_INIT("region"), {STR_INIT("regions"), {NULL, 0}}
};

static const Vocabulary WORDS[] = {
    {STR_INIT("sets[*].platform.region"),      STR_INIT("region"), {STR_INIT("regions"), {NULL, 0}}    },
    {STR_INIT("values[*].chart"),              STR_INIT("chart"),  {STR_INIT("chart-names"), {NULL, 0}}},
    {STR_INIT("reservations[*].instanceType"),
     STR_INIT("instance type"),
     {STR_INIT("instance-types"), STR_INIT("accelerators")}                                            },
};

/* "" for a word that the facts have. */
static Str doubt(Arena *a, const Facts *f, const Vocabulary *v, Str word)
{
    const FactTable *first = facts_table(f, v->tables[0]);
    Nearest near = nearest_to(word);
    for (size_t i = 0; i < 2 && v->tables[i].len; i++) {
        const FactTable *t = facts_table(f, v->tables[i]);
        if (facts_find(t, word, 0) != SIZE_MAX)
            return STR("");
        for (size_t row = 0; row < t->rows; row++)
            nearest_offer(&near, facts_cell(t, row, 0));
    }
    return arena_printf(a, "'%.*s' is no %.*s that the facts of %.*s know%s%.*s%s", STR_ARG(word),
                        STR_ARG(v->what), STR_ARG(facts_table_date(first)),
                        near.best.len ? "; did you mean '" : "", STR_ARG(near.best),
                        near.best.len ? "'?" : "");
}

static void doubt_words(const Config *c, const Facts *f, const Vocabulary *v, Diags *d)
{
    Nodes found = {0};
    locate_all(d->arena, c->root, c->root, v->path, &found);
    for (size_t i = 0; i < found.list.len; i++) {
        const Node *n = found.list.items[i];
        Str why = doubt(d->arena, f, v, str_behind(str_trim(node_str(n)), '/'));
        if (why.len)
            diag_warning(d, c->source, n->span, why);
    }
}

void config_doubt(const Config *c, const Facts *f, Diags *d)
{
    if (!c->root)
        return;
    doubt_words(c, f, &REGION, d);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        doubt_words(c, f, &WORDS[i], d);
}

void config_doubt_region(Str region, const Facts *f, Diags *d)
{
    Str why = doubt(d->arena, f, &REGION, region);
    if (why.len)
        diag_warning(d, NULL, (Span){0, 0}, why);
}
