/* Inside: places within the text of one string: an expression's operator in a block scalar. What
 * YAML and JSON do to a text (quotes, escapes, indentation, folding) is undone. */
#ifndef DOC_INSIDE_H
#define DOC_INSIDE_H

#include "doc/node.h"

/* Where the bytes [at.off, at.off + at.len) of a string's value stand in its source; the whole
 * string where that cannot be told. */
Span inside_span(const Node *string, Span at);
/* The same as a node of its own: the path is the string's, the span its own. */
const Node *inside_part(Arena *a, const Node *string, Span at);

/* A node for a span of the source that lies within the string. */
const Node *inside_at(Arena *a, const Node *string, Span at);

#endif
