/* The rows of the table of pods, by file: host_pod.c has the table and what a pod says of itself,
 * host_asks.c what it asks, host_refusal.c what of that is refused, host_own.c what its own words
 * leave of the instance types, host_reach.c what follows from the places around it. */
#ifndef RULE_HOST_POD_H
#define RULE_HOST_POD_H

#include "kube/own.h"
#include "rule/host.h"

CelValue asks_requests(CelEval *ev, const void *self);
CelValue asks_devices(CelEval *ev, const void *self);
CelValue asks_accelerator(CelEval *ev, const void *self);
CelValue asks_efa(CelEval *ev, const void *self);
CelValue asks_efa_at(CelEval *ev, const void *self);
CelValue asks_containers(CelEval *ev, const void *self);
CelValue asks_resources_at(CelEval *ev, const void *self);
CelValue asks_limits_at(CelEval *ev, const void *self);
CelValue asks_request_source(CelEval *ev, const void *self, const CelValue *args);
CelValue asks_runs(CelEval *ev, const void *self, const CelValue *args);
CelValue asks_flag(CelEval *ev, const void *self, const CelValue *args);
CelValue asks_flag_source(CelEval *ev, const void *self, const CelValue *args);
CelValue asks_is_device(CelEval *ev, const void *self, const CelValue *args);
CelValue asks_modelled(CelEval *ev, const void *self, const CelValue *args);
CelValue asks_may_be_shared(CelEval *ev, const void *self, const CelValue *args);
CelValue asks_may_be_added(CelEval *ev, const void *self, const CelValue *args);
CelValue asks_claims(CelEval *ev, const void *self);
CelValue asks_claim_uses(CelEval *ev, const void *self);

CelValue protect_at(CelEval *ev, const void *self);
CelValue protect_saves(CelEval *ev, const void *self);
CelValue protect_follows(CelEval *ev, const void *self);
CelValue protect_all_pdbs(CelEval *ev, const void *self);
CelValue protect_known(CelEval *ev, const void *self);

CelValue refusals_of(CelEval *ev, const void *self);

/* Label requirements of a pod, all its terms. */
CelValue host_pod_selectors(CelEval *ev, const Pod *p);

/* Instance types as a list. */
CelValue host_pod_types(CelEval *ev, PodTypes t);

CelValue reach_meant(CelEval *ev, const void *self);
CelValue reach_barred(CelEval *ev, const void *self);
CelValue reach_places(CelEval *ev, const void *self);
CelValue reach_pools(CelEval *ev, const void *self);
CelValue reach_meant_pools(CelEval *ev, const void *self);
CelValue reach_nearest(CelEval *ev, const void *self);
CelValue reach_blame(CelEval *ev, const void *self);
CelValue reach_rivals(CelEval *ev, const void *self);
CelValue reach_absent(CelEval *ev, const void *self);
CelValue reach_types(CelEval *ev, const void *self);
CelValue reach_types_but(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_types_text(CelEval *ev, const void *self);
CelValue reach_takes_all(CelEval *ev, const void *self);

CelValue own_device_types(CelEval *ev, const void *self);
CelValue own_hidden(CelEval *ev, const void *self);
CelValue own_conflict(CelEval *ev, const void *self);
CelValue own_most_of(CelEval *ev, const void *self, const CelValue *args);

/* Methods on one place; args[0] is a pool, group or place. */
CelValue reach_fits(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_fits_written(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_misses(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_misses_written(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_lacks(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_but_for_class(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_obstacle(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_domains(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_most_nodes(CelEval *ev, const void *self);
CelValue reach_stops(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_ruled_out(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_why(CelEval *ev, const void *self, const CelValue *args);
/* args[0] is a selector. */
CelValue reach_meant_but_for(CelEval *ev, const void *self, const CelValue *args);

#endif
