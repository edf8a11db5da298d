#include "base/ascii.h"
#include "cel/opaque.h"

/* Addresses as Go's net/netip reads them: no leading zeros, groups of at most four digits. */

static bool parse_octets(Str text, uint8_t out[4])
{
    for (size_t i = 0; i < 4; i++) {
        size_t len = 0;
        unsigned value = 0;
        while (len < text.len && len < 4 && ascii_digit(text.ptr[len]))
            value = value * 10 + (unsigned)(text.ptr[len++] - '0');
        if (len == 0 || value > 255 || (len > 1 && text.ptr[0] == '0'))
            return false;
        out[i] = (uint8_t)value;
        text = str_skip(text, len);
        if (i < 3 && (text.len == 0 || text.ptr[0] != '.'))
            return false;
        text = str_skip(text, i < 3);
    }
    return text.len == 0;
}

/* Up to four hexadecimal digits; how many there were. */
static size_t take_group(Str text, unsigned *value)
{
    size_t len = 0;
    *value = 0;
    for (; len < text.len && len < 5 && ascii_hex(text.ptr[len]) >= 0; len++)
        *value = *value << 4 | (unsigned)ascii_hex(text.ptr[len]);
    return len <= 4 ? len : 0;
}

/* What stands on one side of "::" (or everything, without one): bytes written, or -1. */
static int parse_groups(Str text, uint8_t out[16])
{
    int at = 0;
    while (text.len) {
        unsigned value;
        size_t len = take_group(text, &value);
        if (at > 14 || len == 0)
            return -1;
        if (len < text.len && text.ptr[len] == '.') /* the last 32 bits may be written as IPv4 */
            return at <= 12 && parse_octets(text, out + at) ? at + 4 : -1;
        out[at++] = (uint8_t)(value >> 8);
        out[at++] = (uint8_t)value;
        text = str_skip(text, len);
        if (text.len && (text.ptr[0] != ':' || text.len == 1))
            return -1;
        text = str_skip(text, 1);
    }
    return at;
}

static bool parse_v6(Str text, uint8_t out[16])
{
    size_t gap = str_find(text, STR("::"));
    if (gap == text.len)
        return parse_groups(text, out) == 16;
    uint8_t tail[16];
    Str head = str_slice(text, 0, gap);
    if (str_find_char(head, '.') < head.len) /* IPv4 only at the end */
        return false;
    int head_len = parse_groups(head, out);
    int tail_len = parse_groups(str_skip(text, gap + 2), tail);
    if (head_len < 0 || tail_len < 0 || head_len + tail_len > 14)
        return false;
    memset(out + head_len, 0, (size_t)(16 - head_len));
    memcpy(out + 16 - tail_len, tail, (size_t)tail_len);
    return true;
}

static bool is_mapped(const uint8_t bytes[16])
{
    static const uint8_t PREFIX[12] = {[10] = 0xFF, [11] = 0xFF};
    return memcmp(bytes, PREFIX, sizeof PREFIX) == 0;
}

bool ip_parse(Str text, Ip *out, const char **why)
{
    Ip ip = {.family = 4};
    Str zone = STR("");
    *why = "not an IP address";
    if (str_find_char(text, ':') == text.len) {
        if (!parse_octets(text, ip.bytes))
            return false;
    } else {
        ip.family = 6;
        bool zoned = str_cut(text, '%', &text, &zone);
        if (!parse_v6(text, ip.bytes))
            return false;
        *why = "an address with a zone is not allowed";
        if (zoned)
            return false;
        *why = "an IPv4-mapped IPv6 address is not allowed";
        if (is_mapped(ip.bytes))
            return false;
    }
    *out = ip;
    return true;
}

bool cidr_parse(Str text, Cidr *out, const char **why)
{
    Cidr c;
    int64_t prefix;
    size_t slash = str_rfind_char(text, '/');
    Str bits = str_skip(text, slash + 1);
    if (!ip_parse(str_slice(text, 0, slash), &c.ip, why))
        return false;
    *why = "not a network address";
    if (slash == text.len || bits.len == 0 || bits.len > 3 || !ascii_digit(bits.ptr[0]) ||
        (bits.len > 1 && bits.ptr[0] == '0') || !str_int(bits, &prefix) ||
        prefix > (c.ip.family == 4 ? 32 : 128))
        return false;
    c.prefix = (uint8_t)prefix;
    *out = c;
    return true;
}

/* The longest run of at least two zero groups, the first of equals; *len 0 when there is none. */
static size_t zero_run(const uint8_t bytes[16], size_t *len)
{
    size_t best = 0;
    *len = 0;
    for (size_t i = 0; i < 8;) {
        size_t end = i;
        while (end < 8 && bytes[2 * end] == 0 && bytes[2 * end + 1] == 0)
            end++;
        if (end - i > 1 && end - i > *len) {
            best = i;
            *len = end - i;
        }
        i = end + 1;
    }
    return best;
}

void ip_write(Buf *out, const Ip *ip)
{
    const uint8_t *b = ip->bytes;
    if (ip->family == 4) {
        buf_printf(out, "%u.%u.%u.%u", b[0], b[1], b[2], b[3]);
        return;
    }
    size_t run, gap = zero_run(b, &run);
    for (size_t i = 0; i < 8; i++) {
        if (run && i == gap) {
            buf_add(out, STR("::"));
            i += run - 1;
            continue;
        }
        bool first = i == 0 || (run && i == gap + run);
        buf_printf(out, "%s%x", first ? "" : ":", (unsigned)(b[2 * i] << 8 | b[2 * i + 1]));
    }
}

void cidr_write(Buf *out, const Cidr *cidr)
{
    ip_write(out, &cidr->ip);
    buf_printf(out, "/%u", cidr->prefix);
}

Ip ip_masked(const Ip *ip, uint8_t prefix)
{
    Ip r = *ip;
    for (size_t i = 0; i < 16; i++) {
        int keep = (int)prefix - (int)(8 * i);
        if (keep <= 0)
            r.bytes[i] = 0;
        else if (keep < 8)
            r.bytes[i] &= (uint8_t)(0xFF << (8 - keep));
    }
    return r;
}
