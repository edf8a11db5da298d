/* Pods: what their own words leave of the instance types. */
#include "rule/host_pod.h"

#include "kube/own.h"

CelValue own_device_types(CelEval *ev, const void *self)
{
    return host_pod_types(ev, pod_device_types(host_facts(ev), ev->scratch, self));
}

CelValue own_conflict(CelEval *ev, const void *self)
{
    const ReqSource *const *found = NULL;
    size_t count = pod_conflict(host_facts(ev), ev->scratch, self, &found);
    Selector *selectors = arena_array(ev->scratch, Selector, count + 1);
    const void **items = arena_array(ev->scratch, const void *, count + 1);
    for (size_t i = 0; i < count; i++) {
        selectors[i] = (Selector){self, found[i]};
        items[i] = &selectors[i];
    }
    return host_list(ev, HOST_SELECTOR, items, count, false);
}

CelValue own_most_of(CelEval *ev, const void *self, const CelValue *args)
{
    int64_t most = pod_most_of(host_facts(ev), ev->scratch, self, cel_str_of(args[0]));
    return most < 0 ? cel_unknown(cel_str_of(args[0])) : cel_int(most);
}

CelValue own_hidden(CelEval *ev, const void *self)
{
    return cel_bool(pod_hidden(host_facts(ev), LABELS_KARPENTER, self));
}
