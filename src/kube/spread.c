#include "kube/spread.h"

#include "kube/labels.h"

static Tri counts_own(const Pod *p, const Node *constraint)
{
    const Node *labels = p->metadata ? node_field(p->metadata, STR("labels")) : NULL;
    return labels_match(node_field(constraint, STR("labelSelector")), labels, p->partial);
}

static void add(Arena *a, const Pod *p, Spreads *out, Spread s)
{
    const char *how = s.apart ? "apart by" : "spread over";
    const Node *key = node_field(s.node, STR("topologyKey"));
    bool known = key && key->kind == NODE_STRING && !node_unknown(key);
    Spread *kept = arena_new(a, Spread);
    s.key = known ? node_str(key) : STR("");
    s.own = counts_own(p, s.node);
    s.text = arena_printf(a, "%s %.*s", how, STR_ARG(s.key));
    *kept = s;
    if (known)
        *vec_push(a, &out->list) = kept;
    else
        out->open = true;
}

static const Node *list_of(Spreads *out, const Node *n)
{
    if (!n || n->kind == NODE_LIST)
        return n;
    out->open = true;
    return NULL;
}

static void add_constraint(Arena *a, const Pod *p, Spreads *out, const Node *n)
{
    const Node *when = node_field(n, STR("whenUnsatisfiable"));
    bool unknown = node_unknown(when);
    Tri hard =
        unknown ? TRI_UNKNOWN : tri_of(!when || !str_eq(node_str(when), STR("ScheduleAnyway")));
    add(a, p, out, (Spread){.node = n, .hard = hard});
}

void pod_spreads(Arena *a, const Pod *p, Spreads *out)
{
    const Node *affinity = pod_field(p, STR("affinity"));
    const Node *apart = affinity ? node_field(affinity, STR("podAntiAffinity")) : NULL;
    const Node *constraints = list_of(out, pod_field(p, STR("topologySpreadConstraints")));
    const Node *hard =
        apart
            ? list_of(out, node_field(apart, STR("requiredDuringSchedulingIgnoredDuringExecution")))
            : NULL;
    const Node *soft =
        apart ? list_of(out,
                        node_field(apart, STR("preferredDuringSchedulingIgnoredDuringExecution")))
              : NULL;
    out->open |= p->partial;
    for (uint32_t i = 0; constraints && i < constraints->len; i++)
        add_constraint(a, p, out, &constraints->as.items[i]);
    for (uint32_t i = 0; hard && i < hard->len; i++)
        add(a, p, out, (Spread){.node = &hard->as.items[i], .hard = TRI_YES, .apart = true});
    for (uint32_t i = 0; soft && i < soft->len; i++) {
        const Node *term = node_field(&soft->as.items[i], STR("podAffinityTerm"));
        if (term)
            add(a, p, out, (Spread){.node = term, .hard = TRI_NO, .apart = true});
    }
}
