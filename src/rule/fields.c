#include "rule/fields.h"

#include "base/ascii.h"
#include "base/nearest.h"

static const char *const KIND_NAMES[] = {
    [NODE_NULL] = "nothing",    [NODE_BOOL] = "a boolean",  [NODE_INT] = "an integer",
    [NODE_DOUBLE] = "a number", [NODE_STRING] = "a string", [NODE_LIST] = "a list",
    [NODE_MAP] = "a map",
};

void field_wrong(Reader *r, const Node *value, const char *wanted)
{
    diag_error(r->diags, r->file, value->span, "expected %s, found %s", wanted,
               KIND_NAMES[value->kind]);
}

Str field_key(const Reader *r, const Member *m)
{
    Str text = source_slice(r->file, m->key_span);
    bool quoted = text.len >= 2 && (text.ptr[0] == '"' || text.ptr[0] == '\'');
    return quoted ? m->key->name : text;
}

const Member *field_member(const Reader *r, const Node *map, const char *name)
{
    for (uint32_t i = 0; i < map->len; i++) {
        if (str_eq(field_key(r, &map->as.members[i]), str_c(name)))
            return &map->as.members[i];
    }
    return NULL;
}

static const Field *field_find(const Field *fields, Str name)
{
    for (const Field *f = fields; f->name; f++) {
        if (str_eq(str_c(f->name), name))
            return f;
    }
    return NULL;
}

static void unknown_key(Reader *r, const Member *m, const Field *fields, const char *what)
{
    Str name = field_key(r, m);
    Nearest near = nearest_to(name);
    for (const Field *f = fields; f->name; f++)
        nearest_offer(&near, str_c(f->name));
    diag_error(r->diags, r->file, m->key_span,
               near.best.len ? "'%.*s' is no key of %s; did you mean '%.*s'?"
                             : "'%.*s' is no key of %s%.*s",
               STR_ARG(name), what, STR_ARG(near.best));
}

void fields_read(Reader *r, const Node *map, const Field *fields, const char *what, void *out)
{
    if (map->kind != NODE_MAP) {
        field_wrong(r, map, what);
        return;
    }
    for (uint32_t i = 0; i < map->len; i++) {
        const Member *m = &map->as.members[i];
        const Field *f = field_find(fields, field_key(r, m));
        if (f)
            f->read(r, &m->value, (char *)out + f->at);
        else
            unknown_key(r, m, fields, what);
    }
    const Member *holder = node_member(map);
    Span at = holder ? holder->key_span : (Span){map->span.off, 0};
    for (const Field *f = fields; f->name; f++) {
        if (f->required && !field_member(r, map, f->name))
            diag_error(r->diags, r->file, at, "%s needs '%s'", what, f->name);
    }
}

void *fields_list(Reader *r, const Node *value, FieldRead read, size_t size)
{
    if (value->kind != NODE_LIST) {
        field_wrong(r, value, "a list");
        return NULL;
    }
    char *items = arena_zalloc(r->arena, value->len, size, alignof(max_align_t));
    for (size_t i = 0; i < value->len; i++)
        read(r, &value->as.items[i], items + i * size);
    return items;
}

void field_node(Reader *r, const Node *value, void *out)
{
    (void)r;
    *(const Node **)out = value;
}

void field_str(Reader *r, const Node *value, void *out)
{
    Str text = str_trim(node_str(value));
    if (value->kind != NODE_STRING)
        field_wrong(r, value, "a string");
    else if (!text.len)
        diag_error(r->diags, r->file, value->span, "must not be empty");
    *(Str *)out = text;
}

void field_strs(Reader *r, const Node *value, void *out)
{
    bool many = value->kind == NODE_LIST;
    size_t count = many ? value->len : 1;
    Str *items = arena_array(r->arena, Str, count);
    for (size_t i = 0; i < count; i++)
        field_str(r, many ? &value->as.items[i] : value, &items[i]);
    *(RuleStrs *)out = (RuleStrs){items, count};
}

void field_bool(Reader *r, const Node *value, void *out)
{
    if (value->kind == NODE_BOOL)
        *(bool *)out = value->as.boolean;
    else
        field_wrong(r, value, "true or false");
}

void field_severity(Reader *r, const Node *value, void *out)
{
    Str text = node_text(value);
    Severity severity = SEVERITY_OFF;
    if (value->kind == NODE_STRING && severity_parse(node_str(value), &severity) && severity)
        *(Severity *)out = severity;
    else
        diag_error(r->diags, r->file, value->span,
                   "severity '%.*s' is none of error, warning, info", STR_ARG(text));
}

/* The slice of the file that the CEL compiler may read in place of the decoded text: quotes and a
 * block scalar's header are left out; line breaks and indentation are white space to CEL. */
static bool raw_slice(const Source *file, const Node *n, Span *out)
{
    Str text = source_slice(file, n->span);
    if (n->flags & NODE_ALIAS || !text.len)
        return false;
    size_t from = 0, to = text.len;
    char first = text.ptr[0];
    if (first == '|' || first == '>') {
        from = str_find_char(text, '\n');
    } else if (first == '"' || first == '\'') {
        Str inside = str_slice(text, 1, text.len - 1);
        if (text.len < 2 || str_find_char(inside, '\\') < inside.len ||
            str_contains(inside, STR("''")))
            return false;
        from = 1;
        to = text.len - 1;
    }
    *out = (Span){n->span.off + (uint32_t)from, (uint32_t)(to - from)};
    return true;
}

static void text_read(Reader *r, const Node *value, bool raw, RuleText *out)
{
    if (value->kind == NODE_LIST || value->kind == NODE_MAP || value->kind == NODE_NULL) {
        field_wrong(r, value, raw ? "an expression" : "a text");
        return;
    }
    Str text = node_scalar(value);
    if (!str_trim(text).len)
        diag_error(r->diags, r->file, value->span, "must not be empty");
    Span slice = value->span;
    bool exact = raw ? raw_slice(r->file, value, &slice) : !(value->flags & NODE_DECODED);
    if (exact && raw)
        text = source_slice(r->file, slice);
    else if (exact) /* an undecoded string lies in the file */
        slice.off = (uint32_t)(text.ptr - r->file->text.ptr);
    LineColumn at = source_place(r->file, slice.off);
    *out = (RuleText){text, at.line, at.column, r->file, slice.off, exact};
}

void field_expr(Reader *r, const Node *value, void *out)
{
    text_read(r, value, true, out);
}

void field_template(Reader *r, const Node *value, void *out)
{
    text_read(r, value, false, out);
}

void field_exprs(Reader *r, const Node *value, void *out)
{
    bool many = value->kind == NODE_LIST;
    size_t count = many ? value->len : 1;
    RuleText *items = arena_array(r->arena, RuleText, count);
    for (size_t i = 0; i < count; i++)
        field_expr(r, many ? &value->as.items[i] : value, &items[i]);
    *(RuleTexts *)out = (RuleTexts){items, count};
}

static const char *const RESERVED[] = {
    "as",     "break", "const", "continue", "else",      "false", "for",      "function", "if",
    "import", "in",    "let",   "loop",     "namespace", "null",  "package",  "return",   "true",
    "var",    "void",  "while", "object",   "input",     "fleet", "platform", "params",   NULL,
};

static bool is_identifier(Str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        bool letter = ascii_letter(c) || c == '_';
        if (!letter && (i == 0 || !ascii_digit(c)))
            return false;
    }
    return name.len > 0;
}

void field_name(Reader *r, const Member *m)
{
    Str name = field_key(r, m);
    if (!is_identifier(name))
        diag_error(r->diags, r->file, m->key_span, "'%.*s' is no name that CEL can read",
                   STR_ARG(name));
    for (const char *const *word = RESERVED; *word; word++) {
        if (str_eq(str_c(*word), name))
            diag_error(r->diags, r->file, m->key_span, "'%.*s' is a reserved name", STR_ARG(name));
    }
}

void field_each(Reader *r, const Node *value, void *out)
{
    RuleEach *each = out;
    each->name = STR("it");
    if (value->kind != NODE_MAP) {
        field_expr(r, value, &each->list);
    } else if (value->len != 1) {
        diag_error(r->diags, r->file, value->span, "`each` binds one name: {name: list}");
    } else {
        const Member *m = value->as.members;
        each->name = field_key(r, m);
        field_name(r, m);
        field_expr(r, &m->value, &each->list);
    }
}
