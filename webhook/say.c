#include "webhook/say.h"

#include "base/limits.h"
#include "base/utf8.h"

enum {
    TAIL_SPACE = 128, /* bytes of a deny message for "and N more: " and the versions' note */
    KEY_MOST = 63,    /* of an audit annotation: a label's name */
    LINE_MOST = 600   /* characters of one error in a deny message: the repair comes last in it */
};

#define FAULT      "gpulint could not judge this object: %.*s"
#define CUT        "…"
#define AS_APPLIED " (as applied)"

static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c <= 0x9F);
}

Str say_clean(Arena *a, Str text, size_t most)
{
    Buf out;
    buf_init(&out, a, text.len * 3 + sizeof CUT); /* a bad byte becomes three */
    while (text.len > 0) {
        if (most-- == 0) {
            buf_add(&out, STR(CUT));
            break;
        }
        size_t len;
        char bytes[4];
        uint32_t c = utf8_decode(text, &len);
        buf_add(&out, (Str){bytes, utf8_encode(is_control(c) ? ' ' : c, bytes)});
        text = str_skip(text, len);
    }
    return buf_str(&out);
}

/* "[rule] path: message" in one line of at most so many characters. */
static Str line_of(Arena *a, const Finding *f, size_t most)
{
    Str path = f->place.path;
    Str line = path.len > 0
                   ? arena_printf(a, "[%.*s] %.*s: %.*s", STR_ARG(f->rule_id), STR_ARG(path),
                                  STR_ARG(f->place.message))
                   : arena_printf(a, "[%.*s] %.*s", STR_ARG(f->rule_id), STR_ARG(f->place.message));
    return say_clean(a, line, most);
}

/* Findings in an order that names every rule early: the first of each rule, then the others. */
typedef struct ByRule {
    Arena *arena;
    Map seen; /* rule ids */
    FindingList first, again;
} ByRule;

static void sort_in(ByRule *by, const FindingList *list)
{
    for (size_t i = 0; i < list->len; i++) {
        void **slot = map_at(&by->seen, list->items[i]->rule_id);
        finding_list_add(by->arena, *slot ? &by->again : &by->first, list->items[i]);
        *slot = by;
    }
}

/* `firsts` is how many rules there are. */
static FindingList by_rule(Arena *a, const Verdict *v, size_t *firsts)
{
    ByRule by = {.arena = a};
    map_init(&by.seen, a);
    sort_in(&by, &v->denying);
    sort_in(&by, &v->errors);
    *firsts = by.first.len;
    for (size_t i = 0; i < by.again.len; i++)
        finding_list_add(a, &by.first, by.again.items[i]);
    return by.first;
}

/* Bytes that the ids of items[from..firsts) take in a list. */
static size_t ids_length(const FindingList *list, size_t from, size_t firsts)
{
    size_t len = 0;
    for (size_t i = from; i < firsts; i++)
        len += list->items[i]->rule_id.len + 2;
    return len;
}

static void add_tail(Buf *out, const FindingList *list, size_t from, size_t firsts)
{
    if (from == list->len)
        return;
    buf_printf(out, "\nand %zu more", list->len - from);
    for (size_t i = from; i < firsts; i++)
        buf_printf(out, "%s%.*s", i == from ? ": " : ", ", STR_ARG(list->items[i]->rule_id));
}

static void add_versions(Buf *out, const ReviewRequest *r)
{
    if (r->asked.version.len > 0 && !str_eq(r->asked.version, r->kind.version))
        buf_printf(out, "\n(paths are those of version %.*s)",
                   STR_ARG(str_slice(r->kind.version, 0, KEY_MOST)));
}

Str say_denial(Arena *a, const Verdict *v, const ReviewRequest *r)
{
    size_t firsts, i = 0;
    FindingList list = by_rule(a, v, &firsts);
    Buf out;
    buf_init(&out, a, LIMIT_DENY);
    if (v->fault.len > 0)
        buf_printf(&out, FAULT "\n", STR_ARG(v->fault));
    for (; i < list.len; i++) {
        Str line = line_of(a, list.items[i], LINE_MOST);
        size_t need = out.len + line.len + ids_length(&list, i + 1, firsts) + TAIL_SPACE;
        if (need > LIMIT_DENY)
            break;
        if (i > 0)
            buf_char(&out, '\n');
        buf_add(&out, line);
    }
    add_tail(&out, &list, i, firsts);
    add_versions(&out, r);
    return buf_str(&out);
}

typedef struct Warnings {
    TextList *list;
    size_t used, left_out; /* characters; findings */
} Warnings;

static void add_warnings(Arena *a, const FindingList *list, const char *suffix, Warnings *out)
{
    for (size_t i = 0; i < list->len; i++) {
        if (out->used > LIMIT_WARNINGS - LIMIT_WARNING - TAIL_SPACE) {
            out->left_out += list->len - i;
            return;
        }
        Str line = line_of(a, list->items[i], LIMIT_WARNING - sizeof AS_APPLIED);
        Str text = arena_printf(a, "%.*s%s", STR_ARG(line), suffix);
        out->used += utf8_count(text);
        *vec_push(a, out->list) = text;
    }
}

void say_warnings(Arena *a, const Verdict *v, TextList *out)
{
    if (v->fault.len > 0)
        *vec_push(a, out) = arena_printf(a, FAULT, STR_ARG(v->fault));
    Warnings w = {.list = out, .used = out->len * LIMIT_WARNING};
    add_warnings(a, &v->errors, "", &w);
    add_warnings(a, &v->warnings, "", &w);
    add_warnings(a, &v->applied, AS_APPLIED, &w);
    if (w.left_out > 0)
        *vec_push(a, out) = arena_printf(a, "gpulint: and %zu more warnings", w.left_out);
}

/* NUL-terminated, as every key that is written. */
static Str note_key(Arena *a, Str rule_id)
{
    Str key = str_slice(rule_id, 0, KEY_MOST);
    while (str_ends(key, STR("-")))
        key.len--;
    return arena_copy(a, key);
}

static Note *find_note(const NoteList *list, Str key)
{
    for (size_t i = 0; i < list->len; i++) {
        if (str_eq(list->items[i].key, key))
            return &list->items[i];
    }
    return NULL;
}

void say_notes(Arena *a, const Verdict *v, NoteList *out)
{
    for (size_t i = 0; i < v->infos.len; i++) {
        const Finding *f = v->infos.items[i];
        Str key = note_key(a, f->rule_id);
        Str text = say_clean(
            a, arena_printf(a, "%.*s: %.*s", STR_ARG(f->place.path), STR_ARG(f->place.message)),
            LIMIT_WARNING);
        Note *note = find_note(out, key);
        if (!note && out->len < LIMIT_AUDITS)
            *vec_push(a, out) = (Note){key, text};
        else if (note && note->value.len + text.len + 2 <= LIMIT_AUDIT)
            note->value = arena_printf(a, "%.*s; %.*s", STR_ARG(note->value), STR_ARG(text));
    }
}
