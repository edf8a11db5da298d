#include "base/ascii.h"
#include "cel/lib.h"
#include "cel/opaque.h"

enum { SHOWN_MOST = 60 };

static CelValue url(CelEval *ev, const CelValue *args)
{
    Str text = cel_str_of(args[0]);
    const char *why;
    Url *u = arena_new(ev->scratch, Url);
    CEL_CHARGE(ev, 1 + text.len / 8);
    if (!url_parse(ev->scratch, text, u, &why))
        return cel_error(ev, CEL_ERR_CONVERT, "%s: \"%.*s\"", why,
                         (int)(text.len < SHOWN_MOST ? text.len : SHOWN_MOST), text.ptr);
    return cel_opaque(OPAQUE_URL, u);
}

static CelValue is_url(CelEval *ev, const CelValue *args)
{
    Url u;
    const char *why;
    CEL_CHARGE(ev, 1 + cel_str_of(args[0]).len / 8);
    return cel_bool(url_parse(ev->scratch, cel_str_of(args[0]), &u, &why));
}

static const Url *url_of(const CelValue *args)
{
    return args[0].as.opaque;
}

static CelValue scheme(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_str(url_of(args)->scheme);
}

static CelValue host(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_str(url_of(args)->host);
}

/* Where ":8443" begins; the host's length where there is no port. */
static size_t port_start(Str text)
{
    size_t colon = str_rfind_char(text, ':');
    for (size_t i = colon + 1; i < text.len; i++) {
        if (!ascii_digit(text.ptr[i]))
            return text.len; /* the colon belongs to an IPv6 address */
    }
    return colon;
}

static CelValue hostname(CelEval *ev, const CelValue *args)
{
    Str name = url_of(args)->host;
    (void)ev;
    name = str_slice(name, 0, port_start(name));
    if (str_starts(name, STR("[")) && str_ends(name, STR("]")))
        name = str_slice(name, 1, name.len - 1);
    return cel_str(name);
}

static CelValue port(CelEval *ev, const CelValue *args)
{
    Str text = url_of(args)->host;
    (void)ev;
    return cel_str(str_skip(text, port_start(text) + 1));
}

static CelValue escaped_path(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_str(url_of(args)->path);
}

/* ---- the query: key to the list of its values ---- */

typedef struct Pair {
    CelValue key;
    CelItems values;
} Pair;

typedef VEC(Pair) Pairs;

static bool plain_text(CelEval *ev, Str escaped, Str *out)
{
    Buf plain = cel_buf(ev);
    bool valid = url_unescape(&plain, escaped, true);
    *out = buf_str(&plain);
    return valid;
}

static void add_pair(CelEval *ev, Pairs *pairs, Str key, Str value)
{
    size_t at = 0;
    while (at < pairs->len && !str_eq(cel_str_of(pairs->items[at].key), key))
        at++;
    if (at == pairs->len)
        *vec_push(ev->scratch, pairs) = (Pair){.key = cel_str(key)};
    *vec_push(ev->scratch, &pairs->items[at].values) = cel_str(value);
}

static CelValue map_of(CelEval *ev, const Pairs *pairs)
{
    CelValue *flat = arena_array(ev->scratch, CelValue, 2 * pairs->len);
    for (size_t i = 0; i < pairs->len; i++) {
        flat[2 * i] = pairs->items[i].key;
        flat[2 * i + 1] = cel_items_list(pairs->items[i].values, false);
    }
    return (CelValue){.kind = CEL_MAP, .len = (uint32_t)pairs->len, .as.pairs = flat};
}

/* Pairs that Go does not understand are left out, as it does: those with a semicolon too. */
static CelValue query(CelEval *ev, const CelValue *args)
{
    Str rest = url_of(args)->query, item;
    Pairs pairs = {NULL, 0, 0};
    while (str_next(&rest, '&', &item)) {
        Str key = item, value = STR("");
        CEL_CHARGE(ev, 1 + item.len / 8 + pairs.len / 4);
        if (item.len == 0 || str_find_char(item, ';') < item.len)
            continue;
        (void)str_cut(item, '=', &key, &value);
        if (plain_text(ev, key, &key) && plain_text(ev, value, &value))
            add_pair(ev, &pairs, key, value);
    }
    return map_of(ev, &pairs);
}

const CelFunc CEL_FUNCS_URL[] = {
    {"url(string): url",                          url,          CEL_LIB_URL, 0},
    {"isURL(string): bool",                       is_url,       CEL_LIB_URL, 0},
    {"url.getScheme(): string",                   scheme,       CEL_LIB_URL, 0},
    {"url.getHost(): string",                     host,         CEL_LIB_URL, 0},
    {"url.getHostname(): string",                 hostname,     CEL_LIB_URL, 0},
    {"url.getPort(): string",                     port,         CEL_LIB_URL, 0},
    {"url.getEscapedPath(): string",              escaped_path, CEL_LIB_URL, 0},
    {"url.getQuery(): map(string, list(string))", query,        CEL_LIB_URL, 0},
    {NULL,                                        NULL,         0,           0},
};
