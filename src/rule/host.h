/* Host types: every kind of object that expressions see beside documents, in one list, and what
 * the tables in rule/host_*.c share. A type's table is HOST_<NAME>_TYPE, defined in one of them;
 * its index is HOST_<NAME>. Pointers behind the values belong to the fleet, or to the scratch
 * arena of the evaluation. */
#ifndef RULE_HOST_H
#define RULE_HOST_H

#include "base/quantity.h"
#include "cel/cel.h"
#include "kube/fleet.h"
#include "kube/group.h"
#include "kube/nodeclass.h"
#include "kube/pool.h"

/* X(index, file of rule/ that has its table) */
/* clang-format off */
#define HOST_TYPES(X) \
    X(POOL, "host_pool.c") \
    X(LIMIT, "host_limit.c") \
    X(BUDGET, "host_limit.c") \
    X(LIFETIME, "host_misc.c") \
    X(REQUIREMENT, "host_misc.c") \
    X(DEAD_VALUE, "host_misc.c") \
    X(TAINT, "host_misc.c") \
    X(TYPE, "host_type.c") \
    X(CLASS, "host_class.c") \
    X(CLASS_REF, "host_class.c") \
    X(AMI, "host_image.c") \
    X(VOLUME, "host_image.c") \
    X(TERM, "host_reservation.c") \
    X(RESERVED, "host_reservation.c") \
    X(PLACE, "host_place.c") \
    X(GROUP, "host_place.c") \
    X(POD, "host_pod.c") \
    X(CONTAINER, "host_container.c") \
    X(DEMAND, "host_container.c") \
    X(STRAY, "host_container.c") \
    X(POD_CLAIM, "host_wiring.c") \
    X(CLAIM_USE, "host_wiring.c") \
    X(REMOVAL, "host_fleet.c") \
    X(LOST_FIELD, "host_lost_field.c") \
    X(AGENT, "host_agent.c") \
    X(KUBELET_SETTING, "host_kubelet.c") \
    X(REQUEST, "host_container.c") \
    X(TOLERATION, "host_parts.c") \
    X(SELECTOR, "host_selector.c") \
    X(SPREAD, "host_parts.c") \
    X(PRIORITY, "host_parts.c") \
    X(OBJECT_REF, "host_parts.c") \
    X(ROLE_SOURCE, "host_parts.c") \
    X(CLAIM, "host_claim.c") \
    X(DEVICE_REQUEST, "host_claim.c") \
    X(CLAIM_DEVICE, "host_claim.c") \
    X(DEVICE_CLASS, "host_claim.c") \
    X(DEVICE_SELECTOR, "host_device.c") \
    X(SELECTOR_FAULT, "host_device.c") \
    X(SELECTOR_NEWER, "host_device.c") \
    X(NEAREST, "host_answer.c") \
    X(MISS, "host_answer.c") \
    X(READ, "host_answer.c") \
    X(MANAGER, "host_manager.c") \
    X(OBSTACLE, "host_manager.c") \
    X(OFFER, "host_offer.c") \
    X(AUTOSCALER, "host_autoscaler.c") \
    X(CHART, "host_chart.c") \
    X(QUOTA, "host_policy.c") \
    X(QUOTA_KEY, "host_policy.c") \
    X(PDB, "host_policy.c") \
    X(LIMIT_RANGE, "host_policy.c") \
    X(REFUSAL, "host_refusal.c") \
    X(PRIORITY_CLASS, "host_policy.c") \
    X(FLAVOR, "host_flavor.c") \
    X(INPUT, "host_fleet.c") \
    X(FLEET, "host_fleet.c") \
    X(PLATFORM, "host_fleet.c")
/* clang-format on */

typedef enum HostId {
#define HOST_ID(name, file) HOST_##name,
    HOST_TYPES(HOST_ID)
#undef HOST_ID
        HOST_COUNT
} HostId;

#define HOST_TABLE(name, file) extern const CelHostType HOST_##name##_TYPE;
HOST_TYPES(HOST_TABLE)
#undef HOST_TABLE

/* All of them, by HostId. */
extern const CelHostType *const HOSTS[HOST_COUNT];

/* ---- what host rows use ---- */
struct RuleContext *host_context(CelEval *ev);
Fleet *host_fleet(CelEval *ev);
const Facts *host_facts(CelEval *ev);
/* Are lists of all the cluster open? Reading one is noted. */
bool host_open(CelEval *ev);
/* A list of objects of one type. The pointers are copied, the objects are not. */
CelValue host_list(CelEval *ev, HostId id, const void *const *items, size_t count, bool open);
/* The same of objects that lie in an array: HOST_ITEMS(pool->limits). */
typedef struct HostItems {
    const void *items;
    size_t size, count;
} HostItems;
#define HOST_ITEMS(v) ((HostItems){(v).items, sizeof *(v).items, (v).len})
CelValue host_array(CelEval *ev, HostId id, HostItems of, bool open);
CelValue host_strings(CelEval *ev, const Str *items, size_t count, bool open);
/* "nvidia" for the name of an accelerator resource, "" for any other. */
CelValue host_vendor(CelEval *ev, Str resource);
CelValue host_quantity(CelEval *ev, Quantity q);
/* "12" and the like, from thousandths: an integer quantity where it is one. */
CelValue host_milli(CelEval *ev, int64_t thousandths);
/* A place of a document, perhaps missing; null when node is NULL. */
CelValue host_at(CelEval *ev, NodePlace at);
/* The node as a value, or null where there is none. */
CelValue host_node(const Node *n);
/* Place behind a pool, group or place value; NULL for any other: parameters that take all three
 * are declared dyn. */
const Place *host_place(CelValue v);
/* Expressions that select devices: of a claim's requests, of a DeviceClass. */
CelValue host_claim_selectors(CelEval *ev, const Claim *c);
CelValue host_class_selectors(CelEval *ev, const DeviceClass *c);
struct Dra *host_dra(CelEval *ev);
/* Answers to claims: host_answer.c. */
CelValue host_claim_types(CelEval *ev, const Claim *c);
CelValue host_claim_nearest(CelEval *ev, const Claim *c); /* null when something satisfies it */
CelValue host_claim_misses(CelEval *ev, const Claim *c);
CelValue host_claim_reads(CelEval *ev, const Claim *c);
CelValue host_claim_unitless(CelEval *ev, const Claim *c);
CelValue host_claim_matches(CelEval *ev, const Claim *c);
CelValue host_claim_capacities(CelEval *ev, const Claim *c);
CelValue host_class_reads(CelEval *ev, const DeviceClass *c);
CelValue host_claim_served(CelEval *ev, const Claim *c, const Place *p);
/* What `input` and `fleet` point to: the object that they are seen from, which may be NULL. */
const void *host_viewer(const Object *o);
/* Fields of a NodePool or node class that the API server drops; none when `o` is NULL. */
CelValue host_lost_fields(CelEval *ev, const Object *o, PoolMode mode);
/* Method kubelet(dyn, string) of the platform. */
CelValue host_kubelet(CelEval *ev, const void *self, const CelValue *args);
/* Method sameCluster(dyn): may both belong to one cluster? */
CelValue host_same_cluster(CelEval *ev, const Object *o, const CelValue *args);

#endif
