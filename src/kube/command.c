#include "kube/command.h"

static const Str LISTS[] = {STR_INIT("command"), STR_INIT("args")};

static bool separates(char c)
{
    return (unsigned char)c <= ' ' || c == '"' || c == '\'';
}

static bool next_word(Str *rest, Str *word)
{
    size_t from = 0;
    while (from < rest->len && separates(rest->ptr[from]))
        from++;
    size_t to = from;
    while (to < rest->len && !separates(rest->ptr[to]))
        to++;
    *word = str_slice(*rest, from, to);
    *rest = str_skip(*rest, to);
    return word->len > 0;
}

/* ---- programs ---- */

static bool image_runs(const Container *c, Str program)
{
    const Node *image = node_field(c->node, STR("image"));
    if (!image || image->kind != NODE_STRING)
        return false;
    Str name = str_behind(node_str(image), '/');
    name = str_slice(name, 0, str_find_char(name, '@'));
    return str_eq(str_slice(name, 0, str_find_char(name, ':')), program);
}

static bool command_runs(const Container *c, Str program)
{
    const Node *list = node_field(c->node, LISTS[0]);
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        if (list->as.items[i].kind != NODE_STRING)
            continue;
        Str rest = node_str(&list->as.items[i]), word;
        while (next_word(&rest, &word))
            if (str_eq(str_behind(word, '/'), program))
                return true;
    }
    return false;
}

Tri pod_runs(const Pod *p, Str program)
{
    for (size_t i = 0; i < p->containers.list.len; i++) {
        const Container *c = p->containers.list.items[i];
        if (c->kind == CONTAINER_MAIN && (image_runs(c, program) || command_runs(c, program)))
            return TRI_YES;
    }
    return p->containers.open || p->partial ? TRI_UNKNOWN : TRI_NO;
}

/* ---- options ---- */

typedef struct Search {
    Str name;
    Flag *out;
    bool found, wants_value, open;
} Search;

static void hear(Search *s, Str word, const Node *n)
{
    Str option = word, value = STR("");
    if (s->wants_value) {
        if (!str_starts(word, STR("-")))
            s->out->value = word;
        s->wants_value = false;
        return;
    }
    if (s->found || !str_starts(word, STR("-")))
        return;
    while (str_starts(option, STR("-")))
        option = str_skip(option, 1);
    bool assigned = str_cut(option, '=', &option, &value);
    if (!str_eq(option, s->name))
        return;
    s->found = true;
    s->wants_value = !assigned;
    *s->out = (Flag){assigned ? value : STR("true"), n};
}

static void hear_list(Search *s, const Node *list)
{
    s->open |= node_open(list, NODE_LIST);
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        const Node *n = &list->as.items[i];
        s->open |= node_unknown(n);
        Str rest = n->kind == NODE_STRING ? node_str(n) : STR(""), word;
        while (next_word(&rest, &word))
            hear(s, word, n);
    }
}

Tri pod_flag(const Pod *p, Str name, Flag *out)
{
    Search s = {.name = name, .out = out, .open = p->containers.open || p->partial};
    *out = (Flag){STR(""), NULL};
    for (size_t i = 0; i < p->containers.list.len; i++) {
        const Container *c = p->containers.list.items[i];
        for (size_t k = 0; c->kind == CONTAINER_MAIN && k < sizeof LISTS / sizeof *LISTS; k++)
            hear_list(&s, node_field(c->node, LISTS[k]));
        s.wants_value = false;
    }
    if (s.found)
        return node_unknown(out->node) ? TRI_UNKNOWN : TRI_YES;
    return s.open ? TRI_UNKNOWN : TRI_NO;
}
