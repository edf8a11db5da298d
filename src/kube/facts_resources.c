/* Resources: whose device one is, and whether Karpenter counts it. */
#include "kube/facts_data.h"

static size_t row_of(const FactTable *t, Str name)
{
    size_t match = facts_column(t, STR("match")), exact = facts_find(t, name, 0);
    if (exact != SIZE_MAX && !str_eq(facts_cell(t, exact, match), STR("prefix")))
        return exact;
    for (size_t i = 0; i < t->rows; i++)
        if (str_eq(facts_cell(t, i, match), STR("prefix")) && str_starts(name, facts_cell(t, i, 0)))
            return i;
    return SIZE_MAX;
}

static bool says_yes(const FactTable *t, size_t row, const char *column)
{
    return str_eq(facts_cell(t, row, facts_column(t, str_c(column))), STR("yes"));
}

bool facts_resource(const Facts *f, Str name, Resource *out)
{
    const FactTable *t = facts_hot(f, HOT_RESOURCES);
    size_t row = row_of(t, name);
    if (row == SIZE_MAX)
        return false;
    *out = (Resource){.name = name,
                      .vendor = facts_cell(t, row, facts_column(t, STR("vendor"))),
                      .accelerator = says_yes(t, row, "accelerator"),
                      .modelled = says_yes(t, row, "karpenter")};
    return true;
}

/* "gpu" and "gpus" are the bare name of several: the first accelerator in the table's order of
 * how often they are met is meant. */
Str facts_resource_meant(const Facts *f, Str written)
{
    enum { MOST = 2 };
    const FactTable *t = facts_hot(f, HOT_RESOURCES);
    Str name = written, best = STR("");
    if (str_starts(name, STR("requests.")) || str_starts(name, STR("limits.")))
        name = str_skip(name, str_find_char(name, '.') + 1);
    size_t distance = MOST + 1, match = facts_column(t, STR("match"));
    bool qualified = str_find_char(name, '/') < name.len;
    for (size_t i = 0; i < t->rows; i++) {
        Str known = facts_cell(t, i, 0);
        if (str_eq(facts_cell(t, i, match), STR("prefix")) || !says_yes(t, i, "karpenter"))
            continue;
        size_t d = str_distance(name, qualified ? known : str_behind(known, '/'), MOST);
        if (d < distance) {
            distance = d;
            best = known;
        }
    }
    return best;
}
