/* The path language of the fact tables: where in an object of a kind something is. Steps between
 * dots: name, name[*] each item of a list, * each member of a map, {a,b} alternatives. A path of
 * a found node: ^ is the parent map (lists do not count), / the object's root, . the node itself.
 */
#ifndef KUBE_LOCATE_H
#define KUBE_LOCATE_H

#include "base/vec.h"
#include "doc/node.h"

typedef struct Nodes {
    VEC(const Node *) list;
    bool hidden; /* a placeholder stands where there may be more of them */
} Nodes;

/* Adds every node that the path finds from `at`; null values count as absent. */
void locate_all(Arena *a, const Node *root, const Node *at, Str path, Nodes *out);
/* The first of them; NULL. */
const Node *locate(const Node *root, const Node *at, Str path);
/* Where a path without alternatives leads, whether it exists or not. */
NodePlace locate_place(const Node *root, const Node *at, Str path);

#endif
