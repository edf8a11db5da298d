/* Rows that pools, node groups and the common type `place` share: all three point to a Place. */
#ifndef RULE_HOST_PLACE_H
#define RULE_HOST_PLACE_H

#include "rule/host.h"

/* clang-format off */
#define PLACE_FIELDS                                                                               \
    {"name", "string", place_get_name, "of the NodePool or the node group"},                       \
    {"text", "string", place_get_text, "NodePool gpu, node group gpu"},                            \
    {"mode", "string", place_get_mode, "karpenter, auto, hyperpod, other"},                        \
    {"object", "dyn", place_get_object, "the manifest it lies in"},                                \
    {"source", "dyn", place_get_source, "its place"},                                              \
    {"static", "bool", place_get_static, "a pool with replicas"},                                  \
    {"dynamic", "bool", place_get_dynamic, "a pool without replicas"},                             \
    {"accelerated", "bool", place_get_accelerated, "it asks for an accelerator"},                  \
    {"vendors", "list(string)", place_get_vendors, "nvidia, neuron, amd, habana"},                 \
    {"resourceHint", "string", place_get_hint, "resource of its first vendor: nvidia.com/gpu"},    \
    {"types", "list(instance_type)", place_get_types, "that it may launch"},                       \
    {"taints", "list(taint)", place_get_taints, "of its nodes"},                                   \
    {"labels", "map(string, string)", place_get_labels, "that its nodes surely have"},             \
    {"role", "string", place_get_role, "training, inference, … mixed; unknown when nothing says"}, \
    {"roleSource", "role_source", place_get_role_source, "what says so"},                          \
    {"zones", "list(string)", place_get_zones, "that it names; empty: any"},                       \
    {"efaEnabled", "bool", place_get_efa, "its nodes get EFA interfaces where their type has any"}, \
    {"pods", "list(pod)", place_get_pods, "pods of the input that fit"}

#define PLACE_METHODS                                                                              \
    {"allows", "(string, string) -> bool", place_call_allows, "a node may have this label value"}, \
    {"requirement", "(string) -> requirement", place_call_requirement, "the first on a key; null"},\
    {"smallest", "(string) -> instance_type", place_call_smallest, "least of a resource"},         \
    {"largest", "(string) -> instance_type", place_call_largest, "most of a resource"},            \
    {"startsIn", "(string) -> bool", place_call_starts_in, "it may start a node in that zone"},     \
    {"promises", "(selector) -> bool", place_call_promises, "its nodes may have such a label"},     \
    {"labelSetter", "(string) -> string", place_call_label_setter, "who else sets a label, or \"\""}, \
    {"room", "(pod) -> int", place_call_room, "pods that fit before a limit or maxSize stops"},     \
    {"offer", "(string) -> offer", place_call_offer, "how a plugin of the input offers a resource"},    \
    {"manager", "(string) -> string", place_call_manager, "plugin, dra, both, embedded or \"\""},    \
    {"sameCluster", "(dyn) -> bool", place_call_same_cluster, "of one cluster as another place"}
/* clang-format on */

CelValue place_get_name(CelEval *ev, const void *self);
CelValue place_get_text(CelEval *ev, const void *self);
CelValue place_get_mode(CelEval *ev, const void *self);
CelValue place_get_object(CelEval *ev, const void *self);
CelValue place_get_source(CelEval *ev, const void *self);
CelValue place_get_static(CelEval *ev, const void *self);
CelValue place_get_dynamic(CelEval *ev, const void *self);
CelValue place_get_accelerated(CelEval *ev, const void *self);
CelValue place_get_vendors(CelEval *ev, const void *self);
CelValue place_get_hint(CelEval *ev, const void *self);
CelValue place_get_types(CelEval *ev, const void *self);
CelValue place_get_taints(CelEval *ev, const void *self);
CelValue place_get_labels(CelEval *ev, const void *self);
CelValue place_get_role(CelEval *ev, const void *self);
CelValue place_get_role_source(CelEval *ev, const void *self);
CelValue place_get_zones(CelEval *ev, const void *self);
CelValue place_get_efa(CelEval *ev, const void *self);
CelValue place_get_pods(CelEval *ev, const void *self);
CelValue place_call_allows(CelEval *ev, const void *self, const CelValue *args);
CelValue place_call_requirement(CelEval *ev, const void *self, const CelValue *args);
CelValue place_call_smallest(CelEval *ev, const void *self, const CelValue *args);
CelValue place_call_largest(CelEval *ev, const void *self, const CelValue *args);
CelValue place_call_starts_in(CelEval *ev, const void *self, const CelValue *args);
CelValue place_call_promises(CelEval *ev, const void *self, const CelValue *args);
CelValue place_call_label_setter(CelEval *ev, const void *self, const CelValue *args);
CelValue place_call_room(CelEval *ev, const void *self, const CelValue *args);
/* What hands out a device on its nodes: of the managers of the input, and those of the image. */
/* Unknown where no plugin of the input serves the place, or its configuration cannot be read. */
CelValue place_call_offer(CelEval *ev, const void *self, const CelValue *args);
CelValue place_call_manager(CelEval *ev, const void *self, const CelValue *args);
CelValue place_call_same_cluster(CelEval *ev, const void *self, const CelValue *args);

NodePlace place_own_place(const void *self);
Str place_own_text(const void *self);
/* The resource to name in advice: of its first vendor, else NVIDIA's. */
Str place_hint(const Place *p);
/* The longest deadline among pods of the input that fit, in nanoseconds; 0 and NULL for none. */
int64_t place_longest_job(CelEval *ev, const Place *p, const Pod **pod);
bool place_hides_deadline(CelEval *ev,
                          const Place *p); /* of one of them a placeholder stands there */

#endif
