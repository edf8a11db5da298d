/* Overlay: one tree out of several: what is written, single values set by path, defaults below
 * them; as Helm makes the values of a chart. Lists are replaced, maps are joined, null takes a
 * default away. Every part keeps its place; one that nobody wrote has that of its nearest written
 * parent, and the path where it would be. */
#ifndef DOC_OVERLAY_H
#define DOC_OVERLAY_H

#include "doc/load.h"

typedef struct Overlay Overlay;

/* Where the finished tree stands: the member of a map, which need not be written. */
typedef struct OverlaySeat {
    const Node *parent; /* NULL: it is a document of its own */
    const Key *key;     /* NULL: it stands for the parent itself */
    Span key_span;
    const Source *source;
} OverlaySeat;

/* written: a map, or NULL. partial: what is absent may be told elsewhere, so no default holds. */
Overlay *overlay_new(Loader *l, const Node *written, bool partial);
/* Over what is written. False when the path leads through what is no map. */
bool overlay_set(Overlay *o, Str path, const Node *value);
/* Where nothing is written. A map as a default is complete with what is written in it; maps on
 * the way to a default may have more keys than these, and are open. */
void overlay_default(Overlay *o, Str path, const Node *value);
const Node *overlay_close(Overlay *o, OverlaySeat seat);

#endif
