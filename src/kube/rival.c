/* Rivals: pods with the same accelerator that may evict one by their priority, the highest first.
 */
#include "kube/reach.h"

#include "base/limits.h"
#include "kube/fleet_data.h"

#include <stdlib.h>

static Str accelerator_of(const Facts *f, const Pod *p)
{
    Resource known;
    for (size_t i = 0; i < p->requests.len; i++)
        if (facts_resource(f, p->requests.items[i].resource, &known) && known.accelerator)
            return p->requests.items[i].resource;
    return STR("");
}

/* ---- the index: by accelerator, ordered by priority ---- */

typedef struct Ranked {
    int64_t value; /* of one that is not known: above all */
    const Pod *pod;
} Ranked;

static int higher_first(const void *x, const void *y)
{
    const Ranked *a = x, *b = y;
    if (a->value != b->value)
        return a->value > b->value ? -1 : 1;
    return a->pod->index < b->pod->index ? -1 : a->pod->index > b->pod->index;
}

void rank_pods(Fleet *f)
{
    size_t count = 0, all = f->lists.pods.len;
    Ranked *ranked = arena_array(f->arena, Ranked, all + 1);
    map_init(&f->ranked, f->arena);
    for (size_t i = 0; i < all; i++) {
        const Pod *p = f->lists.pods.items[i];
        const Priority *pr = &f->links[i]->priority;
        bool meek = pr->priority_class && !pr->priority_class->preempts;
        if (!meek && !p->daemon && pod_asks_accelerator(p))
            ranked[count++] = (Ranked){pr->unknown ? INT64_MAX : pr->value, p};
    }
    qsort(ranked, count, sizeof *ranked, higher_first);
    for (size_t i = 0; i < count; i++)
        chain_add(f, &f->ranked, accelerator_of(f->facts, ranked[i].pod), ranked[i].pod);
}

/* ---- asking ---- */

/* Some place takes both; without any place here, their selectors must not exclude each other. */
static Tri share_node(Fleet *f, const Pod *x, const Pod *y)
{
    const PlaceList *places = fleet_places(f, x);
    Tri any = places->open ? TRI_UNKNOWN : TRI_NO;
    for (size_t i = 0; i < places->list.len; i++)
        any = tri_or(any, fleet_fit(f, y, places->list.items[i])->ok);
    if (fleet_lists(f)->places.len)
        return any;
    for (size_t i = 0; i < x->terms.len; i++)
        for (size_t k = 0; k < y->terms.len; k++)
            any = tri_or(any, reqs_intersect(&x->terms.items[i].reqs, &y->terms.items[k].reqs));
    return any;
}

static Tri may_evict(const Priority *theirs, const Priority *ours)
{
    return theirs->unknown || ours->unknown ? TRI_UNKNOWN : tri_of(theirs->value > ours->value);
}

PodList pod_rivals(Fleet *f, Arena *a, const Pod *pod)
{
    const Chain *c = map_find(&f->ranked, accelerator_of(f->facts, pod));
    const Priority *ours = &fleet_links(f, pod)->priority;
    PodList out = {0};
    for (size_t i = 0; c && i < c->list.len; i++) {
        const Pod *other = c->list.items[i];
        Tri evicts = may_evict(&fleet_links(f, other)->priority, ours);
        if (evicts == TRI_NO)
            break;
        if (i == LIMIT_RIVALS) {
            out.open = true;
            break;
        }
        if (other->owner == pod->owner || !fleet_joined(f, pod->owner, other->owner))
            continue;
        Tri rival = tri_and(evicts, share_node(f, pod, other));
        out.open |= rival == TRI_UNKNOWN;
        if (rival == TRI_YES)
            *vec_push(a, &out.list) = other;
    }
    return out;
}
