/* Parameters and versions of a rule. */
#include "base/duration.h"
#include "base/quantity.h"
#include "rule/fields.h"

/* ---- parameters: a value of a document as a CEL literal ---- */

/* A CEL string literal; what could end or escape it is written as \u00XX. */
static void literal_string(Buf *out, Str text)
{
    buf_char(out, '\'');
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (c < 0x20 || c == '\'' || c == '\\')
            buf_printf(out, "\\u%04x", c);
        else
            buf_char(out, (char)c);
    }
    buf_char(out, '\'');
}

static bool literal_int(Buf *out, const Node *value)
{
    buf_printf(out, "%lld", (long long)value->as.integer);
    return value->kind == NODE_INT;
}

static bool literal_double(Buf *out, const Node *value)
{
    double real = value->kind == NODE_INT ? (double)value->as.integer : value->as.real;
    buf_printf(out, "double('%.17g')", real);
    return value->kind == NODE_INT || value->kind == NODE_DOUBLE;
}

static bool literal_bool(Buf *out, const Node *value)
{
    buf_add(out, value->as.boolean ? STR("true") : STR("false"));
    return value->kind == NODE_BOOL;
}

static bool literal_text(Buf *out, const Node *value)
{
    literal_string(out, node_str(value));
    return value->kind == NODE_STRING;
}

static bool literal_duration(Buf *out, const Node *value)
{
    int64_t ns;
    buf_add(out, STR("duration("));
    literal_string(out, node_str(value));
    buf_char(out, ')');
    return value->kind == NODE_STRING && duration_parse(node_str(value), &ns);
}

static bool literal_quantity(Buf *out, const Node *value)
{
    Quantity q;
    const char *why;
    Str text = node_scalar(value);
    buf_add(out, STR("quantity("));
    literal_string(out, text);
    buf_char(out, ')');
    return value->kind != NODE_MAP && value->kind != NODE_LIST && quantity_parse(text, &q, &why);
}

static bool literal_strings(Buf *out, const Node *value)
{
    bool good = value->kind == NODE_LIST;
    buf_char(out, '[');
    for (uint32_t i = 0; good && i < value->len; i++) {
        buf_add(out, i ? STR(", ") : STR(""));
        good = literal_text(out, &value->as.items[i]);
    }
    buf_char(out, ']');
    return good;
}

static const struct {
    const char *type;
    bool (*write)(Buf *out, const Node *value); /* false: another kind of value */
} TYPES[] = {
    {"int",          literal_int     },
    {"double",       literal_double  },
    {"bool",         literal_bool    },
    {"string",       literal_text    },
    {"duration",     literal_duration},
    {"quantity",     literal_quantity},
    {"list(string)", literal_strings },
};

bool rule_literal(Arena *a, Str type, const Node *value, Diags *d, Str *out)
{
    const Source *file = node_document(value)->source;
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        if (!str_eq(type, str_c(TYPES[i].type)))
            continue;
        Buf text;
        buf_init(&text, a, SIZE_MAX);
        if (!TYPES[i].write(&text, value))
            return diag_error(d, file, value->span, "expected a value of type %s", TYPES[i].type);
        *out = buf_str(&text);
        return true;
    }
    return diag_error(d, file, value->span,
                      "type '%.*s' is none of int, double, bool, string, duration, quantity, "
                      "list(string)",
                      STR_ARG(type));
}

typedef struct ParamDraft {
    Str type, doc;
    const Node *value;
} ParamDraft;

/* clang-format off */
static const Field PARAM_FIELDS[] = {
    {"default", field_node, offsetof(ParamDraft, value), true},
    {"type",    field_str,  offsetof(ParamDraft, type),  true},
    {"doc",     field_str,  offsetof(ParamDraft, doc),   true},
    {NULL, NULL, 0, false},
};
/* clang-format on */

static void param_read(Reader *r, const Member *m, RuleParam *out)
{
    ParamDraft draft = {0};
    field_name(r, m);
    fields_read(r, &m->value, PARAM_FIELDS, "a parameter", &draft);
    Str literal;
    if (!draft.value || !draft.type.len ||
        !rule_literal(r->arena, draft.type, draft.value, r->diags, &literal))
        return;
    LineColumn at = source_place(r->file, draft.value->span.off);
    RuleText text = {literal, at.line, at.column, r->file, draft.value->span.off, false};
    *out = (RuleParam){field_key(r, m), draft.type, draft.doc, text};
}

void field_params(Reader *r, const Node *value, void *out)
{
    if (value->kind != NODE_MAP) {
        field_wrong(r, value, "a map of parameters");
        return;
    }
    RuleParam *params = arena_array(r->arena, RuleParam, value->len);
    for (size_t i = 0; i < value->len; i++)
        param_read(r, &value->as.members[i], &params[i]);
    *(RuleParams *)out = (RuleParams){params, value->len};
}

/* ---- versions ---- */

/* One bound, ">=1.33" or "<1.15"; other operators would need more than a range. */
static bool bound_read(Str text, RuleRange *out)
{
    bool from = str_starts(text, STR(">=")), below = !from && str_starts(text, STR("<"));
    Str major, minor;
    int64_t number;
    if ((!from && !below) || !str_cut(str_skip(text, from ? 2 : 1), '.', &major, &minor) ||
        !str_eq(major, STR("1")) || !str_int(minor, &number) || number < 0 || number > 9999)
        return false;
    *(from ? &out->from : &out->below) = (int32_t)number;
    return true;
}

static void range_read(Reader *r, const Node *value, void *out)
{
    Str rest = node_str(value), word;
    bool some = false, good = true;
    while (good && str_next(&rest, ' ', &word)) {
        if (!word.len)
            continue;
        some = true;
        good = bound_read(word, out);
    }
    if (!good || !some)
        diag_error(r->diags, r->file, value->span,
                   "expected a range of versions as \">=1.33 <1.36\"");
}

void field_versions(Reader *r, const Node *value, void *out)
{
    /* clang-format off */
    static const Field FIELDS[] = {
        {"kubernetes", range_read, offsetof(RuleVersions, kubernetes), false},
        {"karpenter",  range_read, offsetof(RuleVersions, karpenter),  false},
        {NULL, NULL, 0, false},
    };
    /* clang-format on */
    fields_read(r, value, FIELDS, "versions", out);
}
