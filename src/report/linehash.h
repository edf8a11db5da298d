/* Line hashes: what GitHub code scanning knows an alert by when its line has moved
 * (primaryLocationLineHash, as github/codeql-action computes it): a hash of the 100 UTF-16 units
 * from the start of the line on, blanks left out, and how often it occurred in the file so far. */
#ifndef REPORT_LINEHASH_H
#define REPORT_LINEHASH_H

#include "doc/source.h"

/* "a7f2ff13bc495cf2:1" for each of the s->lines lines. */
const Str *linehashes_of(Arena *a, const Source *s);

#endif
