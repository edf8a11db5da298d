/* When a pool's nodes go: consolidation, drift, expiry; and the budgets that stop it. */
#include "base/ascii.h"
#include "base/duration.h"
#include "kube/cron.h"
#include "kube/pool.h"

static const struct {
    Str name;
    Reason reason;
} REASONS[] = {
    {STR_INIT("Empty"),         REASON_EMPTY        },
    {STR_INIT("Underutilized"), REASON_UNDERUTILIZED},
    {STR_INIT("Drifted"),       REASON_DRIFTED      },
};

Reason reason_parse(Str text)
{
    for (size_t i = 0; i < sizeof REASONS / sizeof *REASONS; i++)
        if (str_eq(REASONS[i].name, text))
            return REASONS[i].reason;
    return (Reason)0;
}

/* The CRD allows h, m and s behind whole numbers, without sign. */
static bool whole_units(Str s)
{
    for (size_t i = 0; i < s.len; i++) {
        bool unit = str_find_char(STR("hms"), s.ptr[i]) < 3;
        if (!ascii_digit(s.ptr[i]) && (!unit || i == 0 || !ascii_digit(s.ptr[i - 1])))
            return false;
    }
    return s.len > 0 && !ascii_digit(s.ptr[s.len - 1]);
}

static Lifetime unset(Str text, NodePlace at)
{
    Lifetime l = {.valid = true, .text = text, .at = at};
    l.finite = tri_of(duration_parse(text, &l.ns));
    return l;
}

/* What is hidden may be set, or not. */
static Lifetime hidden(NodePlace at)
{
    return (Lifetime){
        .set = true, .valid = true, .finite = TRI_UNKNOWN, .text = STR("?"), .at = at};
}

static Lifetime lifetime_of(const Node *n, Str otherwise, NodePlace at, bool may_be_endless)
{
    if (!n)
        return unset(otherwise, at);
    Lifetime l = {.set = true, .text = node_scalar(n), .at = {.node = n}};
    if (node_unknown(n)) {
        l.valid = true;
        l.finite = TRI_UNKNOWN;
        return l;
    }
    bool never = may_be_endless && str_eq(l.text, STR("Never"));
    l.valid = never || (whole_units(l.text) && duration_parse(l.text, &l.ns));
    l.finite = l.valid ? tri_of(!never) : TRI_UNKNOWN;
    return l;
}

/* ---- budgets ---- */

static void read_reasons(Budget *b, const Node *list)
{
    b->reasons = list ? 0 : REASON_ALL;
    if (!list)
        return;
    b->unknown |= node_open(list, NODE_LIST);
    for (uint32_t i = 0; list->kind == NODE_LIST && i < list->len; i++) {
        b->unknown |= node_unknown(&list->as.items[i]);
        b->reasons |= reason_parse(node_str(&list->as.items[i]));
    }
}

static void read_nodes(Budget *b, const Node *n)
{
    b->nodes = -1;
    b->nodes_text = n ? node_scalar(n) : STR("10%");
    Str number = b->nodes_text;
    if (node_unknown(n)) {
        b->unknown = true;
        return;
    }
    b->percent = str_ends(number, STR("%"));
    if (b->percent)
        number = str_slice(number, 0, number.len - 1);
    if (!str_int(number, &b->nodes))
        b->nodes = -1;
}

/* Whether its windows leave no gap; one that is not known may have some. */
static void read_window(Budget *b, bool unknown)
{
    enum { MINUTE = 60 };
    Cron c;
    int64_t ns;
    b->fault = "";
    b->always = unknown ? TRI_UNKNOWN : tri_of(!b->scheduled);
    if (!b->scheduled || unknown)
        return;
    b->broken = !cron_parse(b->schedule, &c, &b->fault);
    if (!b->broken && duration_parse(b->duration, &ns))
        b->always = tri_of(cron_fills(&c, ns / MINUTE / 1000000000));
}

static Budget unknown_budget(const Node *n)
{
    return (Budget){.reasons = REASON_ALL,
                    .unknown = true,
                    .always = TRI_UNKNOWN,
                    .nodes = -1,
                    .fault = "",
                    .node = n};
}

static Budget budget_of(const Node *n)
{
    Budget b = {.node = n, .unknown = n->flags & NODE_OPEN};
    if (n->kind != NODE_MAP)
        return unknown_budget(n);
    const Node *schedule = node_field(n, STR("schedule")), *span = node_field(n, STR("duration"));
    read_reasons(&b, node_field(n, STR("reasons")));
    read_nodes(&b, node_field(n, STR("nodes")));
    b.scheduled = schedule != NULL;
    b.schedule = schedule ? node_scalar(schedule) : STR("");
    b.duration = span ? node_scalar(span) : STR("");
    read_window(&b, node_unknown(schedule) || node_unknown(span));
    return b;
}

static void read_budgets(Arena *a, Pool *p, const Node *list)
{
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++)
        *vec_push(a, &p->budgets) = budget_of(&list->as.items[i]);
    if (node_open(list, NODE_LIST))
        *vec_push(a, &p->budgets) = unknown_budget(list);
    if (!list)
        *vec_push(a, &p->budgets) = (Budget){.reasons = REASON_ALL,
                                             .always = TRI_YES,
                                             .is_default = true,
                                             .percent = true,
                                             .fault = "",
                                             .nodes = 10,
                                             .nodes_text = STR("10%")};
}

/* ---- policy ---- */

static const struct {
    Str name;
    PoolPolicy policy;
} POLICIES[] = {
    {STR_INIT("WhenEmpty"),                POLICY_EMPTY        },
    {STR_INIT("WhenEmptyOrUnderutilized"), POLICY_UNDERUTILIZED},
    {STR_INIT("WhenUnderutilized"),        POLICY_UNDERUTILIZED}, /* its name in v1beta1 */
    {STR_INIT("Balanced"),                 POLICY_BALANCED     },
};

static void read_policy(Arena *a, Pool *p, const Node *disruption)
{
    const Node *n = disruption ? node_field(disruption, STR("consolidationPolicy")) : NULL;
    Str standard = p->v1beta1 ? STR("WhenUnderutilized") : STR("WhenEmptyOrUnderutilized");
    p->policy_text = n ? node_scalar(n) : standard;
    p->policy_source =
        n ? arena_printf(a, "consolidationPolicy %.*s", STR_ARG(p->policy_text))
          : arena_printf(a, "consolidationPolicy is %.*s by default", STR_ARG(p->policy_text));
    p->policy = POLICY_UNKNOWN;
    for (size_t i = 0; i < sizeof POLICIES / sizeof *POLICIES && !node_unknown(n); i++)
        if (str_eq(POLICIES[i].name, p->policy_text))
            p->policy = POLICIES[i].policy;
}

static NodePlace place_of(const Pool *p, const Node *parent, const char *field, const char *whole)
{
    if (parent)
        return (NodePlace){parent, str_c(field)};
    return (NodePlace){p->place.node, str_c(whole)};
}

/* A field by its path from the root of the pool. */
static Lifetime read_lifetime(const Pool *p, const char *path, Str otherwise, bool may_be_endless)
{
    const Node *root = p->place.node;
    Str holder = str_slice(str_c(path), 0, str_rfind_char(str_c(path), '.'));
    const Node *parent = node_path(root, holder), *n = node_path(root, str_c(path));
    NodePlace at = place_of(p, parent, path + holder.len + 1, path);
    return node_hides(root, str_c(path)) ? hidden(at)
                                         : lifetime_of(n, otherwise, at, may_be_endless);
}

void pool_read_disruption(Arena *a, Pool *p)
{
    const Node *root = p->place.node, *disruption = node_path(root, STR("spec.disruption"));
    bool automatic = p->place.mode == MODE_AUTO;
    read_policy(a, p, disruption);
    if (node_hides(root, STR("spec.disruption.consolidationPolicy")))
        p->policy = POLICY_UNKNOWN;
    if (node_hides(root, STR("spec.disruption.budgets")))
        *vec_push(a, &p->budgets) = unknown_budget(root);
    else
        read_budgets(a, p, disruption ? node_field(disruption, STR("budgets")) : NULL);
    p->consolidate_after = read_lifetime(p, "spec.disruption.consolidateAfter", STR("0s"), true);
    /* EKS User Guide, "Create a node pool": nodes of Auto Mode end after 14 days unless told. */
    p->expire_after = read_lifetime(
        p, p->v1beta1 ? "spec.disruption.expireAfter" : "spec.template.spec.expireAfter",
        automatic ? STR("336h") : STR("720h"), true);
    p->grace = read_lifetime(p, "spec.template.spec.terminationGracePeriod",
                             automatic ? STR("24h") : STR("none"), false);
}

/* ---- answers ---- */

static Tri stops(const Budget *b, Reason r)
{
    if (b->broken)
        return TRI_YES;
    if (!b->unknown)
        return tri_and(b->always, tri_of(b->nodes == 0 && b->reasons & r));
    /* What is readable may rule it out. */
    return b->always == TRI_NO || b->nodes > 0 ? TRI_NO : TRI_UNKNOWN;
}

Tri pool_blocks(const Pool *p, Reason r)
{
    Tri blocks = TRI_NO;
    for (size_t i = 0; i < p->budgets.len; i++)
        blocks = tri_or(blocks, stops(&p->budgets.items[i], r));
    return blocks;
}

Tri pool_may_disrupt(const Pool *p, Reason r)
{
    if (r == REASON_DRIFTED)
        return TRI_YES;
    if (p->place.is_static)
        return TRI_NO;
    Tri after = p->consolidate_after.finite;
    if (r == REASON_EMPTY || p->policy == POLICY_UNDERUTILIZED || p->policy == POLICY_BALANCED)
        return after;
    return tri_and(after, p->policy == POLICY_EMPTY ? TRI_NO : TRI_UNKNOWN);
}

Tri pool_disrupts(const Pool *p, Reason r)
{
    return tri_and(pool_may_disrupt(p, r), tri_not(pool_blocks(p, r)));
}
