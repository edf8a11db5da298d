#include "kube/post.h"

#include "base/buf.h"
#include "base/limits.h"
#include "kube/fleet_data.h"
#include "kube/kind.h"

static const Str PLUGIN = STR_INIT("plugin"), DRA = STR_INIT("dra");

/* What holds of one place, each a Tri. */
typedef struct Post {
    uint8_t runs, device, needed, stopped;
} Post;

typedef struct Row {
    const Manager *first;
    Post *posts; /* by place */
    PlaceList lists[POST_LISTS];
    uint8_t *meets; /* by number of a row: Tri plus one, 0: not asked */
    uint32_t number;
} Row;

/* Who hands a device out on one place, or does what else a kind does: the first of two names. */
typedef struct Watch {
    const Manager *sure[2], *maybe[2];
} Watch;

typedef struct Duty {
    Str device, kind;
    Watch *watches;  /* by place */
    uint8_t *wanted; /* by place: Tri plus one, 0: not asked */
} Duty;

struct Posts {
    Arena *arena;
    Fleet *fleet;
    Map shapes; /* text -> Row */
    Row **rows; /* by manager; NULL: not asked */
    VEC(Duty) duties;
    ManagerList **overlaps; /* by manager */
    uint32_t count;
};

Posts *posts_new(Arena *a, Fleet *f)
{
    Posts *p = arena_new(a, Posts);
    p->arena = a;
    p->fleet = f;
    map_init(&p->shapes, a);
    p->rows = arena_array(a, Row *, f->lists.managers.len + 1);
    p->overlaps = arena_array(a, ManagerList *, f->lists.managers.len + 1);
    return p;
}

static size_t place_count(const Posts *s)
{
    return s->fleet->lists.places.len;
}

static const Place *place_at(const Posts *s, size_t i)
{
    return s->fleet->lists.places.items[i];
}

/* ---- one shape ---- */

/* More than a finding can name tell nothing more. */
static void add(Posts *s, PlaceList *l, Tri is, const Place *p)
{
    bool full = l->list.len == LIMIT_FINDING_RELATED;
    if (is == TRI_YES && !full)
        *vec_push(s->arena, &l->list) = p;
    l->open |= is == TRI_UNKNOWN || (is == TRI_YES && full);
}

static void list_place(Posts *s, Row *r, Post post, const Place *p)
{
    Tri device = (Tri)post.device, runs = (Tri)post.runs, served = tri_and(device, runs);
    Tri automatic = tri_of(p->mode == MODE_AUTO), at_auto = tri_and(automatic, device);
    Tri kept = tri_and(tri_not(runs), (Tri)post.stopped);
    /* What finds its nodes by itself runs where nothing is in its way. */
    bool finds = r->first->by_types && r->first->present == TRI_YES && post.stopped == TRI_NO;
    Tri meets = finds ? device : served;
    Tri twice = meets == TRI_NO ? TRI_NO : tri_and(meets, manager_embedded(r->first, p));
    add(s, &r->lists[POST_HOMES], device, p);
    add(s, &r->lists[POST_SERVED], served, p);
    add(s, &r->lists[POST_STRAYS], tri_and(runs, tri_not(device)), p);
    add(s, &r->lists[POST_STOPPED], tri_and((Tri)post.needed, kept), p);
    add(s, &r->lists[POST_LOOSE], tri_and(device, tri_not((Tri)post.stopped)), p);
    add(s, &r->lists[POST_DOUBLED], tri_and(tri_not(automatic), twice), p);
    add(s, &r->lists[POST_AUTO], tri_and(at_auto, tri_not((Tri)post.stopped)), p);
    add(s, &r->lists[POST_AUTO_RUN], tri_and(at_auto, runs), p);
    if (at_auto != TRI_NO)
        add(s, &r->lists[POST_AIMED], tri_and(at_auto, manager_targets(r->first, p)), p);
}

static void post_place(Posts *s, Row *r, const Place *p)
{
    const Manager *m = r->first;
    Post *post = &r->posts[p->index];
    Obstacle o;
    if (!fleet_joined(s->fleet, m->owner, p->object))
        return;
    post->device = (uint8_t)manager_has_device(m, p);
    post->runs = (uint8_t)manager_runs_on(m, p);
    post->needed = (uint8_t)manager_needed(m, p);
    post->stopped = post->runs == TRI_YES ? TRI_NO : (uint8_t)manager_obstacle(m, p, &o);
    list_place(s, r, *post, p);
}

static Str shape_text(Posts *s, const Manager *m)
{
    Buf b;
    buf_init(&b, s->arena, SHAPE_MOST);
    buf_printf(&b, "%d%d %.*s %.*s %.*s ", m->present, m->by_types, STR_ARG(m->kind),
               STR_ARG(m->vendor), STR_ARG(m->device));
    buf_add(&b, sets_key(s->fleet->sets, s->arena, m->owner));
    pod_write_shape(&b, m->as);
    return b.full ? STR("") : buf_str(&b);
}

static Row *row_new(Posts *s, const Manager *m)
{
    Row *r = arena_new(s->arena, Row);
    r->first = m;
    r->number = s->count++;
    r->posts = arena_array(s->arena, Post, place_count(s) + 1);
    r->meets = arena_array(s->arena, uint8_t, s->fleet->lists.managers.len);
    for (size_t i = 0; i < place_count(s); i++)
        post_place(s, r, place_at(s, i));
    return r;
}

static Row *row_of(Posts *s, const Manager *m)
{
    if (s->rows[m->index])
        return s->rows[m->index];
    Str text = shape_text(s, m);
    Row **slot = text.len ? (Row **)map_at(&s->shapes, text) : &s->rows[m->index];
    if (!*slot)
        *slot = row_new(s, m);
    return s->rows[m->index] = *slot;
}

const PlaceList *fleet_post(Fleet *f, const Manager *m, PostList list)
{
    return &row_of(f->posts, m)->lists[list];
}

Tri fleet_runs(Fleet *f, const Manager *m, const Place *p)
{
    return (Tri)row_of(f->posts, m)->posts[p->index].runs;
}

Tri fleet_kept_off(const Fleet *f, const Manager *m, const Place *p)
{
    const Post *post = &row_of(f->posts, m)->posts[p->index];
    return post->device == TRI_NO ? TRI_YES : (Tri)post->stopped;
}

/* ---- what all of them do at a place ---- */

static bool does(const Manager *m, const Duty *d)
{
    return str_eq(m->device, d->device) && str_eq(m->kind, d->kind);
}

static void note(const Manager **two, const Manager *m)
{
    if (!two[0])
        two[0] = m;
    else if (!two[1] && !str_eq(two[0]->owner->name, m->owner->name))
        two[1] = m;
}

static void watch(Posts *s, Duty *d, const Manager *m)
{
    const Row *r = row_of(s, m);
    for (size_t i = 0; i < place_count(s); i++) {
        if (r->posts[i].runs == TRI_YES)
            note(d->watches[i].sure, m);
        else if (r->posts[i].runs == TRI_UNKNOWN)
            note(d->watches[i].maybe, m);
    }
}

static Duty *duty_of(Posts *s, Str device, Str kind)
{
    const FleetLists *lists = &s->fleet->lists;
    for (size_t i = 0; i < s->duties.len; i++)
        if (str_eq(s->duties.items[i].device, device) && str_eq(s->duties.items[i].kind, kind))
            return &s->duties.items[i];
    Duty *d = vec_push(s->arena, &s->duties);
    *d = (Duty){.device = device, .kind = kind};
    d->watches = arena_array(s->arena, Watch, place_count(s) + 1);
    d->wanted = arena_array(s->arena, uint8_t, place_count(s) + 1);
    for (size_t i = 0; i < lists->managers.len; i++)
        if (does(lists->managers.items[i], d))
            watch(s, d, lists->managers.items[i]);
    return d;
}

static bool another(const Manager *const *two, const Manager *m)
{
    return (two[0] && !str_eq(two[0]->owner->name, m->owner->name)) || two[1];
}

static Tri done_by_another(Posts *s, const Manager *m, Str kind, const Place *p)
{
    const Watch *w = &duty_of(s, m->device, kind)->watches[p->index];
    bool maybe = another(w->maybe, m) || s->fleet->hidden_managers;
    return another(w->sure, m) ? TRI_YES : maybe ? TRI_UNKNOWN : TRI_NO;
}

Tri fleet_relieved(Fleet *f, const Manager *m, const Place *p)
{
    bool hands = str_eq(m->kind, PLUGIN) || str_eq(m->kind, DRA);
    Tri same = done_by_another(f->posts, m, m->kind, p);
    if (!hands)
        return same;
    return tri_or(same, done_by_another(f->posts, m, str_eq(m->kind, DRA) ? PLUGIN : DRA, p));
}

static Tri asks(const Pod *pod, Str device)
{
    for (size_t i = 0; i < pod->requests.len; i++) {
        const Request *r = &pod->requests.items[i];
        if (r->accelerator && str_eq(r->resource, device))
            return r->unknown ? TRI_UNKNOWN : tri_of(r->units > 0);
    }
    return pod->requests_open ? TRI_UNKNOWN : TRI_NO;
}

Tri fleet_wanted(Fleet *f, const Manager *m, const Place *p)
{
    uint8_t *known = &duty_of(f->posts, m->device, m->kind)->wanted[p->index];
    const PodList *pods = *known ? NULL : fleet_pods(f, p);
    Tri any = pods && pods->open ? TRI_UNKNOWN : TRI_NO;
    for (size_t i = 0; pods && i < pods->list.len; i++)
        any = tri_or(any, asks(pods->list.items[i], m->device));
    if (pods)
        *known = (uint8_t)(any + 1);
    return (Tri)(*known - 1);
}

static Tri some(const Watch *w)
{
    return w->sure[0] ? TRI_YES : w->maybe[0] ? TRI_UNKNOWN : TRI_NO;
}

DeviceHands fleet_hands(Fleet *f, const Place *p, Str device)
{
    const FactTable *t = facts_table(f->facts, STR("managers"));
    DeviceHands hands = {.embedded = TRI_NO};
    hands.plugin = some(&duty_of(f->posts, device, PLUGIN)->watches[p->index]);
    hands.dra = some(&duty_of(f->posts, device, DRA)->watches[p->index]);
    for (size_t row = 0; row < t->rows; row++) {
        Manager built_in = {.kind = cell_text(t, row, "kind"),
                            .vendor = cell_text(t, row, "vendor")};
        if (str_eq(cell_text(t, row, "device"), device) && str_eq(built_in.kind, PLUGIN))
            hands.embedded = tri_or(hands.embedded, manager_embedded(&built_in, p));
    }
    return hands;
}

/* ---- two managers ---- */

/* Both run at one home; or labels that only a running node gets decide, they may meet, and nothing
 * else keeps either off. */
static Tri meet(Posts *s, const Row *driver, const Row *plugin)
{
    Tri run = TRI_NO, loose = TRI_NO, any = TRI_NO;
    for (size_t i = 0; i < place_count(s); i++) {
        Post x = driver->posts[i], y = plugin->posts[i];
        if (!fleet_joined(s->fleet, driver->first->owner, place_at(s, i)->object))
            continue;
        any = TRI_YES;
        run = tri_or(run, tri_and((Tri)x.device, tri_and((Tri)x.runs, (Tri)y.runs)));
        Tri free = tri_and(tri_not((Tri)x.stopped), tri_not((Tri)y.stopped));
        loose = tri_or(loose, tri_and((Tri)x.device, free));
    }
    Tri where = tri_or(tri_not(any), loose);
    if (run == TRI_YES || where == TRI_NO)
        return run;
    return tri_or(run, tri_and(manager_may_meet(driver->first, plugin->first), where));
}

static Tri meets(Posts *s, Row *driver, const Row *plugin)
{
    uint8_t *known = &driver->meets[plugin->number];
    if (!*known)
        *known = (uint8_t)(meet(s, driver, plugin) + 1);
    return (Tri)(*known - 1);
}

/* Who hands a device out where m may run: the first of them. */
static ManagerList gather(Posts *s, Arena *a, const Manager *m, Str device, bool drivers)
{
    ManagerList l = {0};
    const FleetLists *lists = &s->fleet->lists;
    for (size_t i = 0; i < lists->managers.len && l.list.len < LIMIT_FINDING_RELATED; i++) {
        const Manager *other = lists->managers.items[i];
        bool hands = str_eq(other->kind, PLUGIN) || (drivers && str_eq(other->kind, DRA));
        if (other == m || !hands || !str_eq(other->device, device) ||
            !fleet_joined(s->fleet, m->owner, other->owner))
            continue;
        Tri both = meets(s, row_of(s, m), row_of(s, other));
        if (both == TRI_YES)
            *vec_push(a, &l.list) = other;
        l.open |= both == TRI_UNKNOWN;
    }
    return l;
}

const ManagerList *fleet_overlaps(Fleet *f, const Manager *driver)
{
    Posts *s = f->posts;
    ManagerList **slot = &s->overlaps[driver->index];
    if (*slot)
        return *slot;
    *slot = arena_new(s->arena, ManagerList);
    **slot = gather(s, s->arena, driver, driver->device, false);
    return *slot;
}

ManagerList fleet_neighbours(Fleet *f, Arena *a, const Manager *m, Str device)
{
    return gather(f->posts, a, m, device, true);
}

PlaceList fleet_both(Fleet *f, Arena *a, const Manager *x, const Manager *y)
{
    const Row *one = row_of(f->posts, x), *other = row_of(f->posts, y);
    PlaceList l = {0};
    for (size_t i = 0; i < f->lists.places.len && l.list.len < LIMIT_FINDING_RELATED; i++)
        if (one->posts[i].runs == TRI_YES && other->posts[i].runs == TRI_YES)
            *vec_push(a, &l.list) = f->lists.places.items[i];
    return l;
}
