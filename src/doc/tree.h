/* Tree: builds one stream's documents out of values in reading order, for the YAML and the JSON
 * reader alike. It keeps the limits, drops and lists duplicate keys, joins merge keys and gives
 * each finished list and map its place in the loader's arena. What is still open lives in scratch.
 * Every function that may fail has reported when it returns false; the reader then stops. */
#ifndef DOC_TREE_H
#define DOC_TREE_H

#include "base/limits.h"
#include "doc/load.h"

typedef struct TreeAnchor {
    Node node; /* a copy; what hangs below is in its final place once it is closed */
    bool open; /* still being read: an alias to it would contain itself */
} TreeAnchor;

/* A list or map that is being read. */
typedef struct TreeFrame {
    Node node;          /* kind, flags and where it starts */
    size_t first;       /* of its parts on the stack */
    uint32_t end;       /* of the text read so far */
    bool has_key;       /* of a map: a key waits for its value */
    bool merges;        /* a merge key was among the keys */
    TreeAnchor *anchor; /* or NULL */
    const Key *key;     /* the key that waits for a value, and its place */
    Span key_span;
} TreeFrame;

typedef struct Tree {
    Loader *loader;
    Stream *stream;
    Diags *diags;
    Arena *scratch;
    VEC(Member) stack; /* parts of all open frames; of a list without keys */
    size_t depth;      /* open frames */
    size_t aliased;    /* nodes made from aliases; stream->nodes counts them too */
    size_t duplicates; /* of the stream, those in earlier documents */
    Span alias;        /* the alias being expanded: where its faults are reported */
    Document *document;
    TreeFrame *frames;
    size_t frame_cap;
} Tree;

void tree_init(Tree *t, Loader *l, Stream *s, Diags *d, Arena *scratch);
void tree_begin(Tree *t, uint32_t first_line); /* a document */
void tree_keep(Tree *t);                       /* the document is complete */
void tree_drop(Tree *t);                       /* it is empty, or reading it failed */

bool tree_wants_key(const Tree *t);
void tree_key(Tree *t, Str name, Span at);
void tree_merge_key(Tree *t, Span at);
bool tree_value(Tree *t, const Node *scalar); /* its kind, flags, value and span */
/* start: kind, flags and a span of one byte where it starts; anchor or NULL. */
bool tree_open(Tree *t, const Node *start, TreeAnchor *anchor);
/* Ends the innermost list or map at `end`; 0: where its last part ends. */
bool tree_close(Tree *t, uint32_t end);
bool tree_alias(Tree *t, const TreeAnchor *anchor, Span at);

#endif
