/* Names that modules look for by themselves, each once: rows of the table "names", found when the
 * facts are made, so that asking costs nothing. A new one is a row there and a line here. */
#ifndef KUBE_NAMES_H
#define KUBE_NAMES_H

#include "kube/facts.h"

#define FACT_NAMES(X)                                    \
    X(NAME_ARCH, "arch")                                 \
    X(NAME_AUTO_INSTANCE_PREFIX, "auto-instance-prefix") \
    X(NAME_AUTO_NODE_CLASS, "auto-node-class")           \
    X(NAME_CAPACITY_TYPE, "capacity-type")               \
    X(NAME_CATEGORY, "category")                         \
    X(NAME_CLUSTER_QUEUE, "cluster-queue")               \
    X(NAME_COMPUTE_TYPE, "compute-type")                 \
    X(NAME_CONFIG_MAP, "config-map")                     \
    X(NAME_DEVICE_CLASS_PREFIX, "device-class-prefix")   \
    X(NAME_EC2_NODE_CLASS, "ec2-node-class")             \
    X(NAME_EFA, "efa")                                   \
    X(NAME_EFA_DRIVER, "efa-driver")                     \
    X(NAME_FAMILY, "family")                             \
    X(NAME_GPU_DRIVER, "gpu-driver")                     \
    X(NAME_INITIALIZED, "initialized")                   \
    X(NAME_INSTANCE_TYPE, "instance-type")               \
    X(NAME_LOCAL_DISK, "local-disk")                     \
    X(NAME_LOCAL_QUEUE, "local-queue")                   \
    X(NAME_NEURON_DRIVER, "neuron-driver")               \
    X(NAME_NODE_POOL, "node-pool")                       \
    X(NAME_OS, "os")                                     \
    X(NAME_PCIE_ROOT, "pcie-root")                       \
    X(NAME_PROVIDER_PREFIX, "provider-prefix")           \
    X(NAME_REGISTERED, "registered")                     \
    X(NAME_RESERVATION_PREFIX, "reservation-prefix")     \
    X(NAME_ZONE, "zone")                                 \
    X(NAME_ZONE_ID, "zone-id")

#define FACT_NAME(id, row) id,
typedef enum FactName { FACT_NAMES(FACT_NAME) NAME_COUNT } FactName;
#undef FACT_NAME

Str facts_name(const Facts *f, FactName name);

#endif
