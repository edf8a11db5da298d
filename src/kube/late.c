#include "kube/late.h"

#include "kube/glob.h"
#include "kube/kind.h"

static Str matching(const FactTable *t, Str key, const char *column)
{
    for (size_t row = 0; row < t->rows; row++)
        if (glob_match(cell_text(t, row, "key"), key))
            return cell_text(t, row, column);
    return STR("");
}

Str late_setter(const Facts *f, Str key)
{
    return matching(facts_table(f, STR("late-labels")), key, "setter");
}

Str late_instead(const Facts *f, Str key)
{
    return matching(facts_table(f, STR("late-labels")), key, "instead");
}

Str other_cloud(const Facts *f, Str key)
{
    return matching(facts_table(f, STR("other-clouds")), key, "cloud");
}

Str place_named_by(const Facts *f, Str key)
{
    return facts_get(facts_table(f, STR("place-names")), key, "place");
}
