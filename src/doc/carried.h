/* Carried: a document that another one carries as text, as `values: |` of an Argo CD Application.
 * Its places are places of the carrier: exact in a literal block, the whole scalar in any other. */
#ifndef DOC_CARRIED_H
#define DOC_CARRIED_H

#include "doc/load.h"

/* The first document of the text of a string; NULL when it has none or cannot be read. Its root's
 * parent is the string, so that a path leads on from there. */
const Node *carried_load(Loader *l, const Node *text);

#endif
