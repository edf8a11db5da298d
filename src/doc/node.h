/* Node: a YAML or JSON value with its place. A tree of them is immutable once loaded and lives
 * in the arena it was loaded into. One model for both syntaxes; who reads a Node cannot tell. */
#ifndef DOC_NODE_H
#define DOC_NODE_H

#include "base/tri.h"
#include "doc/source.h"

typedef enum NodeKind {
    NODE_NULL,
    NODE_BOOL,
    NODE_INT,
    NODE_DOUBLE,
    NODE_STRING,
    NODE_LIST,
    NODE_MAP
} NodeKind;

enum {
    NODE_QUOTED = 1,   /* a string written with quotes or as a block scalar */
    NODE_UNKNOWN = 2,  /* a placeholder stands here (${X}, <ID>, __VAR__, {{ }}): any value may */
    NODE_OPEN = 4,     /* a map that may have more keys than are written: placeholder key, patch */
    NODE_ALIAS = 8,    /* made from an alias or merge; its span is the anchored text */
    NODE_DECODED = 16, /* the value is not a verbatim slice of the text: escapes, folding */
    NODE_PART = 32,    /* a piece of its parent, which a path does not name: of a string
                          (doc/inside.h), of a file (doc/overlay.h) */
    NODE_SEATED = 64   /* in a Member of its own, beside those of its parent (doc/overlay.h) */
};

typedef struct Node {
    uint8_t kind;  /* NodeKind */
    uint8_t flags; /* NODE_… */
    uint16_t depth;
    uint32_t len; /* bytes of a string, items of a list, members of a map */
    Span span;    /* the value's text in its Source; of a map or list from first to last byte */
    union {
        bool boolean;
        int64_t integer;
        double real;
        const char *text;
        const struct Node *items;
        const struct Member *members; /* in written order; merged keys after the own ones */
    } as;
    const struct Node *parent; /* NULL at the root of a document */
} Node;

/* Interned: equal keys of one run are one Key. */
typedef struct Key {
    uint64_t hash; /* str_hash(name) */
    Str name;
    bool placeholder; /* the name is one, so it may turn out to be any other */
} Key;

typedef struct Member {
    const Key *key;
    Span key_span;
    Node value;
} Member;

/* A comment that names gpulint (others are not kept): `text` is what follows '#', trimmed. */
typedef struct Comment {
    uint32_t off, line; /* line from 1 */
    bool alone;         /* nothing else on its line */
    Str text;
} Comment;

/* One document of a stream. Its root is the first field: node_document walks up to it. */
typedef struct Document {
    Node root;
    const Source *source;
    uint32_t
        first_line; /* of the document in its source, from 1; where a leading comment may stand */
    const Comment *comments; /* of the whole source, by line */
    size_t comment_count;
} Document;

const Document *node_document(const Node *n);
Str node_str(const Node *n); /* of a NODE_STRING; "" of anything else and of NULL */
/* Raw text as written (quotes included); what a message shows for any scalar. */
Str node_text(const Node *n);
/* Of any scalar, without quotes: text that a version, a number or a quantity is read from. "" for
 * NULL. */
Str node_scalar(const Node *n);
bool node_unknown(const Node *n); /* a placeholder stands for it; NULL is none */
/* What is written of this list or map need not be all: it is none of that kind, a placeholder, or
 * may have more. What is absent (NULL) has nothing. */
bool node_open(const Node *n, NodeKind kind);

const Node *node_get(const Node *map, Str key); /* NULL when absent or not a map; O(1) amortised */
const Node *node_get_indexed(const Node *map, uint64_t hash,
                             Str key); /* from SLOTS_FROM members on */

enum { SLOTS_FROM = 17 }; /* below it a walk along the members is faster */

/* node_get with the hash at hand. */
static inline const Node *node_get_key(const Node *map, uint64_t hash, Str key)
{
    if (!map || map->kind != NODE_MAP)
        return NULL;
    if (map->len >= SLOTS_FROM)
        return node_get_indexed(map, hash, key);
    const Member *end = map->as.members + map->len;
    for (const Member *m = map->as.members; m < end; m++) {
        if (m->key->hash == hash && str_eq(m->key->name, key))
            return &m->value;
    }
    return NULL;
}

const Node *node_item(const Node *list, size_t index); /* NULL when outside or not a list */
/* As node_get, but a null value reads as absent, as in the API server. */
const Node *node_field(const Node *map, Str key);
/* Follows "spec.template.spec"; NULL at the first absent or null step. Steps are plain names. */
const Node *node_path(const Node *root, Str path);
/* What is not there on that path, may it be there all the same: behind a placeholder, beside one
 * that stands for a key, below a value that is no map? */
bool node_hides(const Node *root, Str path);
bool node_has_placeholder(const Node *n); /* anywhere in it; one walk */
/* The member that holds this value, or NULL (root or list item). */
const Member *node_member(const Node *n);
size_t node_index(const Node *n); /* of a list item in its list, a member in its map */
/* Deep equality of values, places ignored: numbers across int and double, maps without order.
 * Unknown when a placeholder takes part and nothing else decides. */
Tri node_equal(const Node *a, const Node *b);

/* A place in a document that need not exist: the nearest existing node, and the steps below it
 * that are missing ("disruption.consolidationPolicy", "" when node itself is meant). */
typedef struct NodePlace {
    const Node *node; /* NULL: nowhere */
    Str missing;
} NodePlace;

#endif
