#include "kube/role.h"

#include "base/limits.h"
#include "kube/glob.h"
#include "kube/kind.h"
#include "kube/workload.h"

static const Str ROLE_NAMES[] = {
    [ROLE_UNKNOWN] = STR_INIT(""),
    [ROLE_TRAINING] = STR_INIT("training"),
    [ROLE_DISTRIBUTED] = STR_INIT("distributed-batch"),
    [ROLE_INFERENCE] = STR_INIT("inference"),
    [ROLE_BATCH] = STR_INIT("batch"),
    [ROLE_DEV] = STR_INIT("dev"),
    [ROLE_SYSTEM] = STR_INIT("system"),
    [ROLE_MIXED] = STR_INIT("mixed"),
    [ROLE_IGNORE] = STR_INIT("ignore"),
};

static const Str OVERRIDE = STR_INIT("gpulint/role");

/* What one pod says, collected once. */
typedef struct Evidence {
    Arena *arena;
    const Facts *facts;
    const FactTable *words;
    Pod *pod;
    Str command;               /* of all containers, one after the other */
    Str trains, serves, tests; /* the first word of the command that says so */
    Str kind;                  /* cell `role` of its kind */
    bool long_running, finite, serves_port;
    RoleHit name;
    const Node *name_node;
    bool hidden; /* a placeholder may say more */
} Evidence;

Str role_name(Role r)
{
    return ROLE_NAMES[r];
}

/* A value of the label or annotation gpulint/role. */
static bool parse_role(Str text, Role *out)
{
    for (size_t i = ROLE_TRAINING; i < sizeof ROLE_NAMES / sizeof *ROLE_NAMES; i++) {
        if (i != ROLE_MIXED && str_eq(text, ROLE_NAMES[i])) {
            *out = (Role)i;
            return true;
        }
    }
    return false;
}

/* The rows of one kind of words stand together. */
typedef struct Rows {
    const FactTable *table;
    Str where;
    size_t row, where_column, role_column, words_column;
    Role role;
    Str words;
} Rows;

static Rows rows_of(const FactTable *t, const char *where)
{
    Rows r = {.table = t, .where = str_c(where), .row = facts_find(t, str_c(where), 0)};
    r.where_column = facts_column(t, STR("where"));
    r.role_column = facts_column(t, STR("role"));
    r.words_column = facts_column(t, STR("words"));
    return r;
}

static bool rows_next(Rows *r)
{
    const FactTable *t = r->table;
    if (r->row >= t->rows || !str_eq(facts_cell(t, r->row, r->where_column), r->where))
        return false;
    r->words = facts_cell(t, r->row, r->words_column);
    r->role = ROLE_UNKNOWN;
    (void)parse_role(facts_cell(t, r->row, r->role_column), &r->role);
    r->row++;
    return true;
}

/* The role of the first row whose words stand at the present word. */
static Role role_at(const FactTable *t, const char *where, const Words *w)
{
    for (Rows r = rows_of(t, where); rows_next(&r);)
        if (words_match(w, r.words))
            return r.role;
    return ROLE_UNKNOWN;
}

static RoleHit merge(RoleHit hit, RoleHit more)
{
    if (hit.role == ROLE_UNKNOWN || more.role == ROLE_UNKNOWN)
        return hit.role == ROLE_UNKNOWN ? more : hit;
    if (hit.role != more.role)
        hit.role = ROLE_MIXED;
    return hit;
}

/* How many words, with those behind it, a negation at the present word takes the meaning from; 0
 * when there is none. */
static size_t negation_at(const FactTable *t, const Words *w)
{
    for (Rows r = rows_of(t, "negation"); rows_next(&r);)
        if (words_match(w, r.words))
            return str_contains(r.words, STR(" ")) ? 3 : 2;
    return 0;
}

static RoleHit hits(const FactTable *t, const char *where, Str text)
{
    RoleHit hit = {ROLE_UNKNOWN, {0}};
    Words w = words_of(text, WORDS_OF_NAME);
    for (size_t negated = 0; words_advance(&w); negated -= negated > 0) {
        if (!negated)
            negated = negation_at(t, &w);
        if (!negated)
            hit = merge(hit, (RoleHit){role_at(t, where, &w), w.word});
    }
    return hit;
}

RoleHit role_words(const Facts *f, const char *where, Str text)
{
    return hits(facts_table(f, STR("roles")), where, text);
}

const Node *role_override(const Node *metadata, Role *out)
{
    static const Str MAPS[] = {STR_INIT("labels"), STR_INIT("annotations")};
    for (size_t i = 0; metadata && i < sizeof MAPS / sizeof *MAPS; i++) {
        const Node *map = node_field(metadata, MAPS[i]);
        const Node *value = map ? node_field(map, OVERRIDE) : NULL;
        if (value && parse_role(node_str(value), out))
            return value;
    }
    return NULL;
}

static void settle(Evidence *e, Role role, Str text, const Node *node)
{
    if (e->pod->role != ROLE_UNKNOWN || role == ROLE_UNKNOWN)
        return;
    e->pod->role = role;
    e->pod->role_source = (RoleSource){.text = text, .node = node};
}

/* ---- evidence ---- */

static bool any_unknown(const Node *n)
{
    bool any = node_unknown(n);
    for (uint32_t i = 0; n && n->kind == NODE_LIST && i < n->len && !any; i++)
        any = any_unknown(&n->as.items[i]);
    return any;
}

/* What a container runs may say more of its pod than that it ends. */
static bool hides_work(const Pod *p)
{
    static const Str FIELDS[] = {STR_INIT("command"), STR_INIT("args"), STR_INIT("source"),
                                 STR_INIT("image")};
    bool any = p->containers.open;
    for (size_t i = 0; i < p->containers.list.len && !any; i++) {
        const Node *c = p->containers.list.items[i]->node;
        any = node_open(c, NODE_MAP);
        for (size_t k = 0; k < sizeof FIELDS / sizeof *FIELDS; k++)
            any |= any_unknown(node_field(c, FIELDS[k]));
    }
    return any;
}

static void add_words(Buf *out, const Node *n)
{
    if (!n)
        return;
    if (n->kind == NODE_STRING) {
        buf_add(out, node_str(n));
        buf_char(out, ' ');
    }
    for (uint32_t i = 0; n->kind == NODE_LIST && i < n->len; i++)
        add_words(out, &n->as.items[i]);
}

static Str command_of(const Evidence *e)
{
    Buf b;
    buf_init(&b, e->arena, LIMIT_COMMAND);
    for (size_t i = 0; i < e->pod->containers.list.len; i++) {
        const Container *c = e->pod->containers.list.items[i];
        if (c->kind == CONTAINER_INIT || c->kind == CONTAINER_EPHEMERAL)
            continue;
        add_words(&b, node_field(c->node, STR("command")));
        add_words(&b, node_field(c->node, STR("args")));
        add_words(&b, node_field(c->node, STR("source")));
    }
    return buf_str(&b);
}

static bool has_port_or_probe(const Pod *p)
{
    static const Str FIELDS[] = {STR_INIT("ports"), STR_INIT("readinessProbe"),
                                 STR_INIT("livenessProbe"), STR_INIT("startupProbe")};
    for (size_t i = 0; i < p->containers.list.len; i++)
        for (size_t k = 0; k < sizeof FIELDS / sizeof *FIELDS; k++)
            if (node_field(p->containers.list.items[i]->node, FIELDS[k]))
                return true;
    return false;
}

static void add_name(Evidence *e, const Node *n)
{
    e->hidden |= node_unknown(n);
    if (!n || n->kind != NODE_STRING || node_unknown(n))
        return;
    RoleHit more = hits(e->words, "name", node_str(n));
    if (more.role == ROLE_UNKNOWN)
        more = hits(e->words, "topic", node_str(n));
    if (more.role != ROLE_UNKNOWN && e->name.role == ROLE_UNKNOWN)
        e->name_node = n;
    e->name = merge(e->name, more);
}

static void add_labels(Evidence *e, const Node *metadata)
{
    const Node *labels = metadata ? node_field(metadata, STR("labels")) : NULL;
    e->hidden |= metadata && node_hides(metadata, STR("labels"));
    e->hidden |= node_open(labels, NODE_MAP);
    for (uint32_t i = 0; labels && labels->kind == NODE_MAP && i < labels->len; i++)
        add_name(e, &labels->as.members[i].value);
}

static void read_command(Evidence *e)
{
    Words w = words_of(e->command, WORDS_OF_COMMAND);
    while (words_advance(&w)) {
        Role role = role_at(e->words, "command", &w);
        Str *word = role == ROLE_TRAINING    ? &e->trains
                    : role == ROLE_INFERENCE ? &e->serves
                                             : &e->tests;
        if (role != ROLE_UNKNOWN && !word->len)
            *word = w.word;
    }
}

static void collect(Evidence *e)
{
    const Pod *p = e->pod;
    const Node *policy = pod_field(p, STR("restartPolicy"));
    e->kind = workload_role(e->facts, p->owner);
    e->finite = policy && !str_eq(node_str(policy), STR("Always"));
    bool own = str_eq(e->kind, STR("by-content")) && !p->path.len;
    e->long_running =
        str_eq(e->kind, STR("service")) || str_eq(e->kind, STR("inference")) || (own && !e->finite);
    e->serves_port = has_port_or_probe(p);
    e->hidden = hides_work(p);
    e->command = command_of(e);
    read_command(e);
    add_name(e, object_field(p->owner, STR("metadata.name")));
    add_labels(e, p->metadata);
    add_labels(e, object_field(p->owner, STR("metadata")));
}

/* ---- steps ---- */

static void by_override(Evidence *e)
{
    Role role;
    const Node *node = role_override(e->pod->metadata, &role);
    if (!node)
        node = role_override(object_field(e->pod->owner, STR("metadata")), &role);
    if (!node)
        return;
    settle(e, role, arena_printf(e->arena, "gpulint/role says %.*s", STR_ARG(role_name(role))),
           node);
    e->pod->role_source.declared = true;
}

/* Kinds that are made for one purpose. */
static void by_kind(Evidence *e)
{
    Role role;
    if (!parse_role(e->kind, &role) || role == ROLE_BATCH || role == ROLE_DISTRIBUTED)
        return;
    settle(e, role, arena_printf(e->arena, "its kind is %.*s", STR_ARG(e->pod->owner->kind)), NULL);
}

static bool only_idles(const Evidence *e)
{
    Words w = words_of(e->command, WORDS_OF_COMMAND);
    bool any = false;
    int64_t number;
    while (words_advance(&w)) {
        bool idle = role_at(e->words, "idle", &w) != ROLE_UNKNOWN || str_int(w.word, &number);
        if (!idle)
            return false;
        any = true;
    }
    return any;
}

static void runs(Evidence *e, Role role, Str word)
{
    if (word.len)
        settle(e, role, arena_printf(e->arena, "its command runs %.*s", STR_ARG(word)), NULL);
}

static void by_command(Evidence *e)
{
    if (!(e->serves.len && e->long_running))
        runs(e, ROLE_TRAINING, e->trains);
    runs(e, ROLE_INFERENCE, e->serves);
    runs(e, ROLE_DEV, e->tests);
    if (only_idles(e))
        settle(e, ROLE_DEV, STR("its command only waits"), NULL);
}

/* Without tag and digest. */
static Str image_path(Str image)
{
    size_t slash = str_rfind_char(image, '/');
    Str digest = str_slice(image, 0, str_find_char(image, '@'));
    size_t colon = str_rfind_char(digest, ':');
    return colon < digest.len && (slash == image.len || colon > slash) ? str_slice(digest, 0, colon)
                                                                       : digest;
}

static bool image_matches(Str path, Str pattern)
{
    Str part, before = STR(""), rest = path;
    while (str_next(&rest, '/', &part)) {
        Str two = before.len ? (Str){before.ptr, (size_t)(part.ptr + part.len - before.ptr)} : part;
        if (glob_match(pattern, part) ||
            (str_contains(pattern, STR("/")) && glob_match(pattern, two)))
            return true;
        before = part;
    }
    return false;
}

/* An image of the wanted role among the containers; its path, or "". */
static Str image_of(const Evidence *e, Role wanted, const Node **node)
{
    for (size_t i = 0; i < e->pod->containers.list.len; i++) {
        const Container *c = e->pod->containers.list.items[i];
        const Node *image = node_field(c->node, STR("image"));
        if (!image || c->kind == CONTAINER_INIT || node_unknown(image))
            continue;
        Str path = image_path(node_str(image));
        for (Rows r = rows_of(e->words, "image"); rows_next(&r);) {
            if (r.role == wanted && image_matches(path, r.words)) {
                *node = image;
                return path;
            }
        }
    }
    return STR("");
}

static void by_image(Evidence *e, Role wanted)
{
    const Node *node = NULL;
    Str image = e->pod->role == ROLE_UNKNOWN ? image_of(e, wanted, &node) : STR("");
    if (image.len)
        settle(e, wanted, arena_printf(e->arena, "its image is %.*s", STR_ARG(image)), node);
}

static void by_name(Evidence *e, Role wanted)
{
    if (e->name.role == wanted)
        settle(e, wanted,
               arena_printf(e->arena, "its name or labels say %.*s", STR_ARG(e->name.word)),
               e->name_node);
}

void pod_classify(Arena *a, const Facts *f, Pod *p)
{
    Evidence e = {.arena = a, .facts = f, .words = facts_table(f, STR("roles")), .pod = p};
    collect(&e);
    by_override(&e);
    by_kind(&e);
    by_command(&e);
    by_image(&e, ROLE_DEV);
    by_name(&e, ROLE_TRAINING);
    if (e.long_running)
        by_name(&e, ROLE_INFERENCE);
    if (e.long_running)
        by_image(&e, ROLE_INFERENCE);
    by_image(&e, ROLE_TRAINING);
    if (e.long_running && e.serves_port)
        settle(&e, ROLE_INFERENCE, STR("it runs for ever and has a port or probe"), NULL);
    if (str_eq(e.kind, role_name(ROLE_DISTRIBUTED)))
        settle(&e, ROLE_DISTRIBUTED, arena_printf(a, "its kind is %.*s", STR_ARG(p->owner->kind)),
               NULL);
    if (!e.hidden && (str_eq(e.kind, role_name(ROLE_BATCH)) || (e.finite && !p->path.len)))
        settle(&e, ROLE_BATCH, STR("it runs to its end"), NULL);
    by_name(&e, ROLE_INFERENCE);
}
