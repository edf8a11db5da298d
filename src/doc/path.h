/* Field paths as people and the JSON output write them: dots between names, [0]
 * for list items, ["a.b/c"] for keys that are not plain identifiers. */
#ifndef DOC_PATH_H
#define DOC_PATH_H

#include "base/buf.h"
#include "doc/node.h"

/* Path of n from the root node `from` (an object may lie inside a List), "" for `from` itself. */
void path_write(Buf *out, const Node *from, const Node *n);
/* One more step on a path that is in `out` already; a separating dot where one is needed. */
void path_step(Buf *out, Str key);
void path_index(Buf *out, size_t index);

#endif
