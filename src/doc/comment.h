/* The comments of a YAML text that speak to gpulint; libyaml drops them all. They are looked for
 * between the scalars, as '#' inside one starts no comment. */
#ifndef DOC_COMMENT_H
#define DOC_COMMENT_H

#include "base/vec.h"
#include "doc/node.h"

typedef struct CommentScan {
    const Source *source;
    Arena *arena;
    VEC(Comment) list;
    uint32_t at;   /* everything before it has been looked at */
    uint32_t line; /* of `at`, from 1 */
    bool wanted;   /* "gpulint" occurs in the text at all */
} CommentScan;

void comment_begin(CommentScan *c, const Source *s, Arena *a);
/* A scalar stands here; scalars come in the order of the text. A block scalar's first line, behind
 * its '|', may have a comment. */
void comment_scan(CommentScan *c, Span scalar, bool block);
void comment_end(CommentScan *c,
                 bool complete); /* complete: the rest of the text holds no scalar */

#endif
