/* From documents to objects: identity, `List` kinds unfolded, and what is no manifest recognised:
 * Helm templates, kustomizations and patches, values files. Kind names come from the facts. */
#ifndef KUBE_INPUT_H
#define KUBE_INPUT_H

#include "base/vec.h"
#include "doc/load.h"
#include "kube/facts.h"
#include "kube/object.h"

/* Before parsing: text that is a template of another language ("Helm template", "Terraform
 * template", …), or "" when it should be read as a document. A literal. */
Str input_template(const Source *s);
/* After parsing failed: what the text is a template of, if placeholders explain the failure; "". */
Str input_unparsed(const Source *s);

typedef struct InputObjects {
    VEC(Object *) objects;
    Str skipped; /* why nothing of it is judged: "kustomize patch", "values file", "not a Kubernetes
                    object"; "" */
    const Object
        *kustomization; /* what it joins and patches, for fleet_add_kustomization; or NULL */
} InputObjects;

/* The objects of one document (a List gives many, a kustomization none). */
InputObjects input_objects(Arena *a, const Facts *facts, Document *doc);
/* A values file of a chart, as something to judge; NULL when it is no map. */
Object *input_values(Arena *a, const Document *doc, Str chart);
/* The object that this map of a document is (a review's request.object); NULL when it is none. */
Object *input_object(Arena *a, const Facts *facts, const Document *doc, const Node *map);

#endif
