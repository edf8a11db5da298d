/* Classes of ASCII bytes, for grammars that know no others; whatever the locale. */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stdbool.h>

static inline bool ascii_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool ascii_alnum(char c)
{
    return ascii_digit(c) || ascii_letter(c);
}

static inline char ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Value of a hexadecimal digit; -1 of any other byte. */
static inline int ascii_hex(char c)
{
    char low = ascii_lower(c);
    return ascii_digit(c) ? c - '0' : low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

#endif
