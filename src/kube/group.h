/* Group: a node group of an eksctl ClusterConfig, managed or not. A Group starts with its Place. */
#ifndef KUBE_GROUP_H
#define KUBE_GROUP_H

#include "kube/nodeclass.h"

typedef struct Group {
    Place place;
    bool managed;
    VEC(Str) types_written; /* names, as written; place.types has those the facts know */
    VEC(const Node *) type_nodes;
    bool types_unknown;        /* a placeholder, or an instanceSelector */
    NodePlace types_at;        /* instanceTypes, instanceType or where it would be */
    int64_t min, max, desired; /* -1: absent or unknown */
    const Node *min_node, *max_node, *desired_node;
    const Node *labels, *tags; /* maps; NULL */
    int64_t volume_bytes;      /* 80 GiB unless set; -1 unknown */
    NodePlace volume_at;
    Str family;     /* amiFamily as written; "" when absent */
    Ami image;      /* by ami or amiFamily; unknown where eksctl chooses */
    VEC(Str) zones; /* availabilityZones, else those of the cluster; empty: not told */
    bool zones_open;
    Tri efa;                    /* efaEnabled; unknown with a launch template of its own */
    const Node *reservation;    /* capacityReservation; NULL */
    bool bottlerocket_settings; /* it has settings of its own for Bottlerocket */
    const struct Group *plain;  /* of its config, the first with plain types; NULL */
} Group;

bool group_config_is(const Object *o);
/* Placeholders may stand for more of them. */
bool groups_hidden(const Object *config);
/* The groups of a ClusterConfig, in order. */
size_t groups_of(Arena *a, const Facts *f, const Object *config, Group ***out);

#endif
