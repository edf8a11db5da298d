/* UTF-8, strictly: no surrogates, no overlong forms, nothing above U+10FFFF. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/str.h"

/* The code point that s starts with and its length, 1 to 4; 0xFFFD and 1 where s is not UTF-8. */
uint32_t utf8_decode(Str s, size_t *len);
size_t utf8_encode(uint32_t code, char out[4]); /* bytes written; code must be a scalar value */
bool utf8_valid(Str s, size_t *bad);            /* offset of the first bad byte; bad may be NULL */
size_t utf8_count(Str s);                       /* code points of valid text */
/* Byte offset of the index-th code point; s.len past the end. */
size_t utf8_offset(Str s, size_t index);
/* Columns on a terminal: wide characters count 2, combining ones 0. */
size_t utf8_width(Str s);

#endif
