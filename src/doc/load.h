/* Bytes to documents. Reports what it cannot read to Diags with its place and gives what it
 * could. Never crashes, never loops, whatever the bytes are: limits.h bounds depth, nodes and
 * alias expansion. Duplicate keys are kept out of the tree (the first wins) and listed. */
#ifndef DOC_LOAD_H
#define DOC_LOAD_H

#include "base/map.h"
#include "doc/diag.h"
#include "doc/node.h"

typedef struct Duplicate {
    const Node *map;   /* that has the key twice */
    Span first, again; /* spans of the two keys */
    const Key *key;
} Duplicate;

typedef struct Stream {
    const Source *source;
    VEC(Document *) documents; /* empty documents (only comments) are left out */
    VEC(Duplicate) duplicates;
    size_t nodes;  /* in all documents */
    bool complete; /* false: reading stopped at a syntax error; documents before it are here */
} Stream;

/* What a run shares between its inputs. Keys and trees live in `arena`. */
typedef struct Loader {
    Arena *arena;
    Map keys;         /* name -> Key */
    size_t max_nodes; /* of one stream; LIMIT_FILE_NODES unless set otherwise */
} Loader;

void loader_init(Loader *l, Arena *a);
const Key *loader_key(Loader *l, Str name);
/* YAML 1.1 as Kubernetes reads it (yaml.v2/sigs.k8s.io resolution); JSON text is read too. */
Stream *yaml_load(Loader *l, const Source *s, Diags *d);
/* Strict RFC 8259: one value, int64 exact, no duplicate keys silently, nothing after it. */
Stream *json_load(Loader *l, const Source *s, Diags *d);
/* By the first byte that is not white space, '{' or '[' is tried as JSON, then as YAML. */
Stream *doc_load(Loader *l, const Source *s, Diags *d);

/* Marks every map of a document as one that may have more keys than are written: a part of an
 * object, that a kustomization completes. Before anything else reads the document. */
void document_open(Document *d);

/* Makes a document a part of the string that it was read from: its root's parent is the string, and
 * its places lie in the string's source, `by` bytes further on, or all at `whole`. */
typedef struct DocumentMove {
    bool exact;
    uint32_t by;
    Span whole;
} DocumentMove;
void document_move(Document *d, const Node *into, DocumentMove how);

#endif
