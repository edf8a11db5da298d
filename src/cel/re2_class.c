#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "cel/re2.h"

enum { LAST_CODE = 0x10FFFF, FIRST_SURROGATE = 0xD800, LAST_SURROGATE = 0xDFFF };

/* ---- characters ---- */

bool re2_fail(Re2Reader *r, size_t at, const char *why)
{
    r->bad = at;
    r->why = why;
    return false;
}

bool re2_next(const Re2Reader *r, const char *prefix)
{
    return str_starts(str_skip(r->text, r->at), str_c(prefix));
}

static bool is_alnum(uint32_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void re2_put_char(Buf *out, uint32_t code)
{
    if (is_alnum(code))
        buf_char(out, (char)code);
    else
        buf_printf(out, "\\x{%x}", code);
}

static char peek(const Re2Reader *r)
{
    return r->at < r->text.len ? r->text.ptr[r->at] : '\0';
}

static uint32_t take_code(Re2Reader *r)
{
    size_t len = 1;
    uint32_t code = utf8_decode(str_skip(r->text, r->at), &len);
    r->at += len;
    return code;
}

/* \x41 and \x{10FFFF}, behind the x. */
static bool take_hex(Re2Reader *r, size_t start, uint32_t *code)
{
    bool braces = peek(r) == '{';
    size_t digits = 0;
    *code = 0;
    r->at += braces;
    for (; ascii_hex(peek(r)) >= 0 && (braces || digits < 2) && *code <= LAST_CODE; digits++)
        *code = *code << 4 | (uint32_t)ascii_hex(r->text.ptr[r->at++]);
    bool closed = !braces || peek(r) == '}';
    if (*code > LAST_CODE || !closed || digits == 0 || (!braces && digits < 2) ||
        (*code >= FIRST_SURROGATE && *code <= LAST_SURROGATE))
        return re2_fail(r, start, "invalid escape sequence");
    r->at += braces;
    return true;
}

/* \0, \012, \12: with one digit from 1 on it would be a back-reference. */
static bool take_octal(Re2Reader *r, size_t start, uint32_t *code)
{
    bool zero = peek(r) == '0';
    size_t digits = 0;
    *code = 0;
    for (; digits < 3 && peek(r) >= '0' && peek(r) <= '7'; digits++)
        *code = *code << 3 | (uint32_t)(r->text.ptr[r->at++] - '0');
    if (digits == 0 || (!zero && digits < 2))
        return re2_fail(r, start, "back-references are not supported by RE2");
    return true;
}

static bool take_escape(Re2Reader *r, uint32_t *code)
{
    static const char LETTERS[] = "aftnrv", CODES[] = "\a\f\t\n\r\v";
    size_t start = r->at++;
    char c = peek(r);
    const char *letter = c ? strchr(LETTERS, c) : NULL;
    if (r->at == r->text.len)
        return re2_fail(r, start, "trailing backslash at end of expression");
    if (ascii_digit(c))
        return take_octal(r, start, code);
    if (c == 'x') {
        r->at++;
        return take_hex(r, start, code);
    }
    if (!letter && (is_alnum((unsigned char)c) || (unsigned char)c >= 0x80))
        return re2_fail(r, start, "invalid escape sequence");
    r->at++;
    *code = letter ? (uint32_t)CODES[letter - LETTERS] : (uint32_t)(unsigned char)c;
    return true;
}

bool re2_char(Re2Reader *r, uint32_t *code)
{
    if (peek(r) == '\\')
        return take_escape(r, code);
    *code = take_code(r);
    return true;
}

/* ---- sets of ASCII characters ---- */

/* first, last, first, last … in order. */
static const struct NamedSet {
    Str name; /* \d has "d", [:alpha:] has "alpha" */
    const char *ranges;
} SETS[] = {
    {STR_INIT("d"),      "09"              },
    {STR_INIT("s"),      "\t\n\f\r  "      },
    {STR_INIT("w"),      "09AZ__az"        },
    {STR_INIT("alnum"),  "09AZaz"          },
    {STR_INIT("alpha"),  "AZaz"            },
    {STR_INIT("ascii"),  "\x00\x7F"        },
    {STR_INIT("blank"),  "\t\t  "          },
    {STR_INIT("cntrl"),  "\x00\x1F\x7F\x7F"},
    {STR_INIT("digit"),  "09"              },
    {STR_INIT("graph"),  "!~"              },
    {STR_INIT("lower"),  "az"              },
    {STR_INIT("print"),  " ~"              },
    {STR_INIT("punct"),  "!/:@[`{~"        },
    {STR_INIT("space"),  "\t\r  "          },
    {STR_INIT("upper"),  "AZ"              },
    {STR_INIT("word"),   "09AZ__az"        },
    {STR_INIT("xdigit"), "09AFaf"          },
};

static void put_range(Buf *out, uint32_t first, uint32_t last)
{
    if (first > last)
        return;
    re2_put_char(out, first);
    if (first == last)
        return;
    buf_char(out, '-');
    re2_put_char(out, last);
}

/* Ranges begin with their first character even where that is NUL. */
static size_t ranges_len(const char *ranges)
{
    return 1 + strlen(ranges + 1);
}

static bool put_set(Buf *out, Str name, bool negated)
{
    const struct NamedSet *set = NULL;
    for (size_t i = 0; i < sizeof SETS / sizeof *SETS && !set; i++)
        set = str_eq(SETS[i].name, name) ? &SETS[i] : NULL;
    if (!set)
        return false;
    uint32_t next = 0;
    for (size_t i = 0; i + 1 < ranges_len(set->ranges); i += 2) {
        uint32_t first = (unsigned char)set->ranges[i], last = (unsigned char)set->ranges[i + 1];
        if (!negated)
            put_range(out, first, last);
        else if (first > next || i > 0)
            put_range(out, next, first - 1);
        next = last + 1;
    }
    if (negated)
        put_range(out, next, LAST_CODE);
    return true;
}

/* ---- Unicode properties ---- */

static const char CATEGORIES[] = " Any C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc "
                                 "Pd Pe Pf Pi Po Ps S Sc Sk Sm So "
                                 "Z Zl Zp Zs ";

static const char SCRIPTS[] =
    " Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak "
    "Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian "
    "Caucasian_Albanian Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot "
    "Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs "
    "Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi "
    "Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic Inherited "
    "Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kayah_Li "
    "Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A "
    "Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen "
    "Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs "
    "Miao Modi Mongolian Mro Multani Myanmar Nabataean Nandinagari New_Tai_Lue Newa Nko Nushu "
    "Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian Old_Permic "
    "Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya "
    "Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan "
    "Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese "
    "Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut "
    "Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi "
    "Yezidi Yi Zanabazar_Square ";

static bool is_listed(const char *list, Str name)
{
    Str all = str_c(list), item;
    while (str_next(&all, ' ', &item)) {
        if (item.len && str_eq(item, name))
            return true;
    }
    return false;
}

/* \pN, \p{Greek}, \P{^Lu}, from the p on. PCRE2 reads a bare script as "script extensions". */
static bool take_property(Re2Reader *r, size_t start)
{
    bool negated = peek(r) == 'P';
    Str name = str_slice(r->text, r->at + 1, r->at + 2);
    r->at += 2;
    if (str_eq(name, STR("{"))) {
        name = str_skip(r->text, r->at);
        size_t end = str_find_char(name, '}');
        if (end == name.len)
            return re2_fail(r, start, "invalid character class range");
        name = str_slice(name, 0, end);
        r->at += end + 1;
    }
    if (name.len && name.ptr[0] == '^') {
        negated = !negated;
        name = str_skip(name, 1);
    }
    bool category = is_listed(CATEGORIES, name);
    if (!category && !is_listed(SCRIPTS, name))
        return re2_fail(r, start, "unknown Unicode property");
    buf_printf(r->out, "\\%c{%s%.*s}", negated ? 'P' : 'p', category ? "" : "sc:", STR_ARG(name));
    return true;
}

bool re2_set(Re2Reader *r, bool *is)
{
    size_t start = r->at;
    char kind = start + 1 < r->text.len && peek(r) == '\\' ? r->text.ptr[start + 1] : '\0';
    *is = kind && strchr("dDsSwWpP", kind);
    if (!*is)
        return true;
    r->at++;
    if (kind == 'p' || kind == 'P')
        return take_property(r, start);
    char name = (char)(kind | 0x20);
    r->at++;
    return put_set(r->out, (Str){&name, 1}, kind != name);
}

/* ---- [...] ---- */

/* [:alpha:] and [:^alpha:]; *is false when it is only a '['. */
static bool take_posix(Re2Reader *r, bool *is)
{
    Str rest = str_skip(r->text, r->at + 2);
    size_t end = str_find(rest, STR(":]"));
    *is = re2_next(r, "[:") && end < rest.len;
    if (!*is)
        return true;
    bool negated = end > 0 && rest.ptr[0] == '^';
    if (!put_set(r->out, str_slice(rest, negated, end), negated) || end - negated < 2)
        return re2_fail(r, r->at, "invalid character class range");
    r->at += end + 4;
    return true;
}

/* a, \n, a-z */
static bool take_range(Re2Reader *r)
{
    size_t start = r->at;
    uint32_t first, last;
    if (!re2_char(r, &first))
        return false;
    last = first;
    if (re2_next(r, "-") && !re2_next(r, "-]") && r->at + 1 < r->text.len) {
        r->at++;
        if (!re2_char(r, &last))
            return false;
    }
    if (last < first)
        return re2_fail(r, start, "invalid character class range");
    put_range(r->out, first, last);
    return true;
}

bool re2_class(Re2Reader *r)
{
    size_t start = r->at++;
    buf_char(r->out, '[');
    if (re2_next(r, "^")) {
        buf_char(r->out, '^');
        r->at++;
    }
    for (bool first = true; first || peek(r) != ']'; first = false) {
        bool is;
        if (r->at >= r->text.len)
            return re2_fail(r, start, "missing closing ]");
        if (!take_posix(r, &is))
            return false;
        if (is)
            continue;
        if (!re2_set(r, &is) || (!is && !take_range(r)))
            return false;
    }
    r->at++;
    buf_char(r->out, ']');
    return true;
}
