/* Text of an input on a terminal: nothing that a manifest holds may move the cursor, change
 * colours or reorder what a person reads. */
#ifndef REPORT_SNIPPET_H
#define REPORT_SNIPPET_H

#include "base/buf.h"
#include "doc/source.h"

/* One line: line ends and tabs become a blank, other controls U+FFFD. */
void text_write(Buf *out, Str text);

typedef struct Snippet {
    size_t gutter;                     /* columns of the widest line number */
    const char *frame, *caret, *plain; /* escape sequences of the colours; "" for none */
} Snippet;

/* The source line where `at` starts, with what is meant underlined; long lines are cut around it.
 */
void snippet_write(Buf *out, const Snippet *style, const Source *s, Span at);

#endif
