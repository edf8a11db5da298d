/* What is known of images: families, releases, drivers. */
#include "kube/nodeclass.h"

#include <stdio.h>

bool class_family_known(const NodeClass *c)
{
    const FactTable *t = facts_table(c->facts, STR("ami-families"));
    const Node *n = c->ami_family_node;
    Str written = n && n->kind == NODE_STRING && !node_unknown(n) ? node_str(n) : STR("");
    for (size_t i = 0; written.len && i < t->rows; i++)
        if (str_eq(facts_cell(t, i, facts_column(t, STR("name"))), written))
            written = STR("");
    return !written.len;
}

bool ami_family_known(const Facts *f, const Ami *ami)
{
    const FactTable *t = facts_table(f, STR("ami-families"));
    return ami->kind != AMI_ALIAS || facts_find(t, ami->family, 0) != SIZE_MAX;
}

int64_t ami_last_kubernetes(const Facts *f, const Ami *ami)
{
    Str cell = facts_get(facts_table(f, STR("ami-families")), ami->family, "last_kubernetes");
    Str major, minor;
    int64_t n;
    return str_cut(cell, '.', &major, &minor) && str_int(minor, &n) ? n : 0;
}

static Str earlier(Str x, Str y)
{
    if (!x.len || !y.len)
        return x.len ? x : y;
    return str_cmp(x, y) < 0 ? x : y;
}

Str ami_first_release(const Facts *f, int32_t kubernetes_minor, Str variant)
{
    enum { LONGEST = 16 };
    char version[LONGEST];
    const FactTable *t = facts_table(f, STR("ami-releases"));
    Str first = STR("");
    snprintf(version, sizeof version, "1.%d", (int)kubernetes_minor);
    size_t row = facts_find(t, str_c(version), 0);
    for (size_t i = 1; row != SIZE_MAX && i < t->width; i++) {
        Str header = facts_header(t, i);
        if (str_starts(header, variant) && header.len > variant.len &&
            header.ptr[variant.len] == '_')
            first = earlier(first, facts_cell(t, row, i));
    }
    return first;
}

/* "v20260801" */
static bool dated(Str release)
{
    enum { LENGTH = 9 };
    int64_t n;
    return release.len == LENGTH && release.ptr[0] == 'v' && str_int(str_skip(release, 1), &n);
}

Tri ami_predates(const Ami *ami, Str release)
{
    if (ami->kind != AMI_ALIAS || !dated(ami->version) || !dated(release))
        return TRI_UNKNOWN;
    return tri_of(str_cmp(ami->version, release) < 0);
}

bool ami_driver(const Facts *f, const Ami *ami, Str *least, Str *most)
{
    const FactTable *t = facts_table(f, STR("ami-drivers"));
    bool known = ami->kind == AMI_ALIAS && str_eq(ami->family, STR("al2023")) &&
                 facts_find(t, ami->version, 0) != SIZE_MAX;
    *least = known ? facts_get(t, ami->version, "driver_min") : STR("");
    *most = known ? facts_get(t, ami->version, "driver_max") : STR("");
    return known;
}
