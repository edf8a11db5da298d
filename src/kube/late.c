#include "kube/late.h"

#include "kube/glob.h"
#include "kube/kind.h"

Str late_setter(const Facts *f, Str key)
{
    const FactTable *t = facts_table(f, STR("late-labels"));
    for (size_t row = 0; row < t->rows; row++)
        if (glob_match(cell_text(t, row, "key"), key))
            return cell_text(t, row, "setter");
    return STR("");
}
