/* KubeletSetting: what an object tells kubelet, wherever it says so: a KubeletConfiguration, a
 * NodeConfig, or the user data of a node class with any of these, TOML settings or flags in it. */
#ifndef KUBE_KUBELET_SETTING_H
#define KUBE_KUBELET_SETTING_H

#include "doc/node.h"
#include "kube/facts.h"

typedef struct KubeletSetting {
    Tri set;          /* TRI_UNKNOWN: a part of what the node reads is not readable here */
    Str value;        /* as text, "" for a map; only where set */
    const Node *node; /* the value, also inside user data; NULL when not set */
    Str written;      /* its text there, "" elsewhere; for kubelet_setting.c alone */
} KubeletSetting;

/* A setting by its name in KubeletConfiguration: "topologyManagerPolicy". `root`: an object. */
KubeletSetting kubelet_setting(Arena *a, const Facts *f, const Node *root, Str name);

#endif
