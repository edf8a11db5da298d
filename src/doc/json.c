#include "doc/json.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "doc/placeholder.h"
#include "doc/scalar.h"
#include "doc/tree.h"

typedef struct Reader {
    const Source *source;
    const char *at, *end;
    Arena *arena;
    Tree tree;
    JsonResult result; /* of a failure */
} Reader;

static uint32_t offset(const Reader *r, const char *at)
{
    return (uint32_t)(at - r->source->text.ptr);
}

static bool wrong(Reader *r, const char *at, const char *message)
{
    r->result = JSON_NOT;
    return diag_error(r->tree.diags, r->source, (Span){offset(r, at), at < r->end}, "%s", message);
}

/* What is JSON but cannot be accepted. */
static bool refuse(Reader *r, const char *at, size_t len, const char *message)
{
    return diag_error(r->tree.diags, r->source, (Span){offset(r, at), (uint32_t)len}, "%s",
                      message);
}

static void skip_space(Reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\r' || *r->at == '\t'))
        r->at++;
}

static char next(const Reader *r)
{
    if (r->at < r->end)
        return *r->at;
    return '\0';
}

/* ---- strings ---- */

/* Four hexadecimal digits at r->at, which moves behind them. */
static bool read_hex(Reader *r, uint32_t *out)
{
    const char *start = r->at;
    uint32_t code = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        int digit = ascii_hex(next(r));
        if (digit < 0)
            return wrong(r, start, "'\\u' needs four hexadecimal digits");
        code = code * 16 + (uint32_t)digit;
    }
    *out = code;
    return true;
}

static bool is_surrogate(uint32_t code, uint32_t first)
{
    return code >= first && code < first + 0x400;
}

/* \uXXXX, or a pair of them; r->at is behind the 'u'. */
static bool read_unicode(Reader *r, Buf *out)
{
    const char *start = r->at - 2;
    uint32_t code = 0, low = 0;
    if (!read_hex(r, &code))
        return false;
    if (code == 0)
        return refuse(r, start, 6, "a string may not contain the NUL character");
    if (is_surrogate(code, 0xD800) && r->end - r->at > 2 && r->at[0] == '\\' && r->at[1] == 'u') {
        r->at += 2;
        if (!read_hex(r, &low))
            return false;
        if (!is_surrogate(low, 0xDC00))
            return refuse(r, start, 6, "half of a surrogate pair stands alone");
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    if (code >= 0xD800 && code < 0xE000)
        return refuse(r, start, 6, "half of a surrogate pair stands alone");
    char bytes[4];
    buf_add(out, (Str){bytes, utf8_encode(code, bytes)});
    return true;
}

static bool read_escape(Reader *r, Buf *out)
{
    static const char LETTERS[] = "\"\\/bfnrt", MEANING[] = "\"\\/\b\f\n\r\t";
    const char *start = r->at++;
    char c = next(r);
    if (c == 'u') {
        r->at++;
        return read_unicode(r, out);
    }
    const char *found = c ? strchr(LETTERS, c) : NULL;
    if (!found)
        return wrong(r, start, "unknown escape in a string");
    buf_char(out, MEANING[found - LETTERS]);
    r->at++;
    return true;
}

/* Moves behind the plain characters of a string. */
static bool skip_plain(Reader *r)
{
    while (r->at < r->end && *r->at != '"' && *r->at != '\\' && (unsigned char)*r->at >= 0x20)
        r->at++;
    if (r->at == r->end)
        return wrong(r, r->at, "the text ends inside a string");
    if ((unsigned char)*r->at < 0x20)
        return wrong(r, r->at, "a line break or control character inside a string");
    return true;
}

/* The string at r->at; *decoded tells that it had escapes and was copied. */
static bool read_string(Reader *r, Str *out, bool *decoded)
{
    const char *start = ++r->at;
    if (!skip_plain(r))
        return false;
    *decoded = *r->at == '\\';
    *out = (Str){start, (size_t)(r->at - start)};
    if (*decoded) {
        Buf text;
        buf_init(&text, r->arena, SIZE_MAX);
        buf_add(&text, *out);
        while (*r->at == '\\') {
            if (!read_escape(r, &text))
                return false;
            const char *from = r->at;
            if (!skip_plain(r))
                return false;
            buf_add(&text, (Str){from, (size_t)(r->at - from)});
        }
        *out = buf_str(&text);
    }
    r->at++;
    return true;
}

static bool read_text(Reader *r, Node *n)
{
    Str text;
    bool decoded;
    if (!read_string(r, &text, &decoded))
        return false;
    n->kind = NODE_STRING;
    n->flags = (uint8_t)(NODE_QUOTED | (decoded ? NODE_DECODED : 0));
    if (placeholder_in_value(text))
        n->flags |= NODE_UNKNOWN;
    n->len = (uint32_t)text.len;
    n->as.text = text.ptr;
    return true;
}

/* ---- numbers and words ---- */

static bool take_digits(Reader *r)
{
    const char *start = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    return r->at > start || wrong(r, r->at, "a digit is missing in a number");
}

static bool next_is(const Reader *r, char c)
{
    return r->at < r->end && *r->at == c;
}

static bool read_number(Reader *r, Node *n)
{
    const char *start = r->at;
    bool integer = true;
    r->at += *r->at == '-';
    const char *first = r->at;
    if (!take_digits(r))
        return false;
    if (*first == '0' && r->at > first + 1)
        return wrong(r, first, "a number may not start with 0");
    if (next_is(r, '.')) {
        integer = false;
        r->at++;
        if (!take_digits(r))
            return false;
    }
    if (next_is(r, 'e') || next_is(r, 'E')) {
        integer = false;
        r->at++;
        r->at += next_is(r, '+') || next_is(r, '-');
        if (!take_digits(r))
            return false;
    }
    size_t len = (size_t)(r->at - start);
    return scalar_number((Str){start, len}, integer, n) ||
           refuse(r, start, len, "this number is too large");
}

static bool read_word(Reader *r, Node *n)
{
    static const struct {
        Str word;
        Node value;
    } WORDS[] = {
        {STR_INIT("true"),  {.kind = NODE_BOOL, .as.boolean = true} },
        {STR_INIT("false"), {.kind = NODE_BOOL, .as.boolean = false}},
        {STR_INIT("null"),  {.kind = NODE_NULL}                     },
    };
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (str_starts((Str){r->at, (size_t)(r->end - r->at)}, WORDS[i].word)) {
            *n = WORDS[i].value;
            r->at += WORDS[i].word.len;
            return true;
        }
    }
    return wrong(r, r->at, r->at < r->end ? "a value is expected here" : "the text ends too early");
}

/* ---- structure ---- */

static bool read_scalar(Reader *r)
{
    const char *start = r->at;
    char c = next(r);
    Node n = {.kind = NODE_NULL};
    bool good;
    if (c == '"')
        good = read_text(r, &n);
    else if (c == '-' || ascii_digit(c))
        good = read_number(r, &n);
    else
        good = read_word(r, &n);
    n.span = (Span){offset(r, start), (uint32_t)(r->at - start)};
    return good && tree_value(&r->tree, &n);
}

static bool read_key(Reader *r)
{
    const char *start = r->at;
    Str name;
    bool decoded;
    if (!next_is(r, '"'))
        return wrong(r, r->at, "a key in double quotes is expected here");
    if (!read_string(r, &name, &decoded))
        return false;
    tree_key(&r->tree, name, (Span){offset(r, start), (uint32_t)(r->at - start)});
    skip_space(r);
    if (!next_is(r, ':'))
        return wrong(r, r->at, "a ':' is missing after a key");
    r->at++;
    skip_space(r);
    return true;
}

/* Opens a list or map, and every one that is its first part. */
static bool read_value(Reader *r, bool *opened)
{
    *opened = next_is(r, '{') || next_is(r, '[');
    if (!*opened)
        return read_scalar(r);
    const Node start = {
        .kind = next_is(r, '{') ? NODE_MAP : NODE_LIST, .span = {offset(r, r->at), 1}
    };
    if (!tree_open(&r->tree, &start, NULL))
        return false;
    r->at++;
    return true;
}

static char closer(const Tree *t)
{
    return t->frames[t->depth - 1].node.kind == NODE_MAP ? '}' : ']';
}

/* Closes what ends here; *more: a further part of what is still open must follow. */
static bool read_ends(Reader *r, bool opened, bool *more)
{
    *more = opened;
    for (skip_space(r); r->tree.depth > 0; skip_space(r)) {
        if (next_is(r, closer(&r->tree))) {
            r->at++;
            if (!tree_close(&r->tree, offset(r, r->at)))
                return false;
            *more = false;
            continue;
        }
        if (*more)
            return true;
        if (!next_is(r, ','))
            return wrong(r, r->at,
                         closer(&r->tree) == '}' ? "a ',' or '}' is expected here"
                                                 : "a ',' or ']' is expected here");
        r->at++;
        skip_space(r);
        *more = true;
        return true;
    }
    *more = false;
    return true;
}

static bool read_document(Reader *r)
{
    bool opened, more = true;
    for (skip_space(r); more;) {
        if (tree_wants_key(&r->tree) && !read_key(r))
            return false;
        if (!read_value(r, &opened) || !read_ends(r, opened, &more))
            return false;
    }
    if (r->at < r->end)
        return wrong(r, r->at, "something follows after the end of the JSON value");
    return true;
}

JsonResult json_read(Loader *l, const Source *s, Diags *d, Stream **out)
{
    Stream *stream = arena_new(l->arena, Stream);
    Arena scratch;
    size_t bad;
    stream->source = s;
    *out = stream;
    if (!utf8_valid(s->text, &bad)) {
        (void)diag_error(d, s, (Span){(uint32_t)bad, 1}, "the text is not valid UTF-8 here");
        return JSON_REFUSED;
    }
    arena_init(&scratch, SIZE_MAX);
    Reader *r = arena_new(&scratch, Reader);
    *r = (Reader){.source = s,
                  .at = s->text.ptr,
                  .end = s->text.ptr + s->text.len,
                  .arena = l->arena,
                  .result = JSON_REFUSED};
    tree_init(&r->tree, l, stream, d, &scratch);
    tree_begin(&r->tree, 1);
    stream->complete = read_document(r);
    JsonResult result = stream->complete ? JSON_GOOD : r->result;
    if (stream->complete)
        tree_keep(&r->tree);
    else
        tree_drop(&r->tree);
    arena_free(&scratch);
    return result;
}

Stream *json_load(Loader *l, const Source *s, Diags *d)
{
    Stream *stream;
    (void)json_read(l, s, d, &stream);
    return stream;
}
