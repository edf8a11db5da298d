#include "rule/suppress.h"

#include "base/map.h"

/* One rule that one comment or annotation names. */
typedef struct Ignore {
    const Rule *rule; /* NULL: no rule of this name */
    Str name, reason;
    const Document *doc;
    const Object *object; /* of an annotation, which covers the object; NULL: a comment */
    uint32_t line;        /* that a comment covers; 0: the whole document */
    FindingPlace place;   /* its own */
    bool used;
} Ignore;

typedef VEC(size_t) Indexes; /* into Suppressor.list */

typedef struct Suppressor {
    Arena *arena;
    const RuleSet *rules;
    const RunOptions *options;
    Run *run;
    VEC(Ignore) list;
    Map contents; /* document -> Contents; empty until a comment asks */
    Map covers;   /* what is covered -> Indexes */
} Suppressor;

/* The objects of a document: neighbours in Run.objects, in the order of the text. */
typedef struct Contents {
    const Document *doc; /* its address is the key */
    Object *const *objects;
    size_t len;
} Contents;

static void complain(Suppressor *s, const char *id, FindingPlace place)
{
    const Rule *rule = native_rule(s->rules, s->options, str_c(id));
    if (rule)
        native_add(s->arena, s->run, rule, place);
}

/* ---- comments ---- */

static void index_contents(Suppressor *s)
{
    map_init(&s->contents, s->arena);
    Contents *last = NULL;
    for (size_t i = 0; i < s->run->objects.len; i++) {
        Object *const *at = &s->run->objects.items[i];
        if (!last || last->doc != (*at)->doc) {
            last = arena_new(s->arena, Contents);
            *last = (Contents){(*at)->doc, at, 0};
            *map_at(&s->contents, (Str){(const char *)&last->doc, sizeof last->doc}) = last;
        }
        last->len++;
    }
}

/* The object of a document that a comment stands in or before; NULL when the document has none. */
static const Object *object_near(Suppressor *s, const Document *doc, uint32_t off)
{
    if (!s->contents.arena)
        index_contents(s);
    const Contents *in = map_find(&s->contents, (Str){(const char *)&doc, sizeof doc});
    if (!in)
        return NULL;
    size_t low = 0, high = in->len; /* the last object that begins before it, or the first */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (in->objects[middle]->root->span.off <= off)
            low = middle;
        else
            high = middle;
    }
    return in->objects[low];
}

/* A comment on a line of its own covers the next line that is neither empty nor a comment. */
static uint32_t line_covered(const Source *src, const Comment *c)
{
    uint32_t line = c->line;
    if (!c->alone)
        return line;
    while (line < src->lines) {
        Str text = str_trim(source_line(src, ++line));
        if (text.len && text.ptr[0] != '#')
            break;
    }
    return line;
}

static void add_ignore(Suppressor *s, Ignore ignore)
{
    ignore.rule = ruleset_find(s->rules, ignore.name);
    *vec_push(s->arena, &s->list) = ignore;
}

/* "ignore[a, b] reason"; false when it is written in another way. */
static bool comment_read(Suppressor *s, Str text, Ignore ignore)
{
    Str head, rest, name;
    if (!str_cut(text, ']', &head, &rest) || !str_cut(head, '[', &head, &text) ||
        !str_eq(str_trim(head), STR("ignore")) || !str_trim(text).len)
        return false;
    ignore.reason = str_trim(rest);
    while (str_next(&text, ',', &name)) {
        ignore.name = str_trim(name);
        add_ignore(s, ignore);
    }
    return true;
}

static void add_comment(Suppressor *s, const Document *doc, const Comment *c)
{
    Str text = c->text, tag = STR("gpulint:");
    const Object *o = str_starts(text, tag) ? object_near(s, doc, c->off) : NULL;
    if (!o || o->context)
        return;
    bool before = c->alone && c->line < source_place(doc->source, doc->root.span.off).line;
    Ignore ignore = {.doc = doc, .line = before ? 0 : line_covered(doc->source, c)};
    const Node *name = object_field(o, STR("metadata.name"));
    ignore.place = finding_place(s->arena, o, (NodePlace){name ? name : o->root, STR("")});
    ignore.place.span.off = c->off;
    ignore.place.span.len = (uint32_t)(text.ptr + text.len - doc->source->text.ptr) - c->off;
    if (comment_read(s, str_trim(str_skip(text, tag.len)), ignore))
        return;
    ignore.place.message = STR("this comment suppresses nothing: it is written "
                               "`# gpulint: ignore[rule-id] reason`");
    complain(s, "suppression-unknown-rule", ignore.place);
}

/* Comments belong to the document in whose lines they stand. */
static void add_comments(Suppressor *s, const Stream *stream)
{
    if (!stream->documents.len)
        return;
    const Document *first = stream->documents.items[0];
    size_t d = 0;
    for (size_t i = 0; i < first->comment_count; i++) {
        const Comment *c = &first->comments[i];
        while (d + 1 < stream->documents.len &&
               stream->documents.items[d + 1]->first_line <= c->line)
            d++;
        add_comment(s, stream->documents.items[d], c);
    }
}

/* ---- annotations ---- */

static void add_annotations(Suppressor *s, const Object *o)
{
    const Node *annotations = object_field(o, STR("metadata.annotations"));
    Str prefix = STR("ignore.gpulint/");
    if (!annotations || annotations->kind != NODE_MAP || o->context)
        return;
    for (uint32_t i = 0; i < annotations->len; i++) {
        const Member *m = &annotations->as.members[i];
        if (!str_starts(m->key->name, prefix))
            continue;
        FindingPlace place = finding_place(s->arena, o, (NodePlace){&m->value, STR("")});
        place.span = m->key_span;
        add_ignore(s, (Ignore){.name = str_skip(m->key->name, prefix.len),
                               .reason = str_trim(node_str(&m->value)),
                               .doc = o->doc,
                               .object = o,
                               .place = place});
    }
}

/* ---- which findings are covered ---- */

/* What a suppression covers, as a key: an object, a line of a source, or a document. */
static Str cover_key(Arena *a, const void *holder, uint32_t line, Str rule)
{
    return arena_printf(a, "%p %u %.*s", holder, line, STR_ARG(rule));
}

static Str ignore_key(Arena *a, const Ignore *g)
{
    Str rule = g->rule->spec->id;
    if (g->object)
        return cover_key(a, g->object, 0, rule);
    return g->line ? cover_key(a, g->doc->source, g->line, rule) : cover_key(a, g->doc, 0, rule);
}

static void index_covers(Suppressor *s)
{
    map_init(&s->covers, s->arena);
    for (size_t i = 0; i < s->list.len; i++) {
        const Ignore *g = &s->list.items[i];
        if (!g->rule || !g->reason.len)
            continue;
        void **slot = map_at(&s->covers, ignore_key(s->arena, g));
        if (!*slot)
            *slot = arena_new(s->arena, Indexes);
        Indexes *covering = *slot;
        *vec_push(s->arena, covering) = i;
    }
}

static bool use(Suppressor *s, Str key)
{
    Indexes *covering = map_find(&s->covers, key);
    for (size_t i = 0; covering && i < covering->len; i++)
        s->list.items[covering->items[i]].used = true;
    return covering != NULL;
}

static uint32_t line_of(const Source *src, Span at)
{
    return source_place(src, at.off).line;
}

/* Its own line and those of the keys above it, up to the object. */
static bool line_ignored(Suppressor *s, const Finding *f)
{
    const Source *src = f->place.object->doc->source;
    uint32_t line = line_of(src, f->place.span);
    bool ignored = use(s, cover_key(s->arena, src, line, f->rule_id));
    for (const Node *n = f->place.at.node; n && n != f->place.object->root; n = n->parent) {
        const Member *m = node_member(n);
        uint32_t above = line_of(src, m ? m->key_span : n->span);
        if (above != line)
            ignored |= use(s, cover_key(s->arena, src, above, f->rule_id));
        line = above;
    }
    return ignored;
}

static bool is_ignored(Suppressor *s, const Finding *f)
{
    const Object *o = f->place.object;
    bool ignored = line_ignored(s, f);
    ignored |= use(s, cover_key(s->arena, o->doc, 0, f->rule_id));
    ignored |= use(s, cover_key(s->arena, o, 0, f->rule_id));
    return ignored;
}

/* ---- what is wrong with the suppressions themselves ---- */

static void review(Suppressor *s, Ignore *g)
{
    Arena *a = s->arena;
    if (!g->rule) {
        Str near = ruleset_suggest(s->rules, g->name);
        g->place.message = arena_printf(a,
                                        near.len ? "there is no rule '%.*s'; did you mean '%.*s'?"
                                                 : "there is no rule '%.*s'%.*s",
                                        STR_ARG(g->name), STR_ARG(near));
        complain(s, "suppression-unknown-rule", g->place);
    } else if (!g->reason.len) {
        g->place.message =
            arena_printf(a, "a suppression needs a reason: without one %.*s is reported as before",
                         STR_ARG(g->name));
        complain(s, "suppression-without-reason", g->place);
    } else if (!g->used && !rule_is_off(g->rule)) {
        g->place.message = arena_printf(a, "%.*s has nothing to say here: remove the suppression",
                                        STR_ARG(g->name));
        complain(s, "suppression-unused", g->place);
    }
}

void suppress(Arena *a, const RuleSet *rules, const RunOptions *options, Run *run)
{
    Suppressor s = {.arena = a, .rules = rules, .options = options, .run = run};
    for (size_t i = 0; i < run->streams.len; i++)
        add_comments(&s, run->streams.items[i]);
    for (size_t i = 0; options->annotations && i < run->objects.len; i++) {
        const Object *o = run->objects.items[i];
        if (!options->only || o == options->only)
            add_annotations(&s, o);
    }
    if (!s.list.len)
        return;
    index_covers(&s);
    size_t kept = 0;
    for (size_t i = 0; i < run->findings.list.len; i++) {
        if (!is_ignored(&s, &run->findings.list.items[i]))
            run->findings.list.items[kept++] = run->findings.list.items[i];
    }
    run->findings.list.len = kept;
    for (size_t i = 0; i < s.list.len; i++)
        review(&s, &s.list.items[i]);
}
