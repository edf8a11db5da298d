#include "cel/base64.h"

#include "base/ascii.h"

static const char ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode(Buf *out, Str bytes)
{
    for (size_t i = 0; i < bytes.len; i += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (i + k < bytes.len ? (unsigned char)bytes.ptr[i + k] : 0);
        for (size_t k = 0; k < 4; k++) {
            bool filler = i + k > bytes.len;
            buf_char(out, filler ? '=' : ALPHABET[group >> (18 - 6 * k) & 63]);
        }
    }
}

static int digit_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (ascii_digit(c))
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool base64_decode(Buf *out, Str text, bool padded)
{
    Str digits = text;
    while (digits.len && digits.ptr[digits.len - 1] == '=' && text.len - digits.len < 2)
        digits.len--;
    bool has_padding = digits.len < text.len;
    if ((padded || has_padding) && text.len % 4)
        return false;
    if (digits.len % 4 == 1)
        return false;
    uint32_t group = 0;
    unsigned bits = 0;
    for (size_t i = 0; i < digits.len; i++) {
        int value = digit_value(digits.ptr[i]);
        if (value < 0)
            return false;
        group = group << 6 | (uint32_t)value;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            buf_char(out, (char)(group >> bits & 0xFF));
        }
    }
    return true;
}
