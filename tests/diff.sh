#!/bin/sh
# usage: diff.sh GPULINT : two revisions of a scratch repository; exactly what was planted between
# them may be told, and nothing of what was only moved or written otherwise.
tool=$(realpath "$1")
work=$(mktemp -d) results=$(mktemp)
trap 'rm -rf "$work" "$results"' EXIT
cd "$work" || exit 2
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.com
export GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.com

pool() { # NAME TYPE GPUS
    cat <<EOF
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: $1}
spec:
  limits: {nvidia.com/gpu: $3}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: gpu}
      taints: [{key: nvidia.com/gpu, effect: NoSchedule}]
      requirements:
        - {key: node.kubernetes.io/instance-type, operator: In, values: [$2]}
EOF
}

job() { # NAME POOL GPUS
    cat <<EOF
apiVersion: batch/v1
kind: Job
metadata: {name: $1, namespace: ml}
spec:
  template:
    spec:
      restartPolicy: Never
      nodeSelector: {karpenter.sh/nodepool: $2}
      tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}]
      containers:
        - {name: main, image: registry.example/main:1, resources: {limits: {nvidia.com/gpu: $3, cpu: 4, memory: 8Gi}}}
EOF
}

check() { # TITLE EXPECTED, and what came out on stdin
    got=$(cat)
    if [ "$got" = "$2" ]; then
        echo passed >>"$results"
    else
        echo failed >>"$results"
        printf 'diff: %s: expected\n%s\ngot\n%s\n' "$1" "$2" "$got"
    fi
}

brief() { # the rules, objects and money that a JSON diff names
    jq -r '(.findings.added[] | "+ " + .rule + " " + .object.name),
           (.findings.removed[] | "- " + .rule + " " + .object.name),
           (.workloads.lost[] | "lost " + .object.name), (.workloads.gained[] | "gained " + .object.name),
           (.usdPerHour | if .old == .new then "as dear" else "\(.old | type) to \(.new | type)" end)'
}

git init -q .
mkdir pools jobs
pool one g6e.48xlarge 16 >pools/one.yaml
pool two g6e.12xlarge 8 >pools/two.yaml
job fits one 8 >jobs/fits.yaml
job never two 8 >jobs/never.yaml
printf 'ignored/\n' >.gitignore
git add -A && git commit -qm first
"$tool" diff --isolated --base HEAD --format json 2>/dev/null | brief | check 'nothing changed' \
    'as dear'

# Moved to one file, in flow style, in another order, with a comment before everything.
{ echo '# all of it' && cat pools/two.yaml && echo --- && pool one g6e.48xlarge 16; } >all.yaml
rm -r pools
sed -i 's/^  template:$/  template: # the pods/' jobs/fits.yaml
"$tool" diff --isolated --base HEAD 2>/dev/null | check 'moved and reformatted' 'no change'
"$tool" check --isolated --new-only --base HEAD --format concise 2>/dev/null | check 'moved, check' ''
git add -A && git commit -qm moved
"$tool" diff --isolated --base HEAD~1 2>/dev/null | check 'moved, two revisions back' 'no change'

# Planted: a limit is gone, a type is smaller, a job asks less; an ignored file is none.
mkdir ignored
pool hidden g6e.48xlarge 16 | sed '/limits/d' >ignored/pool.yaml
{ pool one g6e.12xlarge 16 && echo --- && pool two g6e.12xlarge 8 | sed '/limits/d'; } >all.yaml
job never two 4 >jobs/never.yaml
"$tool" diff --isolated --base HEAD --format json 2>/dev/null >planted.json
brief <planted.json | grep -v pod- | sort | check 'planted' '+ nodepool-without-limits two
gained never
lost fits
number to null'
"$tool" diff --isolated --base HEAD >/dev/null 2>&1
echo $? | check 'exit code' 1
"$tool" diff --isolated --fail-on never --base HEAD >/dev/null 2>&1
echo $? | check 'exit code of --fail-on never' 0
"$tool" check --isolated --new-only --base HEAD --format json jobs all.yaml 2>/dev/null |
    jq -r '.findings[] | select(.severity == "error") | .rule + " " + .object.name' | grep -v pod- |
    check 'check --new-only' 'nodepool-without-limits two'
git status --porcelain | sort | check 'nothing is written' ' M all.yaml
 M jobs/never.yaml
?? planted.json'

# An item put before another moves its finding, which is no change; a finding that got graver is one.
rm planted.json
job more one 8 | sed 's/limits: {nvidia.com/limits: {cpu: 1}, requests: {nvidia.com/' >jobs/more.yaml
git add -A && git commit -qm second
sed -i 's|^        - {name: main|        - {name: first, image: registry.example/first:1}\n&|' jobs/more.yaml
"$tool" diff --isolated --base HEAD 2>/dev/null | check 'another index' 'no change'
printf 'rules: {nodepool-without-limits: warning}\n' >gpulint.yaml
"$tool" check --new-only --base HEAD --quiet --format concise 2>/dev/null | check 'one configuration for both' ''

# A revision or repository that is not there is told.
"$tool" diff --isolated --base gone >/dev/null 2>&1
echo $? | check 'unknown revision' 2
"$tool" diff --isolated --base --version >/dev/null 2>&1
echo $? | check 'an option in place of a revision' 2
cd / && "$tool" diff --isolated --base HEAD / >/dev/null 2>&1
echo $? | check 'no repository' 2

failed=$(grep -c failed "$results")
echo "$(grep -c passed "$results") passed, $failed failed"
[ "$failed" = 0 ]
