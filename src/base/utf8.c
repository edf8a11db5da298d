#include "base/utf8.h"

static bool continues(Str s, size_t at)
{
    return at < s.len && ((unsigned char)s.ptr[at] & 0xC0) == 0x80;
}

uint32_t utf8_decode(Str s, size_t *len)
{
    static const uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000}; /* by length: else overlong */
    unsigned char first = s.len ? (unsigned char)s.ptr[0] : 0xFF;
    *len = 1;
    if (first < 0x80)
        return first;
    size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4)
        return 0xFFFD;
    uint32_t code = first & (0xFFU >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if (!continues(s, i))
            return 0xFFFD;
        code = code << 6 | ((unsigned char)s.ptr[i] & 0x3F);
    }
    if (code < LEAST[size] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
        return 0xFFFD;
    *len = size;
    return code;
}

size_t utf8_encode(uint32_t code, char out[4])
{
    static const unsigned char LEAD[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (char)(size == 1 ? code : LEAD[size] | code);
    return size;
}

bool utf8_valid(Str s, size_t *bad)
{
    for (size_t at = 0, len; at < s.len; at += len) {
        if ((unsigned char)s.ptr[at] < 0x80) {
            len = 1;
            continue;
        }
        (void)utf8_decode(str_skip(s, at), &len);
        if (len == 1) {
            if (bad)
                *bad = at;
            return false;
        }
    }
    return true;
}

size_t utf8_count(Str s)
{
    size_t count = 0;
    for (size_t i = 0; i < s.len; i++)
        count += !continues(s, i);
    return count;
}

size_t utf8_offset(Str s, size_t index)
{
    for (size_t i = 0; i < s.len; i++) {
        if (!continues(s, i) && index-- == 0)
            return i;
    }
    return s.len;
}

/* ---- columns on a terminal ---- */

typedef struct Range {
    uint32_t first, last;
} Range;

/* Combining marks, joiners and other characters without a column: the blocks met in practice. */
static const Range NARROWEST[] = {
    {0x0300,  0x036F },
    {0x0483,  0x0489 },
    {0x0591,  0x05BD },
    {0x0610,  0x061A },
    {0x064B,  0x065F },
    {0x06D6,  0x06DC },
    {0x0900,  0x0902 },
    {0x093C,  0x093C },
    {0x0941,  0x0948 },
    {0x0E31,  0x0E31 },
    {0x0E34,  0x0E3A },
    {0x0E47,  0x0E4E },
    {0x1AB0,  0x1AFF },
    {0x1DC0,  0x1DFF },
    {0x200B,  0x200F },
    {0x202A,  0x202E },
    {0x2060,  0x2064 },
    {0x20D0,  0x20FF },
    {0xFE00,  0xFE0F },
    {0xFE20,  0xFE2F },
    {0xFEFF,  0xFEFF },
    {0xE0100, 0xE01EF},
};

/* East Asian Width W and F (Unicode annex 11), and the emoji that terminals draw wide. */
static const Range WIDEST[] = {
    {0x1100,  0x115F },
    {0x231A,  0x231B },
    {0x2329,  0x232A },
    {0x23E9,  0x23EC },
    {0x25FD,  0x25FE },
    {0x2614,  0x2615 },
    {0x2648,  0x2653 },
    {0x26A1,  0x26A1 },
    {0x26AA,  0x26AB },
    {0x26BD,  0x26BE },
    {0x26C4,  0x26C5 },
    {0x26CE,  0x26CE },
    {0x26D4,  0x26D4 },
    {0x26EA,  0x26EA },
    {0x26F2,  0x26F3 },
    {0x26F5,  0x26F5 },
    {0x26FA,  0x26FA },
    {0x26FD,  0x26FD },
    {0x2705,  0x2705 },
    {0x270A,  0x270B },
    {0x2728,  0x2728 },
    {0x274C,  0x274C },
    {0x274E,  0x274E },
    {0x2753,  0x2755 },
    {0x2757,  0x2757 },
    {0x2795,  0x2797 },
    {0x27B0,  0x27B0 },
    {0x27BF,  0x27BF },
    {0x2B1B,  0x2B1C },
    {0x2B50,  0x2B50 },
    {0x2B55,  0x2B55 },
    {0x2E80,  0x303E },
    {0x3041,  0x33FF },
    {0x3400,  0x4DBF },
    {0x4E00,  0x9FFF },
    {0xA000,  0xA4CF },
    {0xA960,  0xA97F },
    {0xAC00,  0xD7A3 },
    {0xF900,  0xFAFF },
    {0xFE30,  0xFE6F },
    {0xFF00,  0xFF60 },
    {0xFFE0,  0xFFE6 },
    {0x16FE0, 0x18AFF},
    {0x1B000, 0x1B2FF},
    {0x1F004, 0x1F004},
    {0x1F0CF, 0x1F0CF},
    {0x1F18E, 0x1F18E},
    {0x1F191, 0x1F19A},
    {0x1F200, 0x1F320},
    {0x1F32D, 0x1F335},
    {0x1F337, 0x1F37C},
    {0x1F37E, 0x1F393},
    {0x1F3A0, 0x1F3CA},
    {0x1F3CF, 0x1F3D3},
    {0x1F3E0, 0x1F3F0},
    {0x1F3F4, 0x1F3F4},
    {0x1F3F8, 0x1F43E},
    {0x1F440, 0x1F440},
    {0x1F442, 0x1F4FC},
    {0x1F4FF, 0x1F53D},
    {0x1F54B, 0x1F54E},
    {0x1F550, 0x1F567},
    {0x1F57A, 0x1F57A},
    {0x1F595, 0x1F596},
    {0x1F5A4, 0x1F5A4},
    {0x1F5FB, 0x1F64F},
    {0x1F680, 0x1F6C5},
    {0x1F6CC, 0x1F6CC},
    {0x1F6D0, 0x1F6D2},
    {0x1F6D5, 0x1F6D7},
    {0x1F6DC, 0x1F6DF},
    {0x1F6EB, 0x1F6EC},
    {0x1F6F4, 0x1F6FC},
    {0x1F7E0, 0x1F7EB},
    {0x1F90C, 0x1F93A},
    {0x1F93C, 0x1F945},
    {0x1F947, 0x1F9FF},
    {0x1FA70, 0x1FAFF},
    {0x20000, 0x3FFFD},
};

static bool in_ranges(const Range *ranges, size_t count, uint32_t code)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranges[middle].last < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && code >= ranges[low].first;
}

size_t utf8_width(Str s)
{
    size_t width = 0;
    for (size_t at = 0, len; at < s.len; at += len) {
        uint32_t code = utf8_decode(str_skip(s, at), &len);
        if (code < 0x300)
            width++;
        else if (!in_ranges(NARROWEST, sizeof NARROWEST / sizeof *NARROWEST, code))
            width += 1 + (size_t)in_ranges(WIDEST, sizeof WIDEST / sizeof *WIDEST, code);
    }
    return width;
}
