#include "kube/removal.h"

#include "kube/kind.h"

/* The lowest minor versions that are supported. */
enum { KARPENTER_LOWEST = 1, KUBERNETES_LOWEST = 31 };

static int32_t target_of(const Platform *p, Str component, int32_t *lowest)
{
    bool karpenter = str_eq(component, STR("Karpenter"));
    *lowest = karpenter ? KARPENTER_LOWEST : KUBERNETES_LOWEST;
    return karpenter ? p->karpenter_minor : p->kubernetes_minor;
}

Removal removal_of(Arena *a, const Facts *f, const Platform *platform, ApiKind api)
{
    const FactTable *t = facts_table(f, STR("api-removals"));
    for (size_t n = 0, row; (row = facts_find(t, api.group, n)) != SIZE_MAX; n++) {
        int64_t minor = 0;
        int32_t lowest, target;
        Str kinds = cell_text(t, row, "kinds");
        if (!words_have(cell_text(t, row, "versions"), api.version) ||
            (kinds.len && !words_have(kinds, api.kind)) ||
            !str_int(cell_text(t, row, "minor"), &minor))
            continue;
        Str component = cell_text(t, row, "component");
        target = target_of(platform, component, &lowest);
        Removal r = {.target_known = target > 0, .repair = cell_text(t, row, "repair")};
        r.since = arena_printf(a, "%.*s 1.%lld", STR_ARG(component), (long long)minor);
        r.gone = target > 0 ? tri_of(target >= minor) : minor <= lowest ? TRI_YES : TRI_UNKNOWN;
        return r;
    }
    return (Removal){.gone = TRI_NO};
}
