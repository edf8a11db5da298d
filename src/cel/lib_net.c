#include "cel/lib.h"
#include "cel/opaque.h"

enum { SHOWN_MOST = 60 };

static CelValue refuse(CelEval *ev, CelValue text, const char *why)
{
    Str s = cel_str_of(text);
    return cel_error(ev, CEL_ERR_CONVERT, "%s: \"%.*s\"", why,
                     (int)(s.len < SHOWN_MOST ? s.len : SHOWN_MOST), s.ptr);
}

static CelValue boxed_ip(CelEval *ev, Ip ip)
{
    Ip *kept = arena_new(ev->scratch, Ip);
    *kept = ip;
    return cel_opaque(OPAQUE_IP, kept);
}

static CelValue boxed_cidr(CelEval *ev, Cidr cidr)
{
    Cidr *kept = arena_new(ev->scratch, Cidr);
    *kept = cidr;
    return cel_opaque(OPAQUE_CIDR, kept);
}

static CelValue ip_of(CelEval *ev, const CelValue *args)
{
    Ip ip;
    const char *why;
    CEL_CHARGE(ev, cel_str_of(args[0]).len / 16);
    return ip_parse(cel_str_of(args[0]), &ip, &why) ? boxed_ip(ev, ip) : refuse(ev, args[0], why);
}

static CelValue cidr_of(CelEval *ev, const CelValue *args)
{
    Cidr c;
    const char *why;
    CEL_CHARGE(ev, cel_str_of(args[0]).len / 16);
    return cidr_parse(cel_str_of(args[0]), &c, &why) ? boxed_cidr(ev, c) : refuse(ev, args[0], why);
}

static CelValue is_ip(CelEval *ev, const CelValue *args)
{
    Ip ip;
    const char *why;
    CEL_CHARGE(ev, cel_str_of(args[0]).len / 16);
    return cel_bool(ip_parse(cel_str_of(args[0]), &ip, &why));
}

static CelValue is_cidr(CelEval *ev, const CelValue *args)
{
    Cidr c;
    const char *why;
    CEL_CHARGE(ev, cel_str_of(args[0]).len / 16);
    return cel_bool(cidr_parse(cel_str_of(args[0]), &c, &why));
}

static CelValue to_string(CelEval *ev, const CelValue *args)
{
    Buf out = cel_buf(ev);
    opaque_write(&out, args[0]);
    return cel_buf_string(ev, &out);
}

static CelValue is_canonical(CelEval *ev, const CelValue *args)
{
    Ip ip;
    const char *why;
    Buf out = cel_buf(ev);
    if (!ip_parse(cel_str_of(args[0]), &ip, &why))
        return refuse(ev, args[0], why);
    ip_write(&out, &ip);
    return cel_bool(str_eq(buf_str(&out), cel_str_of(args[0])));
}

/* ---- what kind of address ---- */

static bool is_unspecified(const Ip *ip)
{
    static const uint8_t ZERO[16];
    return memcmp(ip->bytes, ZERO, 16) == 0;
}

static bool is_loopback(const Ip *ip)
{
    static const uint8_t ONE[16] = {[15] = 1};
    return ip->family == 4 ? ip->bytes[0] == 127 : memcmp(ip->bytes, ONE, 16) == 0;
}

static bool is_multicast(const Ip *ip)
{
    return ip->family == 4 ? (ip->bytes[0] & 0xF0) == 0xE0 : ip->bytes[0] == 0xFF;
}

static bool is_link_multicast(const Ip *ip)
{
    const uint8_t *b = ip->bytes;
    if (ip->family == 4)
        return b[0] == 224 && b[1] == 0 && b[2] == 0;
    return b[0] == 0xFF && (b[1] & 0x0F) == 0x02;
}

static bool is_link_unicast(const Ip *ip)
{
    const uint8_t *b = ip->bytes;
    return ip->family == 4 ? b[0] == 169 && b[1] == 254 : b[0] == 0xFE && (b[1] & 0xC0) == 0x80;
}

static bool is_broadcast(const Ip *ip)
{
    return ip->family == 4 && memcmp(ip->bytes, "\xFF\xFF\xFF\xFF", 4) == 0;
}

static CelValue family(CelEval *ev, const CelValue *args)
{
    const Ip *ip = args[0].as.opaque;
    (void)ev;
    return cel_int(ip->family);
}

static CelValue unspecified(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(is_unspecified(args[0].as.opaque));
}

static CelValue loopback(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(is_loopback(args[0].as.opaque));
}

static CelValue link_multicast(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(is_link_multicast(args[0].as.opaque));
}

static CelValue link_unicast(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(is_link_unicast(args[0].as.opaque));
}

static CelValue global_unicast(CelEval *ev, const CelValue *args)
{
    const Ip *ip = args[0].as.opaque;
    (void)ev;
    return cel_bool(!is_unspecified(ip) && !is_loopback(ip) && !is_multicast(ip) &&
                    !is_link_unicast(ip) && !is_broadcast(ip));
}

/* ---- networks ---- */

static bool covers(const Cidr *c, const Ip *ip)
{
    Ip a = ip_masked(&c->ip, c->prefix), b = ip_masked(ip, c->prefix);
    return c->ip.family == ip->family && memcmp(a.bytes, b.bytes, 16) == 0;
}

static CelValue contains_ip(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(covers(args[0].as.opaque, args[1].as.opaque));
}

static CelValue contains_ip_text(CelEval *ev, const CelValue *args)
{
    CelValue ip = ip_of(ev, args + 1);
    return cel_failed(ip) ? ip : cel_bool(covers(args[0].as.opaque, ip.as.opaque));
}

static CelValue contains_cidr(CelEval *ev, const CelValue *args)
{
    const Cidr *outer = args[0].as.opaque, *inner = args[1].as.opaque;
    (void)ev;
    return cel_bool(inner->prefix >= outer->prefix && covers(outer, &inner->ip));
}

static CelValue contains_cidr_text(CelEval *ev, const CelValue *args)
{
    const CelValue both[] = {args[0], cidr_of(ev, args + 1)};
    return cel_failed(both[1]) ? both[1] : contains_cidr(ev, both);
}

static CelValue ip_of_cidr(CelEval *ev, const CelValue *args)
{
    const Cidr *c = args[0].as.opaque;
    return boxed_ip(ev, c->ip);
}

static CelValue masked(CelEval *ev, const CelValue *args)
{
    const Cidr *c = args[0].as.opaque;
    return boxed_cidr(ev, (Cidr){ip_masked(&c->ip, c->prefix), c->prefix});
}

static CelValue prefix_length(CelEval *ev, const CelValue *args)
{
    const Cidr *c = args[0].as.opaque;
    (void)ev;
    return cel_int(c->prefix);
}

const CelFunc CEL_FUNCS_NET[] = {
    {"ip(string): net.IP",                    ip_of,              CEL_LIB_NET, 30},
    {"isIP(string): bool",                    is_ip,              CEL_LIB_NET, 30},
    {".ip.isCanonical(string): bool",         is_canonical,       CEL_LIB_NET, 30},
    {"string(net.IP): string",                to_string,          CEL_LIB_NET, 30},
    {"net.IP.family(): int",                  family,             CEL_LIB_NET, 30},
    {"net.IP.isUnspecified(): bool",          unspecified,        CEL_LIB_NET, 30},
    {"net.IP.isLoopback(): bool",             loopback,           CEL_LIB_NET, 30},
    {"net.IP.isLinkLocalMulticast(): bool",   link_multicast,     CEL_LIB_NET, 30},
    {"net.IP.isLinkLocalUnicast(): bool",     link_unicast,       CEL_LIB_NET, 30},
    {"net.IP.isGlobalUnicast(): bool",        global_unicast,     CEL_LIB_NET, 30},
    {"cidr(string): net.CIDR",                cidr_of,            CEL_LIB_NET, 30},
    {"isCIDR(string): bool",                  is_cidr,            CEL_LIB_NET, 30},
    {"string(net.CIDR): string",              to_string,          CEL_LIB_NET, 30},
    {"net.CIDR.containsIP(net.IP): bool",     contains_ip,        CEL_LIB_NET, 30},
    {"net.CIDR.containsIP(string): bool",     contains_ip_text,   CEL_LIB_NET, 30},
    {"net.CIDR.containsCIDR(net.CIDR): bool", contains_cidr,      CEL_LIB_NET, 30},
    {"net.CIDR.containsCIDR(string): bool",   contains_cidr_text, CEL_LIB_NET, 30},
    {"net.CIDR.ip(): net.IP",                 ip_of_cidr,         CEL_LIB_NET, 30},
    {"net.CIDR.masked(): net.CIDR",           masked,             CEL_LIB_NET, 30},
    {"net.CIDR.prefixLength(): int",          prefix_length,      CEL_LIB_NET, 30},
    {NULL,                                    NULL,               0,           0 },
};
