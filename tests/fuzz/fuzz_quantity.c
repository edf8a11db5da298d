/* Whatever reads as a quantity, a duration, a version, an address or a URL prints as a text that
 * reads as the same value. */
#include "base/duration.h"
#include "base/quantity.h"
#include "cel/number.h"
#include "cel/opaque.h"
#include "cel/timestamp.h"

static void check_quantity(Arena *a, Str text)
{
    Quantity q, again, sum, back;
    const char *why;
    Buf out;
    if (!quantity_parse(text, &q, &why))
        return;
    buf_init(&out, a, SIZE_MAX);
    quantity_write(&out, &q);
    bool huge = q.words[7] >> 24; /* near the end of the range a text may be beyond it */
    if (!huge && (!quantity_parse(buf_str(&out), &again, &why) || quantity_cmp(&q, &again) != 0))
        __builtin_trap();
    sum = quantity_add(&q, &q);
    back = quantity_sub(&sum, &q);
    if (!huge && quantity_cmp(&back, &q) != 0)
        __builtin_trap();
}

static void check_duration(Arena *a, Str text)
{
    int64_t ns, again;
    Buf out;
    if (!duration_parse(text, &ns))
        return;
    buf_init(&out, a, SIZE_MAX);
    duration_write(&out, ns);
    if (!duration_parse(buf_str(&out), &again) || again != ns)
        __builtin_trap();
    buf_clear(&out);
    duration_short(&out, ns);
    if (!duration_parse(buf_str(&out), &again) || again != ns)
        __builtin_trap();
}

static void check_timestamp(Arena *a, Str text)
{
    Timestamp t, again;
    Buf out;
    if (!timestamp_parse(text, &t))
        return;
    buf_init(&out, a, SIZE_MAX);
    timestamp_write(&out, t);
    if (!timestamp_parse(buf_str(&out), &again) || again.seconds != t.seconds ||
        again.nanos != t.nanos)
        __builtin_trap();
}

static void check_double(Arena *a, Str text)
{
    double d, again;
    Buf out;
    if (!double_parse(text, &d) || d != d)
        return;
    buf_init(&out, a, SIZE_MAX);
    for (int style = DOUBLE_GO; style <= DOUBLE_LITERAL; style++) {
        buf_clear(&out);
        double_write(&out, d, (DoubleStyle)style);
        if (!double_parse(buf_str(&out), &again) || again != d)
            __builtin_trap();
    }
}

static void check_opaque(Arena *a, Str text)
{
    Semver version, version_again;
    Cidr cidr, cidr_again;
    Url url, url_again;
    const char *why;
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    if (semver_parse(text, &version, &why)) {
        semver_write(&out, &version);
        if (!str_eq(buf_str(&out), text) || !semver_parse(buf_str(&out), &version_again, &why) ||
            semver_cmp(&version, &version_again) != 0)
            __builtin_trap();
    }
    buf_clear(&out);
    if (cidr_parse(text, &cidr, &why)) {
        cidr_write(&out, &cidr);
        if (!cidr_parse(buf_str(&out), &cidr_again, &why) ||
            !opaque_equal(cel_opaque(OPAQUE_CIDR, &cidr), cel_opaque(OPAQUE_CIDR, &cidr_again)))
            __builtin_trap();
    }
    if (url_parse(a, text, &url, &why) &&
        (!url_parse(a, url.text, &url_again, &why) || !str_eq(url.text, url_again.text)))
        __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    Str text = arena_copy(&a, (Str){(const char *)data, size});
    check_quantity(&a, text);
    check_duration(&a, text);
    check_timestamp(&a, text);
    check_double(&a, text);
    check_opaque(&a, text);
    arena_free(&a);
    return 0;
}
