/* Label keys: whose they are, which may be used where, and what a wrong one was meant to be. */
#include "base/ascii.h"
#include "kube/facts_data.h"

static const Str YES = STR_INIT("yes");

Str facts_label_canonical(const Facts *f, Str key)
{
    Str to = facts_get(facts_hot(f, HOT_ALIASES), key, "key");
    return to.len ? to : key;
}

static bool mode_has(LabelMode mode, Str cell)
{
    return str_eq(cell, STR("both")) ||
           str_eq(cell, mode == LABELS_AUTO ? STR("auto") : STR("karpenter"));
}

size_t facts_key_row(const Facts *f, LabelMode mode, Str key)
{
    const FactTable *t = facts_hot(f, HOT_KEYS);
    size_t row = facts_find(t, facts_label_canonical(f, key), 0);
    if (row == SIZE_MAX || !mode_has(mode, facts_cell(t, row, facts_column(t, STR("mode")))))
        return SIZE_MAX;
    return row;
}

Str facts_key_cell(const Facts *f, size_t row, const char *column)
{
    const FactTable *t = facts_hot(f, HOT_KEYS);
    return row == SIZE_MAX ? STR("") : facts_cell(t, row, facts_column(t, str_c(column)));
}

static const struct {
    const char *name;
    LabelKind kind;
} KINDS[] = {
    {"type",     LABEL_TYPE    },
    {"offering", LABEL_OFFERING},
    {"pool",     LABEL_POOL    },
    {"node",     LABEL_NODE    },
    {"refused",  LABEL_NODE    }
};

LabelKind facts_label_kind(const Facts *f, LabelMode mode, Str key)
{
    Str kind = facts_key_cell(f, facts_key_row(f, mode, key), "kind");
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (str_eq(kind, str_c(KINDS[i].name)))
            return KINDS[i].kind;
    return LABEL_CUSTOM;
}

bool facts_label_well_known(const Facts *f, LabelMode mode, Str key)
{
    LabelKind kind = facts_label_kind(f, mode, key);
    return kind == LABEL_TYPE || kind == LABEL_OFFERING ||
           str_eq(key, facts_name(f, NAME_NODE_POOL));
}

/* "1.9" -> 9; every supported version is 1.x. */
static int64_t minor_of(Str version)
{
    int64_t minor = 0;
    str_cut(version, '.', &(Str){0}, &version);
    return str_int(version, &minor) ? minor : 0;
}

static Str domain_of(Str key)
{
    return str_slice(key, 0, str_rfind_char(key, '/') == key.len ? 0 : str_rfind_char(key, '/'));
}

static Str name_of(Str key)
{
    size_t slash = str_rfind_char(key, '/');
    return slash == key.len ? key : str_skip(key, slash + 1);
}

static bool domain_listed(const Facts *f, Str domain, const char *property)
{
    const FactTable *t = facts_hot(f, HOT_DOMAINS);
    size_t match = facts_column(t, STR("match")), column = facts_column(t, str_c(property));
    for (size_t i = 0; i < t->rows; i++) {
        bool suffix = str_eq(facts_cell(t, i, match), STR("suffix"));
        Str listed = facts_cell(t, i, 0);
        if ((suffix ? str_ends(domain, listed) : str_eq(domain, listed)) &&
            str_eq(facts_cell(t, i, column), YES))
            return true;
    }
    return false;
}

bool facts_label_karpenter(const Facts *f, Str key)
{
    return domain_listed(f, domain_of(key), "restricted");
}

LabelFault facts_label_fault(const Facts *f, LabelMode mode, int32_t karpenter_minor, Str key)
{
    const FactTable *t = facts_hot(f, HOT_KEYS);
    Str canonical = facts_label_canonical(f, key);
    size_t row = facts_find(t, canonical, 0);
    Str kind = facts_key_cell(f, row, "kind");
    if (str_eq(canonical, facts_name(f, NAME_NODE_POOL)) || str_eq(kind, STR("node")) ||
        str_eq(kind, STR("refused")))
        return LABEL_RESTRICTED;
    if (!facts_label_karpenter(f, canonical))
        return LABEL_FINE;
    Str domain = str_slice(canonical, 0, domain_of(canonical).len + 1);
    bool provider = str_ends(domain, facts_name(f, NAME_PROVIDER_PREFIX));
    if (row == SIZE_MAX)
        return provider ? LABEL_NO_SUCH : LABEL_RESTRICTED;
    if (mode == LABELS_AUTO)
        return LABEL_FINE; /* a custom label there: facts_label_meant has the right one */
    int64_t since = minor_of(facts_key_cell(f, row, "since"));
    return karpenter_minor && since > karpenter_minor ? LABEL_NO_SUCH : LABEL_FINE;
}

/* Letters that were swapped, dropped or added; never for short names. */
static bool near(Str written, Str known)
{
    size_t most = known.len < 8 ? 1 : 2;
    return str_distance(written, known, most) <= most;
}

Str facts_label_meant(const Facts *f, LabelMode mode, Str key)
{
    const FactTable *t = facts_hot(f, HOT_KEYS);
    size_t mode_column = facts_column(t, STR("mode")), kind = facts_column(t, STR("kind"));
    Str canonical = facts_label_canonical(f, key), domain = domain_of(canonical), best = STR("");
    if (facts_key_row(f, mode, key) != SIZE_MAX || !domain_listed(f, domain, "lookalike"))
        return STR("");
    for (size_t i = 0; i < t->rows; i++) {
        Str known = facts_cell(t, i, 0);
        if (!mode_has(mode, facts_cell(t, i, mode_column)) ||
            str_eq(facts_cell(t, i, kind), STR("refused")))
            continue;
        if (str_eq(name_of(known), name_of(canonical)))
            return known;
        if (!best.len && near(name_of(canonical), name_of(known)))
            best = known;
    }
    return best;
}

bool label_value_valid(Str v)
{
    enum { MOST = 63 }; /* Kubernetes: labels and annotations, "Syntax and character set" */
    if (!v.len)
        return true;
    if (v.len > MOST || !ascii_alnum(v.ptr[0]) || !ascii_alnum(v.ptr[v.len - 1]))
        return false;
    for (size_t i = 0; i < v.len; i++)
        if (!ascii_alnum(v.ptr[i]) && v.ptr[i] != '-' && v.ptr[i] != '_' && v.ptr[i] != '.')
            return false;
    return true;
}

Str facts_label_why(const Facts *f, Str key)
{
    const FactTable *t = facts_hot(f, HOT_KEYS);
    Str canonical = facts_label_canonical(f, key);
    Str kind = facts_key_cell(f, facts_find(t, canonical, 0), "kind");
    if (str_eq(kind, STR("pool")))
        return STR("Karpenter sets it itself, and the API server refuses it");
    if (str_eq(kind, STR("refused")))
        return STR("the API server takes it, and then the pool is never ready");
    if (str_eq(kind, STR("node")))
        return STR("it is set when the node exists, and the API server refuses it");
    return STR("the domain is Karpenter's own, and the API server refuses it");
}
