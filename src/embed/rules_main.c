/* embed-rules DIR OUT.c: reads the rules of a folder with the program's own loader, compiles them,
 * judges their examples, and writes them as constant tables. Runs at build time only; a rule that
 * does not hold ends the build. */
#include "rule/ruleset.h"
#include "rule/selftest.h"

#include <inttypes.h>
#include <stdio.h>

/* This program makes the built-in rules; it has none. */
const RuleTable BUILTIN_RULES = {0};

typedef struct Writer {
    FILE *out;
    Arena *arena;
    size_t arrays; /* so many are written: A0, A1 … */
} Writer;

typedef void (*WriteItem)(Writer *w, const void *item);

enum { LINE = 90 };

static void write_str(Writer *w, const void *item)
{
    const Str *s = item;
    fputs("{\"", w->out);
    for (size_t i = 0; i < s->len; i++) {
        unsigned char c = (unsigned char)s->ptr[i];
        if (i && i % LINE == 0)
            fputs("\"\n    \"", w->out);
        /* Octal of three digits: a digit that follows does not belong to it. */
        if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?')
            fprintf(w->out, "\\%03o", c);
        else
            fputc(c, w->out);
    }
    fprintf(w->out, "\", %zu}", s->len);
}

static void write_text(Writer *w, const void *item)
{
    const RuleText *t = item;
    fputs("{.text = ", w->out);
    write_str(w, &t->text);
    fprintf(w->out, ", .line = %" PRIu32 ", .column = %" PRIu32 "}", t->line, t->column);
}

/* ",\n .name = " and the value. */
static void member(Writer *w, const char *name, WriteItem write, const void *value)
{
    fprintf(w->out, ",\n .%s = ", name);
    write(w, value);
}

static void text_member(Writer *w, const char *name, const RuleText *t)
{
    if (t->text.ptr)
        member(w, name, write_text, t);
}

static void write_each(Writer *w, const void *item)
{
    const RuleEach *each = item;
    fputs("{.name = ", w->out);
    write_str(w, &each->name);
    text_member(w, "list", &each->list);
    fputs("}", w->out);
}

static void write_related(Writer *w, const void *item)
{
    const RuleRelated *r = item;
    fputs("{.each = ", w->out);
    write_each(w, &r->each);
    text_member(w, "at", &r->at);
    text_member(w, "message", &r->message);
    fputs("}", w->out);
}

static void write_let(Writer *w, const void *item)
{
    const RuleLet *let = item;
    fputs("{.name = ", w->out);
    write_str(w, &let->name);
    text_member(w, "value", &let->value);
    fputs("}", w->out);
}

static void write_param(Writer *w, const void *item)
{
    const RuleParam *p = item;
    fputs("{.name = ", w->out);
    write_str(w, &p->name);
    member(w, "type", write_str, &p->type);
    member(w, "doc", write_str, &p->doc);
    text_member(w, "value", &p->value);
    fputs("}", w->out);
}

static void write_expect(Writer *w, const void *item)
{
    const RuleExpect *e = item;
    fprintf(w->out, "{.severity = %d", e->severity);
    member(w, "path", write_str, &e->path);
    member(w, "message", write_str, &e->message);
    fputs("}", w->out);
}

static void write_reserved(Writer *w, const void *item)
{
    const Reserved *r = item;
    fprintf(w->out, "{.node = NULL");
    member(w, "id", write_str, &r->id);
    member(w, "instance_type", write_str, &r->instance_type);
    member(w, "zone", write_str, &r->zone);
    member(w, "type", write_str, &r->type);
    member(w, "end", write_str, &r->end);
    fputs("}", w->out);
}

/* ---- arrays: each is written before the struct that refers to it ---- */

typedef struct Slice {
    size_t id, len;
} Slice;

static void write_slice(Writer *w, const void *item)
{
    const Slice *s = item;
    fprintf(w->out, "{A%zu, %zu}", s->id, s->len);
}

static void slice_member(Writer *w, const char *name, const Slice *s)
{
    if (s->len)
        member(w, name, write_slice, s);
}

/* How the items of an array are written. */
typedef struct ItemType {
    const char *name;
    size_t size;
    WriteItem write;
} ItemType;

static Slice write_array(Writer *w, ItemType type, const void *items, size_t len)
{
    Slice made = {w->arrays, len};
    if (!len)
        return made;
    w->arrays++;
    fprintf(w->out, "static const %s A%zu[] = {\n", type.name, made.id);
    for (size_t i = 0; i < len; i++) {
        type.write(w, (const char *)items + i * type.size);
        fputs(",\n", w->out);
    }
    fputs("};\n", w->out);
    return made;
}

#define WRITE_ARRAY(w, type, slice, write) \
    write_array(w, (ItemType){#type, sizeof(type), write}, (slice).items, (slice).len)

/* A check, a case or a rule with the arrays that it refers to. */
typedef struct CheckItem {
    const RuleCheck *check;
    Slice at, related;
} CheckItem;

static void write_check(Writer *w, const void *item)
{
    const CheckItem *i = item;
    fprintf(w->out, "{.severity = %d", i->check->severity);
    if (i->check->each.list.text.ptr)
        member(w, "each", write_each, &i->check->each);
    text_member(w, "when", &i->check->when);
    text_member(w, "require", &i->check->require);
    text_member(w, "message", &i->check->message);
    slice_member(w, "at", &i->at);
    slice_member(w, "related", &i->related);
    fputs("}", w->out);
}

/* Checks that share their places share them in the tables too: the engine compares the pointers. */
static Slice write_checks(Writer *w, RuleChecks list)
{
    CheckItem *items = arena_array(w->arena, CheckItem, list.len);
    for (size_t i = 0; i < list.len; i++) {
        const RuleCheck *c = &list.items[i];
        items[i].check = c;
        items[i].related = WRITE_ARRAY(w, RuleRelated, c->related, write_related);
        size_t same = 0;
        while (list.items[same].at.items != c->at.items)
            same++;
        items[i].at = same < i ? items[same].at : WRITE_ARRAY(w, RuleText, c->at, write_text);
    }
    return write_array(w, (ItemType){"RuleCheck", sizeof *items, write_check}, items, list.len);
}

typedef struct CaseItem {
    const RuleCase *made;
    Slice params, expect, reservations;
} CaseItem;

static void write_case(Writer *w, const void *item)
{
    const CaseItem *i = item;
    const RuleCase *c = i->made;
    const Platform *p = &c->platform;
    fprintf(w->out, "{.bad = %d, .complete = %d, .now = %" PRId64 ", .line = %" PRIu32, c->bad,
            c->complete, c->now, c->line);
    fprintf(w->out,
            ",\n .platform = {.kubernetes_minor = %d, .karpenter_minor = %d, .mode = %d,"
            " .dra = %d, .extended_resource_toleration = %d",
            p->kubernetes_minor, p->karpenter_minor, p->mode, p->dra,
            p->extended_resource_toleration);
    member(w, "region", write_str, &p->region);
    slice_member(w, "reservations", &i->reservations);
    fputs("}", w->out);
    member(w, "title", write_str, &c->title);
    member(w, "input", write_str, &c->input);
    member(w, "rule", write_str, &c->rule);
    slice_member(w, "params", &i->params);
    slice_member(w, "expect", &i->expect);
    fputs("}", w->out);
}

static Slice write_cases(Writer *w, RuleCases list)
{
    CaseItem *items = arena_array(w->arena, CaseItem, list.len);
    for (size_t i = 0; i < list.len; i++) {
        items[i].made = &list.items[i];
        items[i].params = WRITE_ARRAY(w, RuleLet, list.items[i].params, write_let);
        items[i].expect = WRITE_ARRAY(w, RuleExpect, list.items[i].expect, write_expect);
        items[i].reservations =
            WRITE_ARRAY(w, Reserved, list.items[i].platform.reservations, write_reserved);
    }
    return write_array(w, (ItemType){"RuleCase", sizeof *items, write_case}, items, list.len);
}

/* ---- rules ---- */

typedef struct RuleItem {
    const RuleSpec *spec;
    RuleNeeds needs;
    Slice on, kinds, aliases, yields, params, lets, checks, doc;
} RuleItem;

static Slice write_doc(Writer *w, const RuleDoc *doc)
{
    Slice see = WRITE_ARRAY(w, Str, doc->see, write_str), cases = write_cases(w, doc->cases);
    Slice made = {w->arrays++, 1};
    fprintf(w->out, "static const RuleDoc A%zu = {.title = ", made.id);
    write_str(w, &doc->title);
    slice_member(w, "see", &see);
    member(w, "why", write_str, &doc->why);
    member(w, "how", write_str, &doc->how);
    member(w, "fix", write_str, &doc->fix);
    slice_member(w, "cases", &cases);
    fputs("};\n", w->out);
    return made;
}

static RuleItem write_parts(Writer *w, const RuleSpec *spec, RuleNeeds needs)
{
    return (RuleItem){
        .spec = spec,
        .needs = needs,
        .on = WRITE_ARRAY(w, Str, spec->on, write_str),
        .kinds = WRITE_ARRAY(w, Str, spec->kinds, write_str),
        .aliases = WRITE_ARRAY(w, Str, spec->aliases, write_str),
        .yields = WRITE_ARRAY(w, Str, spec->yields, write_str),
        .params = WRITE_ARRAY(w, RuleParam, spec->params, write_param),
        .lets = WRITE_ARRAY(w, RuleLet, spec->lets, write_let),
        .checks = write_checks(w, spec->checks),
        .doc = write_doc(w, spec->doc),
    };
}

static void write_range(Writer *w, const void *item)
{
    const RuleRange *r = item;
    fprintf(w->out, "{%" PRId32 ", %" PRId32 "}", r->from, r->below);
}

static void write_rule(Writer *w, const void *item)
{
    const RuleItem *i = item;
    const RuleSpec *s = i->spec;
    fprintf(w->out, "{.severity = %d, .needs = %d, .off = %d, .doc = &A%zu", s->severity, i->needs,
            s->off, i->doc.id);
    member(w, "id", write_str, &s->id);
    member(w, "area", write_str, &s->area);
    member(w, "file", write_str, &s->file);
    slice_member(w, "on", &i->on);
    slice_member(w, "kinds", &i->kinds);
    slice_member(w, "aliases", &i->aliases);
    slice_member(w, "yields", &i->yields);
    member(w, "versions.kubernetes", write_range, &s->versions.kubernetes);
    member(w, "versions.karpenter", write_range, &s->versions.karpenter);
    slice_member(w, "params", &i->params);
    slice_member(w, "lets", &i->lets);
    text_member(w, "when", &s->when);
    if (s->each.list.text.ptr)
        member(w, "each", write_each, &s->each);
    slice_member(w, "checks", &i->checks);
    fputs("}", w->out);
}

static void write_rules(Writer *w, RuleSet *set)
{
    size_t count = ruleset_total(set);
    RuleItem *items = arena_array(w->arena, RuleItem, count);
    fputs("/* Made by embed-rules from the rule files. */\n#include \"rule/ruleset.h\"\n\n",
          w->out);
    for (size_t i = 0; i < count; i++)
        items[i] = write_parts(w, ruleset_rule(set, i)->spec, ruleset_rule(set, i)->needs);
    Slice rules = write_array(w, (ItemType){"RuleSpec", sizeof *items, write_rule}, items, count);
    fputs("const RuleTable BUILTIN_RULES = ", w->out);
    write_slice(w, &rules);
    fputs(";\n", w->out);
}

/* ---- the program ---- */

static void tell_diags(const Diags *d)
{
    for (size_t i = 0; i < d->list.len; i++) {
        const Diag *m = &d->list.items[i];
        if (m->source) {
            LineColumn at = source_place(m->source, m->at.off);
            fprintf(stderr, "%.*s:%" PRIu32 ":%" PRIu32 ": ", STR_ARG(m->source->name), at.line,
                    at.column);
        }
        fprintf(stderr, "%.*s\n", STR_ARG(m->message));
    }
}

static bool tell_failures(const Selftest *t)
{
    for (size_t i = 0; i < t->failures.len; i++) {
        const SelftestFailure *f = &t->failures.items[i];
        fprintf(stderr, "%.*s:%" PRIu32 ": %.*s\n", STR_ARG(f->file), f->line, STR_ARG(f->message));
    }
    if (t->failures.len)
        fprintf(stderr, "%zu failures in %zu examples of %zu rules\n", t->failures.len, t->examples,
                t->rules);
    return t->failures.len == 0;
}

static bool write_file(const char *path, Writer *w, RuleSet *set)
{
    w->out = fopen(path, "w");
    if (!w->out)
        return false;
    write_rules(w, set);
    bool good = !ferror(w->out);
    if (fclose(w->out) || !good) {
        (void)remove(path);
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: embed-rules DIR OUT.c\n");
        return 2;
    }
    Arena a;
    Diags d;
    Selftest tested = {0};
    arena_init(&a, SIZE_MAX);
    diags_init(&d, &a);
    RuleSet *set = ruleset_new(&a);
    bool good = ruleset_add_folder(set, str_c(argv[1]), &d);
    tell_diags(&d);
    selftest_run(&a, set, facts_builtin(), &tested);
    good &= tell_failures(&tested);
    Writer w = {.arena = &a};
    if (good && !write_file(argv[2], &w, set)) {
        fprintf(stderr, "%s: cannot be written\n", argv[2]);
        good = false;
    }
    arena_free(&a);
    return good ? 0 : 1;
}
