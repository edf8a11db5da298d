/* Whether a pod says that it keeps checkpoints: a word of its commands, environment, volumes,
 * labels or names that the table of roles lists. */
#include "kube/role.h"

static bool speaks(const Facts *f, Str text)
{
    return role_words(f, "checkpoint", text).role != ROLE_UNKNOWN;
}

/* Keys and texts of a tree alike: a label's key may say it as well as a mount path. */
static Tri mentions(const Facts *f, const Node *n)
{
    if (node_unknown(n))
        return TRI_UNKNOWN;
    if (n->kind == NODE_STRING)
        return tri_of(speaks(f, node_str(n)));
    Tri any = n->flags & NODE_OPEN ? TRI_UNKNOWN : TRI_NO;
    for (uint32_t i = 0; n->kind == NODE_LIST && i < n->len && any != TRI_YES; i++)
        any = tri_or(any, mentions(f, &n->as.items[i]));
    for (uint32_t i = 0; n->kind == NODE_MAP && i < n->len && any != TRI_YES; i++) {
        bool key = !n->as.members[i].key->placeholder && speaks(f, n->as.members[i].key->name);
        any = key ? TRI_YES : tri_or(any, mentions(f, &n->as.members[i].value));
    }
    return any;
}

Tri pod_checkpoints(const Facts *f, const Pod *p)
{
    Tri name = p->owner->name_unknown ? TRI_UNKNOWN : tri_of(speaks(f, p->owner->name));
    Tri metadata = p->metadata ? mentions(f, p->metadata) : TRI_NO;
    Tri said = tri_or(name, tri_or(metadata, mentions(f, p->spec)));
    return tri_or(said, p->partial ? TRI_UNKNOWN : TRI_NO);
}
