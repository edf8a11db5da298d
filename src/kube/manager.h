/* Manager: a device plugin, DRA driver, exporter or operand, recognised in the pod of a DaemonSet
 * or switched on by a chart's values; and where it runs. A DaemonSet lands on nodes that exist, by
 * their labels and taints. */
#ifndef KUBE_MANAGER_H
#define KUBE_MANAGER_H

#include "kube/chart.h"
#include "kube/place.h"

typedef struct Manager {
    const Pod *pod;      /* NULL: a chart brings it */
    const Pod *as;       /* its terms and tolerations, whether there is a pod or not */
    const Object *owner; /* what it is written in */
    const Chart *chart;  /* that brings it; NULL */
    Tri present;         /* unknown: the chart's values do not tell whether it is switched on */
    bool by_types;       /* it selects the types that have its device */
    NodePlace switch_at; /* the value that switches it on, or the pod */
    Str name;            /* of its object */
    Str what;            /* "NVIDIA device plugin" */
    Str kind;            /* "plugin", "dra", "exporter", "labels", "driver", "toolkit", "operand" */
    Str vendor;          /* "nvidia" */
    Str device;          /* the resource that it manages: "nvidia.com/gpu" */
    NodePlace placement_at;          /* nodeSelector, affinity, or where a nodeSelector would be */
    const struct Sharings *sharings; /* kube/sharing.h; NULL: it hands out whole devices */
    uint32_t index;                  /* in the fleet's managers */
} Manager;

typedef struct Managers {
    VEC(Manager *) list;
} Managers;

struct Platform;

/* Adds those that the values switch on, or may. */
void managers_of_chart(Arena *a, const Facts *f, const struct Platform *platform, const Chart *c,
                       Managers *out);
/* NULL: the pod is none. */
Manager *manager_of(Arena *a, const Facts *f, const Pod *p);
/* A pod that is none as far as it can be read: a placeholder stands for its containers or image. */
bool manager_hides(const Pod *p);
Tri manager_runs_on(const Manager *m, const Place *p);
/* May both run on one node, whatever nodes there are? */
Tri manager_may_meet(const Manager *x, const Manager *y);
/* Wherever it may run it selects a label that the place does not give its nodes, and that somebody
 * may set on one that runs. */
bool manager_awaits(const Manager *m, const Place *p);
/* It selects something that this place has: a label or type of it, not only that nothing keeps it
 * off. */
Tri manager_targets(const Manager *m, const Place *p);

/* Some type of the place has the device. */
Tri manager_has_device(const Manager *m, const Place *p);
/* The image of its nodes brings such a manager itself. */
Tri manager_embedded(const Manager *m, const Place *p);
/* Some node of the place has the device, and the image of its nodes brings no manager for it. */
Tri manager_needed(const Manager *m, const Place *p);

/* Do settings of the place's image tell the plugin in it what to do? They are not read. */
bool place_sets_plugins(const Place *p);

/* What it is told: "failOnInitError" is "true". */
typedef struct Setting {
    bool known;
    Str text;
    NodePlace at; /* node NULL: nobody says so */
} Setting;
Setting manager_setting(const Manager *m, const Facts *f, Str setting);

/* Why it does not run on a place. */
typedef struct Obstacle {
    const Taint *taint;        /* that it does not tolerate; NULL */
    const ReqSource *selector; /* label that the place does not promise; NULL */
    NodePlace at;              /* in the manager's pod */
    const Node *place_node;    /* the taint, or NULL */
} Obstacle;

/* Nothing is in its way where it runs, and where labels decide that somebody sets later; unknown
 * behind placeholders. */
Tri manager_obstacle(const Manager *m, const Place *p, Obstacle *out);

#endif
