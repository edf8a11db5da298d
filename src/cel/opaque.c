#include "cel/opaque.h"

static bool semver_same(const void *a, const void *b)
{
    return semver_cmp(a, b) == 0;
}

static bool ip_same(const void *a, const void *b)
{
    const Ip *x = a, *y = b;
    return x->family == y->family && memcmp(x->bytes, y->bytes, sizeof x->bytes) == 0;
}

static bool cidr_same(const void *a, const void *b)
{
    const Cidr *x = a, *y = b;
    return x->prefix == y->prefix && ip_same(&x->ip, &y->ip);
}

static bool url_same(const void *a, const void *b)
{
    const Url *x = a, *y = b;
    return str_eq(x->text, y->text);
}

static bool pointer_same(const void *a, const void *b)
{
    return a == b;
}

static void write_semver(Buf *out, const void *v)
{
    semver_write(out, v);
}

static void write_ip(Buf *out, const void *v)
{
    ip_write(out, v);
}

static void write_cidr(Buf *out, const void *v)
{
    cidr_write(out, v);
}

static void write_url(Buf *out, const void *v)
{
    const Url *url = v;
    buf_add(out, url->text);
}

static void write_format(Buf *out, const void *v)
{
    const NamedFormat *format = v;
    buf_add(out, str_c(format->name));
}

static void write_nothing(Buf *out, const void *v)
{
    (void)out;
    (void)v;
}

static const struct OpaqueType {
    const char *name, *maker;
    bool (*same)(const void *a, const void *b);
    void (*write)(Buf *out, const void *v);
} TYPES[] = {
    [OPAQUE_SEMVER] = {"kubernetes.Semver",      "semver",       semver_same,  write_semver },
    [OPAQUE_IP] = {"net.IP",                 "ip",           ip_same,      write_ip     },
    [OPAQUE_CIDR] = {"net.CIDR",               "cidr",         cidr_same,    write_cidr   },
    [OPAQUE_URL] = {"kubernetes.URL",         "url",          url_same,     write_url    },
    [OPAQUE_FORMAT] = {"kubernetes.NamedFormat", "format.named", pointer_same, write_format },
    [OPAQUE_PATTERN] = {"string",                 "pattern",      pointer_same, write_nothing},
};

bool opaque_equal(CelValue a, CelValue b)
{
    return TYPES[a.host_type].same(a.as.opaque, b.as.opaque);
}

void opaque_write(Buf *out, CelValue v)
{
    TYPES[v.host_type].write(out, v.as.opaque);
}

const char *opaque_type_name(CelValue v)
{
    return TYPES[v.host_type].name;
}

const char *opaque_maker(CelValue v)
{
    return TYPES[v.host_type].maker;
}
