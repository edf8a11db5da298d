#include "kube/locate.h"

/* What is left of a path after an alternative. */
typedef struct Rest {
    Str path;
    const struct Rest *next;
} Rest;

typedef struct Search {
    Arena *arena;
    Nodes *out; /* NULL: only the first is wanted */
    const Node *first;
} Search;

/* The map that holds n, across a list; NULL at the root. */
static const Node *holder(const Node *n)
{
    const Node *up = n->parent;
    while (up && up->kind == NODE_LIST)
        up = up->parent;
    return up;
}

/* Takes one step; braces hide dots. */
static Str next_step(Str *path)
{
    size_t depth = 0, i = 0;
    for (; i < path->len; i++) {
        char c = path->ptr[i];
        depth += c == '{';
        depth -= c == '}' && depth;
        if (c == '.' && !depth)
            break;
    }
    Str step = str_slice(*path, 0, i);
    *path = str_skip(*path, i + 1);
    return step;
}

static void follow(Search *s, const Node *n, Str path, const Rest *rest);

static void hide(Search *s, bool blurred)
{
    if (s->out)
        s->out->hidden |= blurred;
}

static void each_child(Search *s, const Node *n, Str path, const Rest *rest)
{
    if (n->kind != NODE_LIST && n->kind != NODE_MAP)
        return;
    for (uint32_t i = 0; i < n->len; i++)
        follow(s, n->kind == NODE_LIST ? &n->as.items[i] : &n->as.members[i].value, path, rest);
}

static void each_alternative(Search *s, const Node *n, Str step, const Rest *rest)
{
    Str choices = str_slice(step, 1, step.len - 1), choice;
    while (str_next(&choices, ',', &choice))
        follow(s, n, choice, rest);
}

static void named_child(Search *s, const Node *n, Str step, const Rest *rest)
{
    bool list = str_ends(step, STR("[*]"));
    const Node *child = node_field(n, list ? str_slice(step, 0, step.len - 3) : step);
    hide(s, child ? list && node_unknown(child) : n->flags & (NODE_UNKNOWN | NODE_OPEN));
    if (child && list && child->kind == NODE_LIST)
        each_child(s, child, rest->path, rest->next);
    else if (child && !list)
        follow(s, child, rest->path, rest->next);
}

static void follow(Search *s, const Node *n, Str path, const Rest *rest)
{
    for (; !path.len && rest; rest = rest->next)
        path = rest->path;
    if (n->kind == NODE_NULL)
        return;
    if (!path.len) {
        if (!s->first)
            s->first = n;
        if (s->out)
            *vec_push(s->arena, &s->out->list) = n;
        return;
    }
    Str step = next_step(&path);
    if (str_eq(step, STR("*"))) {
        hide(s, n->flags & (NODE_UNKNOWN | NODE_OPEN));
        if (n->kind == NODE_MAP)
            each_child(s, n, path, rest);
    } else if (str_starts(step, STR("{"))) {
        each_alternative(s, n, step, &(Rest){path, rest});
    } else {
        named_child(s, n, step, &(Rest){path, rest});
    }
}

/* Resolves ^ and / at the start; NULL when there is no such parent. */
static const Node *start(const Node *root, const Node *at, Str *path)
{
    if (str_starts(*path, STR("/"))) {
        *path = str_skip(*path, 1);
        return root;
    }
    while (at && str_starts(*path, STR("^"))) {
        *path = str_skip(*path, 1);
        at = at == root ? NULL : holder(at);
    }
    if (str_starts(*path, STR(".")))
        *path = str_skip(*path, 1);
    return at;
}

void locate_all(Arena *a, const Node *root, const Node *at, Str path, Nodes *out)
{
    const Node *from = start(root, at, &path);
    if (from)
        follow(&(Search){.arena = a, .out = out}, from, path, NULL);
}

const Node *locate(const Node *root, const Node *at, Str path)
{
    Search s = {0};
    const Node *from = start(root, at, &path);
    if (from)
        follow(&s, from, path, NULL);
    return s.first;
}

NodePlace locate_place(const Node *root, const Node *at, Str path)
{
    const Node *n = start(root, at, &path);
    while (n && path.len) {
        Str rest = path;
        const Node *child = node_field(n, next_step(&rest));
        if (!child)
            break;
        n = child;
        path = rest;
    }
    return (NodePlace){n, n ? path : STR("")};
}
