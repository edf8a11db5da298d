#!/bin/bash
# The webhook as an API server meets it: certificates, HTTPS on the loopback, every kind of request,
# and the same verdicts as the command line's. usage: webhook.sh BUILD_DIR; all ends by itself.
set -u
build=${1:?usage: webhook.sh BUILD_DIR}
cli=$build/gpulint server=$build/gpulint-server wrap=$build/tests/webhook_wrap
fixtures=fixtures/review
tmp=$(mktemp -d)
for program in "$cli" "$server" "$wrap"; do
    [ -x "$program" ] || { echo "FAIL webhook: no $program"; exit 1; }
done
passed=0 failed=0 pid=
trap '[ -z "$pid" ] || kill -9 "$pid" 2>/dev/null; rm -rf "$tmp"' EXIT

ok() { # NAME COMMAND…
    local name=$1
    shift
    if "$@" >"$tmp/why" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL webhook: $name: $*"
        head -c 2000 "$tmp/why"
    fi
}
is() { [ "$1" = "$2" ] || { echo "got '$1', wanted '$2'"; return 1; }; }
mode_of() { stat -c %a "$1"; }

start() { # OPTIONS… : sets pid, port and health
    "$server" serve --listen 127.0.0.1:0 --health-listen 127.0.0.1:0 --tls-cert "$tmp/pki/tls.crt" \
        --tls-key "$tmp/pki/tls.key" "$@" 2>"$tmp/log" &
    pid=$!
    for _ in $(seq 100); do
        [ "$(grep -c '"event":"listening"' "$tmp/log")" = 2 ] && break
        sleep 0.1
    done
    port=$(sed -n '/"tls":true/s/.*"address":"127.0.0.1:\([0-9]*\)".*/\1/p' "$tmp/log")
    health=$(sed -n '/"tls":false/s/.*"address":"127.0.0.1:\([0-9]*\)".*/\1/p' "$tmp/log")
}
stop() { # sets code and how long it took, in seconds
    local since=$SECONDS
    kill -TERM "$pid"
    wait "$pid"
    code=$? took=$((SECONDS - since)) pid=
}
https() { # PATH CURL_OPTIONS… : body to stdout, status to $tmp/status, headers to $tmp/headers
    local path=$1
    shift
    curl -s --max-time 30 --cacert "$tmp/pki/ca.crt" --resolve "hook.test.svc:$port:127.0.0.1" \
        -D "$tmp/headers" -o "$tmp/body" -w '%{http_code}' "$@" \
        "https://hook.test.svc:$port$path" >"$tmp/status"
}
post() { # FILE CURL_OPTIONS… : a review
    local file=$1
    shift
    https '/validate?timeout=5s' -H 'Content-Type: application/json' --data-binary "@$file" "$@"
}
status_of() { # WANTED CURL_OPTIONS… as for https
    local want=$1
    shift
    https "$@"
    is "$(cat "$tmp/status")" "$want"
}
posted() { # WANTED_STATUS FILE CURL_OPTIONS…
    local want=$1
    shift
    post "$@"
    is "$(cat "$tmp/status")" "$want" || cat "$tmp/body"
}
answer() { # FILE JQ_FILTER WANTED
    post "$1" && is "$(jq -r "$2" "$tmp/body")" "$3" || { cat "$tmp/body"; return 1; }
}

# --- certs
ok 'certs writes four files' "$server" certs --dns hook.test.svc --dns 127.0.0.1 --out "$tmp/pki"
cp "$tmp/why" "$tmp/bundle"
ok 'caBundle is ca.crt' is "$(base64 -d "$tmp/bundle")" "$(cat "$tmp/pki/ca.crt")"
ok 'caBundle is one line' is "$(wc -l <"$tmp/bundle")" 1
ok 'CA key is private' is "$(mode_of "$tmp/pki/ca.key")" 600
ok 'serving key is private' is "$(mode_of "$tmp/pki/tls.key")" 600
ok 'the chain holds' openssl verify -x509_strict -purpose sslserver -CAfile "$tmp/pki/ca.crt" "$tmp/pki/tls.crt"
text=$(openssl x509 -in "$tmp/pki/tls.crt" -noout -text)
ok 'SANs' grep -q 'DNS:hook.test.svc, IP Address:127.0.0.1' <<<"$text"
ok 'server certificate only' grep -q 'TLS Web Server Authentication' <<<"$text"
ok 'CA cannot issue CAs' grep -q 'CA:TRUE, pathlen:0' <<<"$(openssl x509 -in "$tmp/pki/ca.crt" -noout -text)"
before=$(cat "$tmp/pki/ca.crt")
"$server" certs --dns other.test.svc --out "$tmp/pki" 2>"$tmp/err" >"$tmp/out"
ok 'nothing is overwritten' is "$?" 2
ok 'and it says what' grep -q 'is there already' "$tmp/err"
ok 'files stay' is "$before" "$(cat "$tmp/pki/ca.crt")"
ok '--force replaces' "$server" certs --dns hook.test.svc --out "$tmp/pki" --force
for name in UPPER.test.svc a..b -a.svc 'a.svc/x' 'x;DNS:y' "$(printf '%064d' 0).svc"; do
    "$server" certs --dns "$name" --out "$tmp/x" >/dev/null 2>&1
    ok "'$name' is no name" is "$?" 2
done
ok 'nothing was written' test ! -e "$tmp/x"
"$server" certs --out "$tmp/z" >/dev/null 2>&1
ok 'certs without a name' is "$?" 2

ok 'gpulint certs is the same command' "$cli" certs --dns hook.test.svc --out "$tmp/cli"
ok 'gpulint serve is the same command' "$cli" serve --help
ok 'help tells the options' is "$("$cli" serve --help | grep -c -e '--health-listen ADDR:PORT')" 1

# --- what does not start
"$server" serve --listen 127.0.0.1:0 --tls-cert "$tmp/pki/tls.crt" --tls-key "$tmp/pki/ca.key" 2>"$tmp/err"
ok 'another key' is "$?" 2
ok 'says why' grep -q 'are no pair' "$tmp/err"
"$server" serve --listen nowhere --tls-cert "$tmp/pki/tls.crt" --tls-key "$tmp/pki/tls.key" 2>"$tmp/err"
ok 'no address' is "$?" 2
"$server" serve --listen 127.0.0.1:0 2>"$tmp/err"
ok 'no certificate' is "$?" 2

# --- HTTP
start --rules "$fixtures/rules"
[ -n "$port" ] && [ -n "$health" ] || { echo 'FAIL webhook: it does not listen'; cat "$tmp/log"; exit 1; }
review=$fixtures/denied/request.json
ok 'a review' posted 200 "$review"
ok 'JSON comes back' grep -qi '^content-type: application/json' "$tmp/headers"
ok 'uid comes back' is "$(jq -r .response.uid "$tmp/body")" "$(jq -r .request.uid "$review")"
ok 'another CA is refused' is "$(curl -s --max-time 5 "https://127.0.0.1:$port/validate"; echo $?)" 60
ok 'no TLS 1.1' is "$(curl -sk --max-time 5 --tls-max 1.1 --ciphers 'DEFAULT@SECLEVEL=0' "https://127.0.0.1:$port/validate"; echo $?)" 35
ok 'HTTP/1.1 only' grep -q '^HTTP/1.1 ' "$tmp/headers"
ok 'GET' status_of 405 /validate
ok 'says what it takes' grep -qi '^allow: POST' "$tmp/headers"
ok 'PUT with a body' posted 405 "$review" -X PUT
ok 'another path' status_of 404 /validate/
ok 'no path' status_of 404 /
ok 'health is elsewhere' status_of 404 /healthz
ok 'charset is fine' https /validate -H 'Content-Type: Application/JSON; charset=utf-8' --data-binary "@$review"
ok 'charset gives 200' is "$(cat "$tmp/status")" 200
ok 'YAML is not' status_of 415 /validate -H 'Content-Type: application/yaml' --data-binary "@$review"
ok 'no type' status_of 415 /validate -H 'Content-Type:' --data-binary "@$review"
ok 'chunked' posted 200 "$review" -H 'Transfer-Encoding: chunked'
ok 'Expect' posted 200 "$review" -H 'Expect: 100-continue'
for timeout in '' 1ms 1h banana 30s '1m0s&x=y' '%00'; do
    ok "timeout=$timeout" status_of 200 "/validate?timeout=$timeout" -H 'Content-Type: application/json' --data-binary "@$review"
done
raw() { # HEADERS… : status line of a request with a body of two bytes
    { printf 'POST /validate HTTP/1.1\r\nHost: h\r\n'; printf '%s\r\n' "$@"; printf '\r\n{}'; sleep 1; } |
        timeout 5 openssl s_client -quiet -connect "127.0.0.1:$port" 2>/dev/null | head -1 | cut -d' ' -f2
}
ok 'two lengths' is "$(raw 'Content-Type: application/json' 'Content-Length: 2' 'Content-Length: 1')" 400
ok 'length and chunks' is "$(raw 'Content-Length: 2' 'Transfer-Encoding: chunked')" 400

pieces() { # FILE : status of a review that comes in pieces of 31 bytes, header included
    local all=$tmp/all len i
    { printf 'POST /validate HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n' "$(stat -c %s "$1")"; cat "$1"; } >"$all"
    len=$(stat -c %s "$all")
    { for ((i = 0; i < len; i += 31)); do tail -c "+$((i + 1))" "$all" | head -c 31; sleep 0.005; done; sleep 1; } |
        timeout 20 openssl s_client -quiet -connect "127.0.0.1:$port" 2>/dev/null | head -1 | cut -d' ' -f2
}
ok 'in pieces' is "$(pieces "$review")" 200

# --- bodies
empty=$tmp/empty.json
: >"$empty"
ok 'an empty body' posted 400 "$empty"
for file in fixtures/review/bad/*; do
    ok "malformed: $file" posted 400 "$file"
done
for depth in 100 127 128 100000; do
    head -c "$depth" /dev/zero | tr '\0' '[' >"$tmp/deep.json"
    ok "$depth brackets" posted 400 "$tmp/deep.json"
done
jq -nc '{kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request: {uid: "u", operation: "CREATE", object: {x: [range(199980) | 0]}}}' >"$tmp/values.json"
ok '200,000 values' posted 200 "$tmp/values.json" -H 'Expect:'
jq -c '.request.object.y = [range(100) | 0]' "$tmp/values.json" >"$tmp/more-values.json"
ok 'a few more' posted 400 "$tmp/more-values.json" -H 'Expect:'
{ printf '{"request":"'; head -c 8000000 /dev/zero | tr '\0' a; printf '"}'; } >"$tmp/large.json"
ok 'too large' posted 413 "$tmp/large.json" -H 'Expect:'
ok 'too large in chunks' posted 413 "$tmp/large.json" -H 'Transfer-Encoding: chunked' -H 'Expect:'
{ cat "$tmp/large.json" "$tmp/large.json" "$tmp/large.json"; } >"$tmp/huge.json"
ok 'far too large' posted 413 "$tmp/huge.json" -H 'Expect:'
ok 'and the next' posted 200 "$review"
ok 'too large, asked first' posted 413 "$tmp/large.json" -H 'Expect: 100-continue'
ok 'nothing was uploaded then' is "$(curl -s --max-time 30 --cacert "$tmp/pki/ca.crt" --resolve "hook.test.svc:$port:127.0.0.1" -H 'Content-Type: application/json' -H 'Expect: 100-continue' --data-binary "@$tmp/large.json" -o /dev/null -w '%{size_upload}' "https://hook.test.svc:$port/validate")" 0

# --- verdicts
for case in "$fixtures"/*/request.json; do
    want=${case%request.json}expected.json
    post "$case"
    [ -n "${REGEN:-}" ] && jq . "$tmp/body" >"$want"
    ok "$case" diff <(jq -S . "$want") <(jq -S . "$tmp/body")
done

ok 'annotations suppress nothing unasked' answer <(jq '.request.object.metadata.annotations = {"ignore.gpulint/gadget-size": "no"}' "$review") .response.allowed false

# --- objects that only someone who means harm writes: no more than the time of a review
hostile() { # NAME SPEC_FILTER
    jq -nc --arg name "$1" "{kind: \"AdmissionReview\", apiVersion: \"admission.k8s.io/v1\", request: {uid: \$name,
        operation: \"CREATE\", kind: {group: \"karpenter.sh\", version: \"v1\", kind: \"NodePool\"}, name: \"x\",
        object: {apiVersion: \"karpenter.sh/v1\", kind: \"NodePool\", metadata: {name: \"x\"}, spec: {template: {spec: (
        {nodeClassRef: {group: \"karpenter.k8s.aws\", kind: \"EC2NodeClass\", name: \"x\"}} + $2)}}}}}" >"$tmp/$1.json"
    local since=$SECONDS
    post "$tmp/$1.json" -H 'Expect:'
    is "$(jq -r .response.uid "$tmp/body")" "$1" && test $((SECONDS - since)) -le 20
}
ok 'one key 10,000 times' hostile same-key '{requirements: [range(10000) | {key: "karpenter.k8s.aws/instance-family", operator: "NotIn", values: ["f\(.)"]}]}'
ok '20,000 keys' hostile many-keys '{requirements: [range(20000) | {key: "k\(.)", operator: "Exists"}]}'
ok '100,000 values' hostile many-values '{requirements: [{key: "node.kubernetes.io/instance-type", operator: "In", values: [range(100000) | "t\(100000 - .).large"]}]}'
ok '20,000 taints' hostile many-taints '{taints: [range(20000) | {key: "k\(.)", effect: "NoSchedule"}]}'

# --- the command line's verdicts
if ls fixtures/check/*/*.yaml >/dev/null 2>&1; then
    mkdir "$tmp/objects"
    count=$("$wrap" "$tmp/objects" fixtures/check/*/*.yaml)
    "$cli" rules --format json | jq -r '.rules[]|select(.needs=="object")|.id' | sort >"$tmp/alone"
    differ=0
    for ((n = 0; n < count; n++)); do
        "$cli" check --isolated --format json "$tmp/objects/$n.object.json" 2>/dev/null |
            jq -r '.findings[]|select(.severity=="error")|.rule' | sort -u >"$tmp/cli-errors"
        post "$tmp/objects/$n.review.json"
        cli_denies=$(comm -12 "$tmp/cli-errors" "$tmp/alone" | grep -c .)
        denied=$(jq '.response.allowed|not' "$tmp/body")
        if [ "$denied" != "$([ "$cli_denies" -gt 0 ] && echo true || echo false)" ]; then
            differ=$((differ + 1))
            echo "object $n: denied=$denied, the command line's errors: $(tr '\n' ' ' <"$tmp/cli-errors")"
            head -c 300 "$tmp/objects/$n.object.json"; echo
        elif [ "$denied" = true ]; then
            jq -r .response.status.message "$tmp/body" >"$tmp/message"
            while read -r rule; do
                grep -q -F "$rule" "$tmp/message" || { differ=$((differ + 1)); echo "object $n: $rule is not named"; }
            done <"$tmp/cli-errors"
        fi
    done
    ok "$count objects: the same verdicts as the command line's" is "$differ" 0
fi

# --- many, slow and leaving clients
for i in $(seq 200); do
    printf 'url = "https://hook.test.svc:%s/validate"\noutput = "%s/many.%s"\n' "$port" "$tmp" "$i"
done >"$tmp/many"
curl -s --parallel --parallel-max 40 --max-time 60 --cacert "$tmp/pki/ca.crt" \
    --resolve "hook.test.svc:$port:127.0.0.1" -H 'Content-Type: application/json' \
    --data-binary "@$review" -K "$tmp/many" 2>/dev/null
ok '200 at once' is "$(cat "$tmp"/many.* | jq -r .response.uid | grep -c .)" 200
# 16 KiB at 4 KiB a second; meanwhile others are answered
{ head -c 16384 /dev/zero | tr '\0' ' '; cat "$review"; } >"$tmp/slow.json"
curl -s --max-time 30 --limit-rate 4k --cacert "$tmp/pki/ca.crt" --resolve "hook.test.svc:$port:127.0.0.1" \
    -H 'Content-Type: application/json' --data-binary "@$tmp/slow.json" -o "$tmp/slow.out" \
    "https://hook.test.svc:$port/validate" &
slow=$!
since=$SECONDS
for _ in 1 2 3 4 5; do
    timeout 1 openssl s_client -quiet -connect "127.0.0.1:$port" </dev/null >/dev/null 2>&1
    printf 'GET /healthz HTTP/1.1\r\n' | timeout 1 openssl s_client -quiet -connect "127.0.0.1:$port" >/dev/null 2>&1
    ok 'answered beside a slow client' posted 200 "$review"
done
ok 'alive' is "$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$health/healthz")" 200
ok 'ready' is "$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$health/readyz")" 200
ok 'probes only look' is "$(curl -s -o /dev/null -w '%{http_code}' -X POST "http://127.0.0.1:$health/readyz")" 405
ok 'no reviews in plain HTTP' is "$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$health/validate")" 404

# --- the end
wait "$slow"
ok 'the slow client has its answer' is "$(jq -r .response.uid "$tmp/slow.out")" "$(jq -r .request.uid "$review")"
curl -s --max-time 30 --limit-rate 8k --cacert "$tmp/pki/ca.crt" --resolve "hook.test.svc:$port:127.0.0.1" \
    -H 'Content-Type: application/json' --data-binary "@$tmp/slow.json" -o "$tmp/last.out" \
    "https://hook.test.svc:$port/validate" &
slow=$!
sleep 0.5
stop
ok 'SIGTERM' is "$code" 0
wait "$slow"
ok 'a request in flight still ends' is "$(jq -r .response.uid "$tmp/last.out")" "$(jq -r .request.uid "$review")"
ok 'every line of the log is JSON' jq -e . "$tmp/log"
ok 'the log names the verdict' grep -q '"event":"review".*"allowed":false.*"denied":"' "$tmp/log"
jq '.request.object.metadata.annotations = {"ignore.gpulint/gadget-size": "it has none on purpose"}' "$review" >"$tmp/ignored.json"
start --rules "$fixtures/rules" --allow-ignore
ok '--allow-ignore' answer "$tmp/ignored.json" .response.allowed true
ok 'without the annotation' answer "$review" .response.allowed false
stop
printf 'rules: {gadget-size: warning}\n' >"$tmp/gpulint.yaml"
start --rules "$fixtures/rules" --config "$tmp/gpulint.yaml" --on-fault deny --max-request 1
ok '--config grades' answer "$review" '[.response.allowed, (.response.warnings | length)] | tostring' '[true,1]'
head -c 1500000 /dev/zero | tr '\0' ' ' >"$tmp/medium.json"
ok '--max-request' posted 413 "$tmp/medium.json" -H 'Expect:'
stop
ok 'SIGTERM at rest' is "$code" 0
ok 'SIGTERM at rest is quick' test "$took" -le 15

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
