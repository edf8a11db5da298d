/* What an input is: objects, or which kind of text that is none. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include <string.h>

/* clang-format off */
static const struct {
    const char *what, *text, *template;
} TEMPLATES[] = {
    {"a manifest", "apiVersion: v1\nkind: Pod\n", ""},
    {"Helm's values", "image: {{ .Values.image }}\n", "Helm template"},
    {"Helm's values in quotes", "image: \"{{ .Values.image }}:{{ .Values.tag }}\"\n", "Helm template"},
    {"a value of a release that its chart fills in", "tags:\n  - k8s.io/x/{{ .Values.name }}\n  - \"k8s.io/{{ $.Values.name }}\"\n", ""},
    {"a name that Helm makes", "name: app-{{ .Release.Name }}\n", "Helm template"},
    {"a line of Helm", "{{- if .Values.gpu }}\nkind: Pod\n{{- end }}\n", "Helm template"},
    {"an include", "labels: {{ include \"app.labels\" . | nindent 4 }}\n", "Helm template"},
    {"Go's own words", "a:\n{{ range $i := until 3 }}\n", "Helm template"},
    {"another language's value", "name: {{ cluster_name }}\n", "template with {{ }}"},
    {"a quoted expression of a workflow", "args: [\"{{inputs.parameters.x}}\"]\n", ""},
    {"an expression after text", "url: s3://b/{{workflow.name}}\n", ""},
    {"in a comment", "# {{ .Values.x }}\nkind: Pod\n", ""},
    {"in a block scalar", "data:\n  a.tmpl: |\n    {{ .Values.x }}\n    {{ if y }}\n", ""},
    {"behind a block scalar", "a:\n  - b: |\n      {{ range }}\n    c: {{ .Values.x }}\n", "Helm template"},
    {"a block scalar as an item", "a:\n- |-\n  {{ .Values.x }}\n", ""},
    {"Terraform", "a: 1\n%{ if gpu }\nb: 2\n%{ endif }\n", "Terraform template"},
    {"Jinja", "{% if gpu %}\na: 1\n{% endif %}\n", "Jinja template"},
    {"ERB", "<% if gpu %>\na: 1\n", "ERB template"},
    {"a shell variable", "name: ${NAME}\n", ""},
    {"nothing", "", ""},
};
/* clang-format on */

TEST(test_templates)
{
    for (size_t i = 0; i < COUNT(TEMPLATES); i++) {
        const Source *s = source_new(&arena, STR("t.yaml"), str_c(TEMPLATES[i].text));
        Str got = input_template(s);
        CHECK(str_eq(got, str_c(TEMPLATES[i].template)), "%s: '%.*s'", TEMPLATES[i].what,
              STR_ARG(got));
    }
}

/* clang-format off */
static const struct {
    const char *what, *file, *text, *objects, *skipped;
} INPUTS[] = {
    {"one object", "a.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: ml}\n", "/Pod ml/a", ""},
    {"no namespace", "a.yaml", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n", "batch/Job ?/a", ""},
    {"a kind without namespace", "a.yaml",
     "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a, namespace: ml}\n", "karpenter.sh/NodePool a", ""},
    {"a namespace that is a placeholder", "a.yaml",
     "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: '${NS}'}\n", "/Pod ?/a", ""},
    {"a list", "a.yaml",
     "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod, metadata: {name: a, namespace: ml}}\n"
     "- {apiVersion: v1, kind: Pod, metadata: {name: b, namespace: ml}}\n", "/Pod ml/a, /Pod ml/b", ""},
    {"a list whose items leave out their kind", "a.yaml",
     "apiVersion: v1\nkind: PodList\nitems:\n- {metadata: {name: a, namespace: ml}}\n", "/Pod ml/a", ""},
    {"an empty list", "a.yaml", "apiVersion: v1\nkind: List\nitems: []\n", "", ""},
    {"a wrapper and what it carries", "a.yaml",
     "apiVersion: workload.codeflare.dev/v1beta2\nkind: AppWrapper\nmetadata: {name: w, namespace: ml}\nspec:\n"
     "  components:\n  - template: {apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: ml}}\n",
     "workload.codeflare.dev/AppWrapper ml/w, batch/Job ml/j", ""},
    {"a JSON patch", "a.yaml", "- {op: add, path: /spec/x, value: 1}\n", "", "kustomize patch"},
    {"a strategic merge directive", "a.yaml",
     "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {$patch: delete}\n", "", "kustomize patch"},
    {"a part of a Deployment in a file of that name", "base/gpu-patch.yaml",
     "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {template: {spec: {containers: [{name: m, resources: {}}]}}}\n",
     "", "kustomize patch"},
    {"a whole Deployment in a folder of overlays", "overlays/prod/a.yaml",
     "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a, namespace: ml}\nspec: {selector: {}, template: {spec: {containers: [{name: m, image: i}]}}}\n",
     "apps/Deployment ml/a", ""},
    {"a part of a Deployment in a folder of components, whose maps are open", "components/gpu/a.yaml",
     "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a, namespace: ml}\nspec: {template: {spec: {containers: [{name: m}]}}}\n",
     "apps/Deployment ml/a", ""},
    {"a part of a NodeClass", "patch-class.yaml",
     "apiVersion: eks.amazonaws.com/v1\nkind: NodeClass\nmetadata: {name: a}\nspec: {capacityReservationSelectorTerms: [{id: cr-1}]}\n",
     "", "kustomize patch"},
    {"the same in a file of any name", "class.yaml",
     "apiVersion: eks.amazonaws.com/v1\nkind: NodeClass\nmetadata: {name: a}\nspec: {capacityReservationSelectorTerms: [{id: cr-1}]}\n",
     "eks.amazonaws.com/NodeClass a", ""},
    {"a kustomization", "a.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n", "", "kustomization"},
    {"a kustomization by its file", "x/kustomization.yaml", "resources: [a.yaml]\n", "", "kustomization"},
    {"Flux' Kustomization is an object", "a.yaml",
     "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a, namespace: ml}\n",
     "kustomize.toolkit.fluxcd.io/Kustomization ml/a", ""},
    {"values", "charts/values-gpu.yaml", "resources: {limits: {nvidia.com/gpu: 1}}\n", "", "values file"},
    {"a chart's description", "Chart.yaml", "apiVersion: v2\nname: a\nversion: 1.0.0\n", "", "Helm chart description"},
    {"a workflow of GitHub", ".github/workflows/ci.yml", "name: ci\non: push\njobs: {}\n", "", "GitHub workflow"},
    {"CloudFormation", "a.yaml", "AWSTemplateFormatVersion: 2010-09-09\n", "", "CloudFormation template"},
    {"anything else", "a.yaml", "a: 1\n", "", "not a Kubernetes object"},
    {"a scalar", "a.yaml", "just text\n", "", "not a Kubernetes object"},
    {"a kind that is no string", "a.yaml", "apiVersion: v1\nkind: 3\n", "", "not a Kubernetes object"},
};
/* clang-format on */

static const char *show(const InputObjects *in)
{
    Buf b;
    buf_init(&b, &arena, 4096);
    for (size_t i = 0; i < in->objects.len; i++) {
        const Object *o = in->objects.items[i];
        buf_printf(&b, "%s%.*s/%.*s ", i ? ", " : "", STR_ARG(o->group), STR_ARG(o->kind));
        if (!o->cluster)
            buf_printf(&b, "%s%.*s/", o->ns_unknown ? "?" : "", STR_ARG(o->ns));
        buf_add(&b, o->name);
    }
    buf_char(&b, '\0');
    return buf_str(&b).ptr;
}

TEST(test_objects)
{
    for (size_t i = 0; i < COUNT(INPUTS); i++) {
        Diags diags;
        Loader loader;
        diags_init(&diags, &arena);
        loader_init(&loader, &arena);
        const Source *source = source_new(&arena, str_c(INPUTS[i].file), str_c(INPUTS[i].text));
        Stream *s = yaml_load(&loader, source, &diags);
        CHECK(s->documents.len == 1, "%s: %zu documents", INPUTS[i].what, s->documents.len);
        InputObjects in = input_objects(&arena, facts_builtin(), s->documents.items[0]);
        CHECK(strcmp(show(&in), INPUTS[i].objects) == 0, "%s: %s", INPUTS[i].what, show(&in));
        CHECK(str_eq(in.skipped, str_c(INPUTS[i].skipped)), "%s: '%.*s'", INPUTS[i].what,
              STR_ARG(in.skipped));
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_templates), cmocka_unit_test(test_objects))
