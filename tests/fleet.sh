#!/bin/sh
# usage: fleet.sh OBJECTS [SHAPES] : a generated cluster of about so many objects, for the benchmarks.
# Teams of 50 objects: a namespace with its quota, node class, two tainted NodePools, device claims,
# disruption budgets, DaemonSets and workloads. SHAPES "one": all workloads ask the same; "many"
# (default): hardly two do. "pairs": no two do, and each may meet every one of 100 NodePools.
exec awk -v objects="$1" -v shapes="${2:-many}" '
function head(api, kind, name, ns) {
    made++
    print "---\napiVersion: " api "\nkind: " kind
    print "metadata: {name: " name (ns == "" ? "" : ", namespace: " ns) "}"
}
function pool(t, name, family, capacity) {
    head("karpenter.sh/v1", "NodePool", name, "")
    print "spec:\n  weight: " (t % 100 + 1)
    print "  limits: {nvidia.com/gpu: " (8 * (t % 16 + 1)) ", cpu: \"" (2000 + t % 7 * 100) "\"}"
    print "  disruption: {consolidationPolicy: WhenEmpty, consolidateAfter: 10m}"
    print "  template:\n    metadata: {labels: {team: t" t "}}\n    spec:"
    print "      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: c" t "}"
    print "      expireAfter: Never\n      taints:"
    print "        - {key: " (shapes == "many" ? "team-" t ".example.org" : "nvidia.com/gpu") ", effect: NoSchedule}"
    print "      requirements:"
    print "        - {key: karpenter.k8s.aws/instance-family, operator: In, values: [" family "]}"
    print "        - {key: karpenter.sh/capacity-type, operator: In, values: [" capacity "]}"
    print "        - {key: kubernetes.io/arch, operator: In, values: [amd64]}"
}
function node_class(t) {
    head("karpenter.k8s.aws/v1", "EC2NodeClass", "c" t, "")
    print "spec:\n  role: nodes-" t "\n  amiSelectorTerms: [{alias: bottlerocket@v1.50.0}]"
    print "  subnetSelectorTerms: [{tags: {team: t" t "}}]\n  securityGroupSelectorTerms: [{tags: {team: t" t "}}]"
}
function policies(t, ns, i) {
    head("v1", "ResourceQuota", "gpus", ns)
    print "spec: {hard: {requests.nvidia.com/gpu: \"" (64 + t % 8) "\"}}"
    head("v1", "LimitRange", "sizes", ns)
    print "spec: {limits: [{type: Container, defaultRequest: {cpu: 100m}}]}"
    for (i = 0; i < 4; i++) {
        head("policy/v1", "PodDisruptionBudget", "b" i, ns)
        print "spec: {maxUnavailable: 1, selector: {matchLabels: {app: w" i "}}}"
        head("resource.k8s.io/v1", "ResourceClaimTemplate", "g" i, ns)
        print "spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, count: " (i + 1) "}}]}}}"
    }
    for (i = 0; i < 2; i++) {
        head("apps/v1", "DaemonSet", "agent" i, ns)
        print "spec:\n  selector: {matchLabels: {app: agent" i "}}\n  template:\n    metadata: {labels: {app: agent" i "}}\n    spec:"
        print "      nodeSelector: {team: t" t "}\n      tolerations: [{operator: Exists}]"
        print "      containers: [{name: a, image: \"registry.example/agent:" t "\", resources: {requests: {cpu: 50m}}}]"
    }
}
function workload(t, ns, i, n, gpus, claims) {
    n = shapes == "one" ? 0 : i
    gpus = n % 4 + 1
    if (i % 3 == 0) {
        head("batch/v1", "Job", "w" i, ns)
        print "spec:\n  parallelism: 2\n  completions: 2\n  template:\n    metadata: {labels: {app: w" i "}}\n    spec:\n      restartPolicy: Never"
    } else {
        head("apps/v1", i % 3 == 1 ? "Deployment" : "StatefulSet", "w" i, ns)
        print "spec:\n  replicas: 2\n  selector: {matchLabels: {app: w" i "}}\n  template:\n    metadata: {labels: {app: w" i "}}\n    spec:"
    }
    if (shapes == "many") print "      nodeSelector: {team: t" t "}"
    print "      tolerations: [{key: " (shapes == "many" ? "team-" t ".example.org" : "nvidia.com/gpu") ", operator: Exists}]"
    claims = i % 10 == 9 && shapes == "many"
    if (claims) print "      resourceClaims: [{name: gpu, resourceClaimTemplateName: g" (i % 4) "}]"
    print "      containers:\n        - name: main\n          image: \"registry.example/w:" i "\""
    print "          resources: {requests: {cpu: " (100 + n * 13 % 700 + (shapes == "pairs" ? made : 0)) "m, memory: " (1 + n % 9) "Gi}, " (claims ? "claims: [{name: gpu}]" : "limits: {nvidia.com/gpu: " gpus "}") "}"
}
BEGIN {
    split("g5 g6 g6e p4d p5 g4dn", families, " ")
    for (t = 0; made < objects; t++) {
        ns = "team-" t
        if (shapes == "many" || t < 50) {
            pool(t, "a" t, families[t % 6 + 1], "on-demand")
            pool(t, "b" t, families[(t + 3) % 6 + 1], "spot, on-demand")
            node_class(t)
        }
        head("v1", "Namespace", ns, "")
        if (shapes == "many") policies(t, ns)
        for (i = 0; i < 34; i++) workload(t, ns, i)
    }
}'
