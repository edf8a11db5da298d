/* Tri: yes, no or unknown. Kleene's logic: a side that decides wins over unknown. */
#ifndef BASE_TRI_H
#define BASE_TRI_H

#include <stdbool.h>

typedef enum Tri { TRI_NO, TRI_YES, TRI_UNKNOWN } Tri;

static inline Tri tri_of(bool known)
{
    return known ? TRI_YES : TRI_NO;
}

static inline Tri tri_and(Tri a, Tri b)
{
    if (a == TRI_NO || b == TRI_NO)
        return TRI_NO;
    return a == TRI_YES && b == TRI_YES ? TRI_YES : TRI_UNKNOWN;
}

static inline Tri tri_or(Tri a, Tri b)
{
    if (a == TRI_YES || b == TRI_YES)
        return TRI_YES;
    return a == TRI_NO && b == TRI_NO ? TRI_NO : TRI_UNKNOWN;
}

static inline Tri tri_not(Tri a)
{
    return a == TRI_UNKNOWN ? TRI_UNKNOWN : tri_of(a == TRI_NO);
}

#endif
