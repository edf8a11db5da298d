/* Post: where managers run, answered once for all managers of one shape: of one kind and device,
 * with the same selectors and tolerations, in one cluster. Owned by the fleet, made when asked. */
#ifndef KUBE_POST_H
#define KUBE_POST_H

#include "kube/fleet.h"

/* Places of the manager's cluster: the first of them, open where there are more. */
typedef enum PostList {
    POST_HOMES,    /* they have its device */
    POST_SERVED,   /* and it runs there */
    POST_STRAYS,   /* it runs there, and they do not have its device */
    POST_STOPPED,  /* they need it, and something keeps it off */
    POST_LOOSE,    /* they have its device, and nothing surely keeps it off */
    POST_DOUBLED,  /* it runs beside the manager that their image brings, Auto Mode apart */
    POST_AUTO,     /* of those that nothing surely keeps it off, Auto Mode's */
    POST_AUTO_RUN, /* of Auto Mode's homes, where it runs */
    POST_AIMED,    /* of Auto Mode's homes, what it selects */
    POST_LISTS
} PostList;

typedef struct Posts Posts;

Posts *posts_new(Arena *a, Fleet *f);

const PlaceList *fleet_post(Fleet *f, const Manager *m, PostList list);
/* Does it run there? No where the two are in different clusters. */
Tri fleet_runs(Fleet *f, const Manager *m, const Place *p);
/* Is something in its way there, or no device for it? */
Tri fleet_kept_off(const Fleet *f, const Manager *m, const Place *p);
/* Does one of another name do the same there: hand the device out, or what else its kind does? */
Tri fleet_relieved(Fleet *f, const Manager *m, const Place *p);
/* Does a pod of the input that may land there ask for its device? */
Tri fleet_wanted(Fleet *f, const Manager *m, const Place *p);

/* Device plugins that may manage the same devices on one node as this DRA driver: the first of
 * them. */
typedef struct ManagerList {
    VEC(const Manager *) list;
    bool open;
} ManagerList;
const ManagerList *fleet_overlaps(Fleet *f, const Manager *driver);
/* Device plugins and DRA drivers of another device that may run on nodes of m: the first of them.
 */
ManagerList fleet_neighbours(Fleet *f, Arena *a, const Manager *m, Str device);
/* Places where both run: the first of them. */
PlaceList fleet_both(Fleet *f, Arena *a, const Manager *x, const Manager *y);

/* What hands out a device on the nodes of a place. */
typedef struct DeviceHands {
    Tri plugin, dra, embedded; /* a device plugin, a DRA driver, the image's own plugin */
} DeviceHands;
DeviceHands fleet_hands(Fleet *f, const Place *p, Str device);

#endif
