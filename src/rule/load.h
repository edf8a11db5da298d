/* RuleSpec: a rule as its file says it, checked for shape, not yet compiled. Made by the loader
 * from YAML, or a constant row of the tables that the build writes (src/embed); who reads one
 * cannot tell. Plain data, immutable; texts live in the rule file, the arena or the program. */
#ifndef RULE_LOAD_H
#define RULE_LOAD_H

#include "doc/load.h"
#include "kube/fleet.h"
#include "rule/rule.h"

#define SLICE(T)        \
    struct {            \
        const T *items; \
        size_t len;     \
    }

/* One scalar of a rule file: an expression, or a template. */
typedef struct RuleText {
    Str text; /* an expression's raw slice where it decodes verbatim; ptr NULL: absent */
    uint32_t line, column; /* of its first byte in the rule file */
    const Source *file;    /* NULL for built-in rules, which were compiled once at build time */
    uint32_t offset;       /* in file */
    bool exact;            /* text is a slice of the file: places inside it are file places */
} RuleText;

typedef SLICE(RuleText) RuleTexts;
typedef SLICE(Str) RuleStrs;

typedef struct RuleEach {
    Str name;      /* that an item is bound to: "it" without a name */
    RuleText list; /* absent: judged once */
} RuleEach;

typedef struct RuleRelated {
    RuleEach each;
    RuleText at, message;
} RuleRelated;

typedef SLICE(RuleRelated) RuleRelateds;

typedef struct RuleCheck {
    Severity severity;
    RuleEach each; /* its own, inside the rule's */
    RuleText when, require, message;
    RuleTexts at; /* candidates */
    RuleRelateds related;
} RuleCheck;

typedef SLICE(RuleCheck) RuleChecks;

typedef struct RuleLet {
    Str name;
    RuleText value;
} RuleLet;

/* A parameter's value is kept as a CEL literal, so it is one more `let`. */
typedef struct RuleParam {
    Str name, type, doc;
    RuleText value;
} RuleParam;

typedef SLICE(RuleLet) RuleLets;
typedef SLICE(RuleParam) RuleParams;

/* A half-open range of minor versions of major 1. */
typedef struct RuleRange {
    int32_t from, below; /* below 0: no end */
} RuleRange;

typedef struct RuleVersions {
    RuleRange kubernetes, karpenter;
} RuleVersions;

typedef struct RuleExpect {
    Str path, message; /* "" when not stated; message is a part of the finding's */
    Severity severity; /* SEVERITY_OFF: not stated */
} RuleExpect;

typedef SLICE(RuleExpect) RuleExpects;

typedef struct RuleCase {
    bool bad, complete;     /* complete: judged as a whole cluster */
    Str title, input, rule; /* rule: a rule file that is loaded besides, as example-rule.yaml */
    Platform platform;
    int64_t now;     /* seconds since the epoch; 0 unknown */
    RuleLets params; /* literals that replace the rule's defaults */
    RuleExpects expect;
    uint32_t line; /* in the rule file */
} RuleCase;

typedef SLICE(RuleCase) RuleCases;

/* What only `explain`, `rules`, `test` and reports read. */
typedef struct RuleDoc {
    Str title, why, how, fix;
    RuleStrs see;
    RuleCases cases;
} RuleDoc;

typedef struct RuleSpec {
    Str id, area, file;       /* file as given to the loader, for messages */
    const Source *source;     /* NULL for built-in rules */
    const Document *document; /* the same */
    Span id_at, yields_at;
    Severity severity; /* the highest of its checks */
    RuleNeeds needs;   /* of its expressions; the loader leaves NEEDS_OBJECT */
    bool off;          /* judged only where the configuration grades it */
    RuleStrs on, kinds, aliases, yields;
    RuleVersions versions;
    RuleParams params;
    RuleLets lets;
    RuleText when;
    RuleEach each;
    RuleChecks checks; /* none: judged natively (rule/native.h) */
    const RuleDoc *doc;
} RuleSpec;

/* The rule of a file; NULL after at least one message in `d`. `area` is its folder's name. */
const RuleSpec *rule_load(Loader *l, const Source *file, Str area, Diags *d);
/* A parameter's value as a CEL literal of its type; false after a message at the value. */
bool rule_literal(Arena *a, Str type, const Node *value, Diags *d, Str *out);

#endif
