/* Whether a pod says that it keeps checkpoints: a word of its commands, environment, volumes,
 * labels or names that the table of roles lists. */
#include "kube/role.h"

static bool speaks(const Facts *f, Str text)
{
    return role_words(f, "checkpoint", text).role != ROLE_UNKNOWN;
}

/* Keys and texts of a tree alike: a label's key may say it as well as a mount path. */
static bool mentions(const Facts *f, const Node *n)
{
    if (n->kind == NODE_STRING)
        return !(n->flags & NODE_UNKNOWN) && speaks(f, node_str(n));
    for (uint32_t i = 0; n->kind == NODE_LIST && i < n->len; i++)
        if (mentions(f, &n->as.items[i]))
            return true;
    for (uint32_t i = 0; n->kind == NODE_MAP && i < n->len; i++)
        if (speaks(f, n->as.members[i].key->name) || mentions(f, &n->as.members[i].value))
            return true;
    return false;
}

Tri pod_checkpoints(const Facts *f, const Pod *p)
{
    if (mentions(f, p->spec) || (p->metadata && mentions(f, p->metadata)) ||
        speaks(f, p->owner->name))
        return TRI_YES;
    return p->partial ? TRI_UNKNOWN : TRI_NO;
}
