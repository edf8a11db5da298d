/* What Facts are made of: plain constant arrays, so that the built-in ones need no relocation and
 * no work at start. Only facts*.c, the generator (src/embed) and its output include this. */
#ifndef KUBE_FACTS_DATA_H
#define KUBE_FACTS_DATA_H

#include "base/buf.h"
#include "base/map.h"
#include "kube/facts.h"
#include "kube/names.h"

#define FACT_IDENTITY UINT32_MAX /* LabelColumn.bits: value i is type i alone */

/* The values of one type label. */
typedef struct LabelColumn {
    uint32_t key;          /* text */
    uint32_t first, count; /* of its values in TypeIndex.values */
    uint32_t bits;         /* its first value's set in TypeIndex.bits, or FACT_IDENTITY */
    uint32_t none;         /* set of the types that lack the label */
    uint32_t integers;     /* every value is one */
} LabelColumn;

typedef struct TypeIndex {
    uint32_t count, words, labels, resources;
    const InstanceType *types;
    const LabelColumn *columns; /* one for each label */
    const uint32_t *values;     /* texts, grouped by label; sorted, integers by number */
    const uint16_t *has;        /* [type][label]: value within the column plus one, 0 for none */
    const uint64_t *bits;
    const uint32_t *resource_names;        /* texts */
    const int64_t *capacity, *allocatable; /* [type][resource], thousandths */
    const uint16_t *devices; /* [type]: number of its accelerator resource plus one, 0 for none */
} TypeIndex;

/* Tables that are asked for every label or resource. */
typedef enum FactHot { HOT_ALIASES, HOT_KEYS, HOT_DOMAINS, HOT_RESOURCES, HOT_COUNT } FactHot;

struct Facts {
    const char *text;
    const uint32_t *ends; /* text i is text[ends[i - 1] .. ends[i]) */
    uint32_t text_count, table_count;
    const FactTable *tables;    /* by name */
    uint32_t hot[HOT_COUNT];    /* by FactHot: index in tables */
    uint32_t names[NAME_COUNT]; /* texts, by FactName */
    TypeIndex index;
};

Str facts_text(const Facts *f, uint32_t id);
/* What follows `name` in a note that begins with it. */
bool note_value(Str note, Str name, Str *value);
const FactTable *facts_hot(const Facts *f, FactHot which);
const LabelColumn *facts_label_column(const Facts *f, Str key); /* of the table; NULL */
/* Row of label-keys for a key that means something in this mode, SIZE_MAX; and its cells. */
size_t facts_key_row(const Facts *f, LabelMode mode, Str key);
Str facts_key_cell(const Facts *f, size_t row, const char *column);

/* Texts being collected, each once. */
typedef struct FactTexts {
    Arena *arena;
    Map *ids;
    Buf *text;
    VEC(uint32_t) ends;
} FactTexts;

uint32_t texts_add(FactTexts *t, Str s);
/* Fills f->index from its table "instance-types"; texts that are new go to `texts`. */
void facts_index(Arena *a, Facts *f, FactTexts *texts);
void facts_index_devices(Arena *a, Facts *f); /* once its texts are complete */

#endif
