#include "base/ascii.h"
#include "cel/lib.h"
#include "cel/number.h"
#include "cel/opaque.h"

/* SemVer 2.0.0, as strict as Kubernetes' parser. */

static bool all_digits(Str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if (!ascii_digit(s.ptr[i]))
            return false;
    }
    return true;
}

static bool all_identifier(Str s)
{
    for (size_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        if (!ascii_digit(c) && c != '-' && !ascii_letter(c))
            return false;
    }
    return s.len > 0;
}

static bool has_leading_zero(Str s)
{
    return s.len > 1 && s.ptr[0] == '0';
}

/* "rc.1": identifiers between dots; numbers of a pre-release have no leading zeros. */
static bool is_dot_list(Str list, bool build, const char **why)
{
    for (size_t at = 0; at <= list.len;) {
        Str item = str_skip(list, at);
        item = str_slice(item, 0, str_find_char(item, '.'));
        *why = build ? "invalid build metadata" : "invalid pre-release";
        if (!all_identifier(item))
            return false;
        *why = "a number in the pre-release begins with 0";
        if (!build && all_digits(item) && has_leading_zero(item))
            return false;
        at += item.len + 1;
    }
    return true;
}

static bool parse_part(Str s, uint64_t *out, const char **why)
{
    *why = "invalid character in a version number";
    if (!all_digits(s))
        return false;
    *why = "a version number begins with 0";
    if (has_leading_zero(s))
        return false;
    *why = "a version number is empty or too large";
    return uint_parse(s, out);
}

/* "3-rc.1+7": takes what is behind the number. */
static bool take_tail(Str *patch, Semver *v, const char **why)
{
    if (str_cut(*patch, '+', patch, &v->build) && !is_dot_list(v->build, true, why))
        return false;
    return !str_cut(*patch, '-', patch, &v->pre) || is_dot_list(v->pre, false, why);
}

bool semver_parse(Str text, Semver *out, const char **why)
{
    Semver v = {.pre = STR(""), .build = STR("")};
    Str parts[3];
    *why = "version is empty";
    if (text.len == 0)
        return false;
    *why = "not of the form major.minor.patch";
    if (!str_cut(text, '.', &parts[0], &parts[1]) ||
        !str_cut(parts[1], '.', &parts[1], &parts[2]) || !take_tail(&parts[2], &v, why))
        return false;
    for (size_t i = 0; i < 3; i++) {
        if (!parse_part(parts[i], &v.parts[i], why))
            return false;
    }
    *out = v;
    return true;
}

/* One "v" less, no leading zeros, missing parts are 0. False: a short version has a tail. */
static bool normalize(Arena *a, Str text, Str *out)
{
    Buf b;
    buf_init(&b, a, SIZE_MAX);
    Str rest = str_skip(text, str_starts(text, STR("v")));
    size_t part = 0;
    for (bool more = true; part < 3 && more; part++) {
        Str head = rest;
        more = part < 2 && str_cut(rest, '.', &head, &rest);
        while (has_leading_zero(head) && ascii_digit(head.ptr[1]))
            head = str_skip(head, 1);
        if (!more && part < 2 &&
            (str_find_char(head, '+') < head.len || str_find_char(head, '-') < head.len))
            return false;
        buf_add(&b, part ? STR(".") : STR(""));
        buf_add(&b, head);
    }
    for (; part < 3; part++)
        buf_add(&b, STR(".0"));
    *out = buf_str(&b);
    return true;
}

static int compare_numbers(Str a, Str b)
{
    return a.len != b.len ? (a.len < b.len ? -1 : 1) : str_cmp(a, b);
}

static int compare_items(Str a, Str b)
{
    bool number_a = all_digits(a), number_b = all_digits(b);
    if (number_a != number_b)
        return number_a ? -1 : 1;
    return number_a ? compare_numbers(a, b) : str_cmp(a, b);
}

/* A version without a pre-release is above those with one; a longer list is above its prefix. */
static int compare_pre(Str a, Str b)
{
    if (a.len == 0 || b.len == 0)
        return (a.len == 0) - (b.len == 0);
    for (;;) {
        Str x, y;
        bool more_a = str_next(&a, '.', &x), more_b = str_next(&b, '.', &y);
        if (!more_a || !more_b)
            return (int)more_a - (int)more_b;
        int order = compare_items(x, y);
        if (order)
            return order < 0 ? -1 : 1;
    }
}

int semver_cmp(const Semver *a, const Semver *b)
{
    for (size_t i = 0; i < 3; i++) {
        if (a->parts[i] != b->parts[i])
            return a->parts[i] < b->parts[i] ? -1 : 1;
    }
    return compare_pre(a->pre, b->pre);
}

void semver_write(Buf *out, const Semver *v)
{
    for (size_t i = 0; i < 3; i++)
        buf_printf(out, "%s%llu", i ? "." : "", (unsigned long long)v->parts[i]);
    buf_printf(out, "%s%.*s", v->pre.len ? "-" : "", STR_ARG(v->pre));
    buf_printf(out, "%s%.*s", v->build.len ? "+" : "", STR_ARG(v->build));
}

/* ---- functions ---- */

static bool read(CelEval *ev, const CelValue *args, bool lenient, Semver *out)
{
    const char *why;
    Str text = cel_str_of(args[0]);
    if (lenient && !normalize(ev->scratch, text, &text))
        return false;
    return semver_parse(text, out, &why);
}

static CelValue made(CelEval *ev, CelValue text, bool lenient)
{
    Semver v;
    const char *why = "short version cannot contain PreRelease/Build meta data";
    Str s = cel_str_of(text);
    CEL_CHARGE(ev, 1 + s.len / 16);
    if ((lenient && !normalize(ev->scratch, s, &s)) || !semver_parse(s, &v, &why))
        return cel_error(ev, CEL_ERR_CONVERT, "invalid semver \"%.*s\": %s",
                         s.len < 60 ? (int)s.len : 60, s.ptr, why);
    Semver *kept = arena_new(ev->scratch, Semver);
    *kept = v;
    return cel_opaque(OPAQUE_SEMVER, kept);
}

static CelValue semver(CelEval *ev, const CelValue *args)
{
    return made(ev, args[0], false);
}

static CelValue semver_normalized(CelEval *ev, const CelValue *args)
{
    return made(ev, args[0], cel_bool_of(args[1]));
}

static CelValue is_semver(CelEval *ev, const CelValue *args)
{
    Semver v;
    CEL_CHARGE(ev, cel_str_of(args[0]).len / 16);
    return cel_bool(read(ev, args, false, &v));
}

static CelValue is_semver_normalized(CelEval *ev, const CelValue *args)
{
    Semver v;
    CEL_CHARGE(ev, cel_str_of(args[0]).len / 16);
    return cel_bool(read(ev, args, cel_bool_of(args[1]), &v));
}

static CelValue part(CelEval *ev, CelValue v, size_t i)
{
    const Semver *s = v.as.opaque;
    if (s->parts[i] > INT64_MAX)
        return cel_error(ev, CEL_ERR_OVERFLOW, "integer overflow");
    return cel_int((int64_t)s->parts[i]);
}

static CelValue major_part(CelEval *ev, const CelValue *args)
{
    return part(ev, args[0], 0);
}

static CelValue minor_part(CelEval *ev, const CelValue *args)
{
    return part(ev, args[0], 1);
}

static CelValue patch_part(CelEval *ev, const CelValue *args)
{
    return part(ev, args[0], 2);
}

static CelValue compare_to(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int(semver_cmp(args[0].as.opaque, args[1].as.opaque));
}

static CelValue is_greater(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(semver_cmp(args[0].as.opaque, args[1].as.opaque) > 0);
}

static CelValue is_less(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(semver_cmp(args[0].as.opaque, args[1].as.opaque) < 0);
}

/* Device selectors have had them from the beginning, but for versions in short. */
/* clang-format off */
#define SEMVER_ROWS(lib, since) \
    {"semver(string): semver",             semver,               lib, since}, \
    {"semver(string, bool): semver",       semver_normalized,    lib, 33}, \
    {"isSemver(string): bool",             is_semver,            lib, since}, \
    {"isSemver(string, bool): bool",       is_semver_normalized, lib, 33}, \
    {"semver.major(): int",                major_part,           lib, since}, \
    {"semver.minor(): int",                minor_part,           lib, since}, \
    {"semver.patch(): int",                patch_part,           lib, since}, \
    {"semver.compareTo(semver): int",      compare_to,           lib, since}, \
    {"semver.isGreaterThan(semver): bool", is_greater,           lib, since}, \
    {"semver.isLessThan(semver): bool",    is_less,              lib, since}

const CelFunc CEL_FUNCS_SEMVER[] = {
    SEMVER_ROWS(CEL_LIB_SEMVER, 33),
    SEMVER_ROWS(CEL_LIB_DRA, 0),
    {NULL, NULL, 0, 0},
};
/* clang-format on */
