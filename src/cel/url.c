#include "base/ascii.h"
#include "cel/opaque.h"

#include <string.h>

/* Go's net/url, because the API server judges with it: an absolute URI or an absolute path. */

static const char NOT_URL[] = "not an absolute URL or path";
static const char BAD_HOST[] = "invalid host in URL";
static const char BAD_ESCAPE[] = "invalid % escape in URL";

static bool is_unreserved(char c)
{
    return ascii_alnum(c) || (c && strchr("-_.~", c));
}

bool url_unescape(Buf *out, Str text, bool plus_is_space)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] != '%') {
            buf_char(out, plus_is_space && text.ptr[i] == '+' ? ' ' : text.ptr[i]);
            continue;
        }
        if (i + 2 >= text.len || ascii_hex(text.ptr[i + 1]) < 0 || ascii_hex(text.ptr[i + 2]) < 0)
            return false;
        buf_char(out, (char)(ascii_hex(text.ptr[i + 1]) << 4 | ascii_hex(text.ptr[i + 2])));
        i += 2;
    }
    return true;
}

static bool escapes_valid(Str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '%' &&
            (i + 2 >= text.len || ascii_hex(text.ptr[i + 1]) < 0 || ascii_hex(text.ptr[i + 2]) < 0))
            return false;
    }
    return true;
}

/* ---- scheme, host, path ---- */

/* "https:" from the front; none where the text is a path. False: it begins with ':'. */
static bool take_scheme(Arena *a, Str *rest, Str *scheme)
{
    *scheme = STR("");
    for (size_t i = 0; i < rest->len; i++) {
        char c = rest->ptr[i];
        bool letter = ascii_letter(c);
        if (c == ':') {
            Buf lower;
            buf_init(&lower, a, SIZE_MAX);
            for (size_t k = 0; k < i; k++)
                buf_char(&lower, ascii_lower(rest->ptr[k]));
            *scheme = buf_str(&lower);
            *rest = str_skip(*rest, i + 1);
            return i > 0;
        }
        if (!letter && (i == 0 || (!ascii_alnum(c) && !strchr("+-.", c))))
            return true;
    }
    return true;
}

/* "" or ":" and digits. */
static bool is_port(Str text)
{
    if (text.len && text.ptr[0] != ':')
        return false;
    for (size_t i = 1; i < text.len; i++) {
        if (!ascii_digit(text.ptr[i]))
            return false;
    }
    return true;
}

static bool host_bytes_valid(Str host)
{
    for (size_t i = 0; i < host.len; i++) {
        char c = host.ptr[i];
        if (!is_unreserved(c) && (unsigned char)c < 0x80 &&
            !(c && strchr("!$&'()*+,;=:[]<>\"%", c)))
            return false;
    }
    return true;
}

/* Of the ASCII characters only '%' itself may be escaped in a host. */
static bool host_escapes_valid(Str host)
{
    for (size_t i = 0; i + 2 < host.len; i++) {
        if (host.ptr[i] == '%' && ascii_hex(host.ptr[i + 1]) < 8 &&
            !str_starts(str_skip(host, i), STR("%25")))
            return false;
    }
    return escapes_valid(host);
}

static bool user_valid(Str user)
{
    for (size_t i = 0; i < user.len; i++) {
        char c = user.ptr[i];
        if (!ascii_alnum(c) && !(c && strchr("-._:~!$&'()*+,;=%@", c)))
            return false;
    }
    return escapes_valid(user);
}

/* "user:password@host:port" */
static bool parse_authority(Arena *a, Str authority, Str *host, const char **why)
{
    size_t at = str_rfind_char(authority, '@');
    Str raw = at < authority.len ? str_skip(authority, at + 1) : authority;
    *why = BAD_HOST;
    if (at < authority.len && !user_valid(str_slice(authority, 0, at)))
        return false;
    size_t end =
        raw.len && raw.ptr[0] == '[' ? str_rfind_char(raw, ']') + 1 : str_rfind_char(raw, ':');
    if (end > raw.len || !is_port(str_skip(raw, end)) || !host_bytes_valid(raw) ||
        !host_escapes_valid(raw))
        return false;
    Buf plain;
    buf_init(&plain, a, SIZE_MAX);
    (void)url_unescape(&plain, raw, false);
    *host = buf_str(&plain);
    return true;
}

static bool path_char(char c)
{
    return is_unreserved(c) || (c && strchr("!$&'()*+,;=:@[]/%", c));
}

/* The path as Go's EscapedPath gives it: as written where that is well-formed. */
static void write_path(Buf *out, Str path)
{
    bool as_written = true;
    for (size_t i = 0; i < path.len; i++)
        as_written &= path_char(path.ptr[i]);
    if (as_written) {
        buf_add(out, path);
        return;
    }
    Buf plain;
    buf_init(&plain, out->arena, SIZE_MAX);
    (void)url_unescape(&plain, path, false);
    Str bytes = buf_str(&plain);
    for (size_t i = 0; i < bytes.len; i++) {
        char c = bytes.ptr[i];
        if (is_unreserved(c) || (c && strchr("$&+,/:;=@", c)))
            buf_char(out, c);
        else
            buf_printf(out, "%%%02X", (unsigned char)c);
    }
}

static bool has_control(Str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if ((unsigned char)text.ptr[i] < ' ' || text.ptr[i] == 0x7F)
            return true;
    }
    return false;
}

typedef struct Parts {
    Str authority, path, fragment;
    bool has_authority, opaque; /* opaque: "mailto:x", path is what follows the scheme */
} Parts;

static bool split(Arena *a, Str rest, Url *url, Parts *p, const char **why)
{
    *why = NOT_URL;
    if (rest.len == 0 || has_control(rest))
        return false;
    (void)str_cut(rest, '#', &rest, &p->fragment);
    if (!take_scheme(a, &rest, &url->scheme))
        return false;
    (void)str_cut(rest, '?', &rest, &url->query);
    p->path = rest;
    p->opaque = url->scheme.len && !str_starts(rest, STR("/"));
    if (!url->scheme.len && !str_starts(rest, STR("/")) && !str_eq(rest, STR("*")))
        return false;
    p->has_authority =
        str_starts(rest, STR("//")) && (url->scheme.len || !str_starts(rest, STR("///")));
    if (p->has_authority) {
        p->authority = str_skip(rest, 2);
        p->authority = str_slice(p->authority, 0, str_find_char(p->authority, '/'));
        p->path = str_skip(rest, 2 + p->authority.len);
    }
    return true;
}

/* As Go's String(), by which URLs are compared. */
static Str canonical(Arena *a, const Url *url, const Parts *p)
{
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    buf_printf(&out, "%.*s%s", STR_ARG(url->scheme), url->scheme.len ? ":" : "");
    if (p->has_authority)
        buf_printf(&out, "//%.*s", STR_ARG(p->authority));
    buf_add(&out, p->opaque ? p->path : url->path);
    buf_printf(&out, "%s%.*s", url->query.len ? "?" : "", STR_ARG(url->query));
    buf_printf(&out, "%s%.*s", p->fragment.len ? "#" : "", STR_ARG(p->fragment));
    return buf_str(&out);
}

bool url_parse(Arena *a, Str text, Url *out, const char **why)
{
    Url url = {.host = STR(""), .path = STR(""), .query = STR("")};
    Parts p = {.authority = STR(""), .fragment = STR("")};
    if (!split(a, text, &url, &p, why))
        return false;
    if (p.has_authority && !parse_authority(a, p.authority, &url.host, why))
        return false;
    *why = BAD_ESCAPE;
    if (!escapes_valid(p.fragment) || (!p.opaque && !escapes_valid(p.path)))
        return false;
    Buf path;
    buf_init(&path, a, SIZE_MAX);
    if (!p.opaque)
        write_path(&path, p.path);
    url.path = buf_str(&path);
    url.text = canonical(a, &url, &p);
    *out = url;
    return true;
}
