/* Facts: what is true about EC2 instance types, label keys, resources, kinds, images, DRA devices.
 * Tables (rules/facts, .tsv), each with its source and date, compiled into constant arrays
 * (src/embed); --facts DIR replaces them at run time through the same reader. What is not here is
 * unknown, never impossible. Immutable; shared by threads.
 *
 * Every table is readable as text: facts_table, facts_find, facts_cell. The instance types are
 * indexed besides, with a bit set of types for every value of every label. */
#ifndef KUBE_FACTS_H
#define KUBE_FACTS_H

#include "base/arena.h"
#include "base/tri.h"
#include "doc/diag.h"
#include "kube/req.h"

typedef struct Facts Facts;

/* One table of text. What stands below `rows` is for facts*.c alone. */
typedef struct FactTable {
    size_t width, rows;
    const Facts *facts;
    const uint32_t *cells; /* texts; the header line first */
    const uint32_t *order; /* rows by their first cell */
    const uint32_t *notes;
    uint32_t note_count, name;
} FactTable;

/* A set of instance types, by index in the table. */
typedef struct TypeSet {
    uint64_t *words; /* facts_type_words(f) of them */
} TypeSet;

/* Which controller's labels are meant: the keys of one are custom labels to the other. */
typedef enum LabelMode { LABELS_KARPENTER, LABELS_AUTO } LabelMode;

/* The built-in tables. */
const Facts *facts_builtin(void);
/* The same from a folder of tables; NULL after messages in `d`. */
const Facts *facts_load(Arena *a, Str folder, Diags *d);

/* ---- any table, as written: "workload-kinds" is rules/facts/workload-kinds.tsv ---- */
const FactTable *facts_table(const Facts *f, Str name); /* an unknown name is a bug */
size_t facts_table_count(const Facts *f);
const FactTable *facts_table_at(const Facts *f, size_t i); /* by name */
Str facts_table_name(const FactTable *t);
Str facts_table_note(const FactTable *t, size_t i); /* i-th "# " line, "" past the last */
/* Of its notes "source: " and "date: ", which every table has: where its rows are from, and the day
 * of that, as "2026-08-21". */
Str facts_table_source(const FactTable *t);
Str facts_table_date(const FactTable *t);

enum { FACTS_FRESH_DAYS = 180 }; /* EC2 brings new accelerated types about twice a year */

/* Older than that on the day of `now`? */
bool facts_table_old(const FactTable *t, int64_t now);
/* How many tables are, and the oldest of them. */
size_t facts_old(const Facts *f, int64_t now, const FactTable **oldest);

Str facts_header(const FactTable *t, size_t column);
size_t facts_column(const FactTable *t, Str name);             /* an unknown name is a bug */
Str facts_cell(const FactTable *t, size_t row, size_t column); /* "" for "-" */
/* The n-th row whose first cell is `key`, in written order; SIZE_MAX when there is none. */
size_t facts_find(const FactTable *t, Str key, size_t n);
bool facts_has_prefix(const FactTable *t, Str prefix); /* does a first cell begin so? */
/* Cell of the first row with that key, "" when there is none. */
Str facts_get(const FactTable *t, Str key, const char *column);

/* ---- instance types ---- */
typedef struct InstanceType {
    uint32_t index;
} InstanceType;

size_t facts_type_count(const Facts *f);
size_t facts_type_words(const Facts *f);
const InstanceType *facts_type(const Facts *f, size_t index);
const InstanceType *facts_type_find(const Facts *f, Str name); /* NULL: not in the table */
Str type_name(const Facts *f, const InstanceType *t);
/* What stands before the first digit: "p" of "p5.48xlarge", "trn" of "trn1". */
Str type_letters(Str name);
/* Value of a label of the table ("karpenter.k8s.aws/instance-family"); "" when the type lacks it.
 */
Str type_label(const Facts *f, const InstanceType *t, Str key);
int64_t type_label_int(const Facts *f, const InstanceType *t, Str key); /* 0 when absent */
/* By the names of the table type-fields ("gpuName"); an unknown one is a bug. */
Str type_field(const Facts *f, const InstanceType *t, Str field);
int64_t type_number(const Facts *f, const InstanceType *t, Str field);
/* Thousandths of a resource: what limits count (whole node) and what pods get; 0 when the type
 * has none of it. CPU in millicores times one, memory in bytes times 1000. */
int64_t type_capacity(const Facts *f, const InstanceType *t, Str resource);
int64_t type_allocatable(const Facts *f, const InstanceType *t, Str resource);
/* The same for many types: the resource's number (SIZE_MAX: no type has it) found once. */
size_t facts_resource_number(const Facts *f, Str resource);
int64_t type_capacity_of(const Facts *f, size_t type, size_t resource);
int64_t type_allocatable_of(const Facts *f, size_t type, size_t resource);
/* The accelerator resource of the type ("nvidia.com/gpu"), "" for none; and how many. */
Str type_device(const Facts *f, const InstanceType *t, int64_t *count);
/* USD an hour on demand, in millionths; -1 when not known. Region "" is us-east-1. */
int64_t type_price(const Facts *f, const InstanceType *t, Str region);

/* ---- sets of types ---- */
TypeSet types_all(Arena *a, const Facts *f);
TypeSet types_none(Arena *a, const Facts *f);
TypeSet types_copy(Arena *a, const Facts *f, TypeSet s);
void types_and(const Facts *f, TypeSet into, TypeSet with);
void types_or(const Facts *f, TypeSet into, TypeSet with);
bool types_overlap(const Facts *f, TypeSet x, TypeSet y);
bool types_has(TypeSet s, size_t index);
void types_add(TypeSet s, size_t index);
void types_remove(TypeSet s, size_t index);
size_t types_size(const Facts *f, TypeSet s);
bool types_empty(const Facts *f, TypeSet s);
/* The next member at or after `from`; SIZE_MAX past the last. */
size_t types_next(const Facts *f, TypeSet s, size_t from);

/* ---- label keys ---- */
typedef enum LabelKind {
    LABEL_CUSTOM,   /* nobody but the user gives it a meaning */
    LABEL_TYPE,     /* a property of the instance type: in the table */
    LABEL_OFFERING, /* known when a node is launched: zone, capacity type, reservation */
    LABEL_POOL,     /* karpenter.sh/nodepool, the node class */
    LABEL_NODE      /* only on running nodes: hostname */
} LabelKind;

/* beta.kubernetes.io/arch -> kubernetes.io/arch; any other key is returned as it is. */
Str facts_label_canonical(const Facts *f, Str key);
LabelKind facts_label_kind(const Facts *f, LabelMode mode, Str key);
/* Karpenter's WellKnownLabels: a pool need not define them. */
bool facts_label_well_known(const Facts *f, LabelMode mode, Str key);
/* Is it in a domain that is Karpenter's own? */
bool facts_label_karpenter(const Facts *f, Str key);
/* Why no pool may use the key ("" when it may), for a Karpenter minor version (0: unknown, then
 * only what every supported version refuses). A literal or text of the facts. */
typedef enum LabelFault {
    LABEL_FINE,
    LABEL_RESTRICTED, /* reserved for Karpenter: refused, or the pool is never Ready */
    LABEL_NO_SUCH     /* under karpenter.k8s.aws, and this version has no such label */
} LabelFault;
LabelFault facts_label_fault(const Facts *f, LabelMode mode, int32_t karpenter_minor, Str key);
/* Why, for people, of a restricted key. */
Str facts_label_why(const Facts *f, Str key);
/* The well-known key that `key` looks like in this mode: same name under another domain, or a
 * misspelt one; "" when there is none. */
Str facts_label_meant(const Facts *f, LabelMode mode, Str key);
/* Fits the value the grammar of label values? */
bool label_value_valid(Str value);

/* Types that satisfy a requirement: surely, perhaps (a placeholder decides; holds `sure`), and
 * whether one that the facts do not have might. The sets are added to. */
typedef struct TypesOut {
    TypeSet sure, maybe;
    bool *beyond;
} TypesOut;

/* As Karpenter's Intersects on one key. False when the key is no type label in this mode: then it
 * decides nothing about types. */
bool facts_types_of(const Facts *f, LabelMode mode, const Req *r, const TypesOut *out);

typedef enum ValueVerdict {
    VALUE_KNOWN, /* some type has it */
    VALUE_SOLD,  /* so have types whose labels are not in the facts */
    VALUE_NEWER, /* may be newer than the facts */
    VALUE_WRONG  /* certainly wrong: other case, other vendor, family without its suffix, … */
} ValueVerdict;
/* Of a label that nobody knows every value is KNOWN. */
ValueVerdict facts_value(const Facts *f, LabelMode mode, Str key, Str value);
/* The value, or the few values, that come near: "p6-b200, p6-b300"; "" when none does. */
Str facts_value_meant(Arena *a, const Facts *f, LabelMode mode, Str key, Str value);

/* ---- resources ---- */
typedef struct Resource {
    Str name;
    Str vendor;       /* "nvidia", "neuron", "amd", "habana", "efa"; "" for none */
    bool accelerator; /* a device that computes: GPU, Neuron; not EFA */
    bool modelled;    /* Karpenter knows it from the instance type */
} Resource;

/* False when the facts do not have it; also for nvidia.com/mig-…, which match by prefix. */
bool facts_resource(const Facts *f, Str name, Resource *out);
/* The resource that a misspelt name means ("gpu", "nvidia.com/gpus"); "" when none comes near. */
Str facts_resource_meant(const Facts *f, Str written);

#endif
