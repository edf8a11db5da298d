#include "webhook/review.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "check.h"
#include "kube/input.h"
#include "rule/ruleset.h"
#include "webhook/say.h"
#include "wrap.h"

#define FIXTURES "fixtures/review"

typedef struct Answer {
    Arena arena;
    Buf text;
    ReviewSummary summary;
} Answer;

static const ReviewPolicy *policy(Arena *a)
{
    ReviewPolicy *p = arena_new(a, ReviewPolicy);
    Diags d;
    diags_init(&d, a);
    p->rules = ruleset_new(a);
    p->run.facts = facts_builtin();
    if (!ruleset_add_folder(p->rules, STR(FIXTURES "/rules"), &d))
        fail_msg("%.*s", STR_ARG(d.list.items[0].message));
    return p;
}

static void ask(Answer *out, const ReviewPolicy *p, Str body, int64_t deadline)
{
    *out = (Answer){0};
    arena_init(&out->arena, LIMIT_REQUEST_MEMORY);
    buf_init(&out->text, &out->arena, LIMIT_RESPONSE);
    review_answer(&out->arena, p, &(ReviewInput){body, deadline}, &out->text, &out->summary);
}

static Str read_fixture(Arena *a, Str path)
{
    Str text, why;
    if (!file_read(a, path, LIMIT_FILE, &text, &why))
        fail_msg("%.*s: %.*s", STR_ARG(path), STR_ARG(why));
    return text;
}

static void check_golden(Arena *a, const ReviewPolicy *p, Str folder)
{
    Str name = path_join(a, STR(FIXTURES), folder);
    Str request = read_fixture(a, path_join(a, name, STR("request.json")));
    Str expected = read_fixture(a, path_join(a, name, STR("expected.json")));
    Answer answer;
    ask(&answer, p, request, INT64_MAX);
    cJSON *got = cJSON_ParseWithLength(answer.text.ptr, answer.text.len);
    cJSON *want = cJSON_ParseWithLength(expected.ptr, expected.len);
    CHECK(got && want && cJSON_Compare(got, want, true), "%.*s: got %.*s", STR_ARG(folder),
          STR_ARG(buf_str(&answer.text)));
    cJSON_Delete(got);
    cJSON_Delete(want);
    arena_free(&answer.arena);
}

TEST(test_golden)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    const ReviewPolicy *p = policy(&a);
    const FolderEntry *entries;
    size_t count, cases = 0;
    Str why;
    assert_true(folder_list(&a, STR(FIXTURES), &entries, &count, &why));
    for (size_t i = 0; i < count; i++) {
        Str request =
            path_join(&a, path_join(&a, STR(FIXTURES), entries[i].name), STR("request.json"));
        if (file_kind(request, true) != FILE_REGULAR)
            continue;
        check_golden(&a, p, entries[i].name);
        cases++;
    }
    assert_true(cases > 20);
    arena_free(&a);
}

TEST(test_malformed)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    const ReviewPolicy *p = policy(&a);
    const FolderEntry *entries;
    size_t count;
    Str why;
    assert_true(folder_list(&a, STR(FIXTURES "/bad"), &entries, &count, &why));
    for (size_t i = 0; i < count; i++) {
        Answer answer;
        ask(&answer, p, read_fixture(&a, path_join(&a, STR(FIXTURES "/bad"), entries[i].name)),
            INT64_MAX);
        CHECK(answer.summary.status == 400 && answer.text.len > 1, "%.*s: got %u %.*s",
              STR_ARG(entries[i].name), answer.summary.status, STR_ARG(buf_str(&answer.text)));
        arena_free(&answer.arena);
    }
    arena_free(&a);
}

/* Cut anywhere, a request is malformed, never half a request. */
TEST(test_every_prefix)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    const ReviewPolicy *p = policy(&a);
    Str whole = str_trim(read_fixture(&a, STR(FIXTURES "/denied/request.json")));
    for (size_t len = 0; len < whole.len; len++) {
        Answer answer;
        char *copy =
            malloc(len ? len : 1); /* of its very size: a sanitizer sees a read behind it */
        memcpy(copy, whole.ptr, len);
        ask(&answer, p, (Str){copy, len}, INT64_MAX);
        CHECK(answer.summary.status == 400, "%zu bytes: got %u", len, answer.summary.status);
        arena_free(&answer.arena);
        free(copy);
    }
    arena_free(&a);
}

static const struct {
    const char *what;
    int64_t deadline;
    size_t memory;
    bool fault_denies, allowed;
} FAULTS[] = {
    {"in time",               INT64_MAX, LIMIT_REQUEST_MEMORY, false, false},
    {"too late",              0,         LIMIT_REQUEST_MEMORY, false, true },
    {"too late, and strict",  0,         LIMIT_REQUEST_MEMORY, true,  false},
    {"out of memory",         INT64_MAX, 64 << 10,             false, true },
    {"out of memory, strict", INT64_MAX, 64 << 10,             true,  false},
};

TEST(test_faults)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    ReviewPolicy p = *policy(&a);
    Str body = read_fixture(&a, STR(FIXTURES "/many-errors/request.json"));
    for (size_t i = 0; i < COUNT(FAULTS); i++) {
        Arena request;
        arena_init(&request, FAULTS[i].memory);
        Buf out;
        buf_init(&out, &request, LIMIT_RESPONSE);
        ReviewSummary summary;
        p.fault_denies = FAULTS[i].fault_denies;
        review_answer(&request, &p, &(ReviewInput){body, FAULTS[i].deadline}, &out, &summary);
        CHECK(summary.status == 200 || FAULTS[i].memory < LIMIT_REQUEST_MEMORY, "%s: status %u",
              FAULTS[i].what, summary.status);
        CHECK(summary.status != 200 || summary.allowed == FAULTS[i].allowed, "%s: allowed %d",
              FAULTS[i].what, summary.allowed);
        arena_free(&request);
    }
    arena_free(&a);
}

static const struct {
    const char *timeout;
    int64_t ms;
} BUDGETS[] = {
    {"",       2300},
    {"10s",    2300},
    {"3s",     2300},
    {"2500ms", 2300},
    {"2s",     1800},
    {"1s",     800 },
    {"1.5s",   1300},
    {"400ms",  200 },
    {"1ms",    0   },
    {"0s",     2300},
    {"-5s",    2300},
    {"1m0s",   2300},
    {"banana", 2300},
    {"10",     2300},
};

TEST(test_budget)
{
    for (size_t i = 0; i < COUNT(BUDGETS); i++) {
        int64_t got = review_budget(str_c(BUDGETS[i].timeout)) / 1000000;
        CHECK(got == BUDGETS[i].ms, "timeout '%s': got %lld ms", BUDGETS[i].timeout,
              (long long)got);
    }
}

static const struct {
    const char *what;
    Str text;
    size_t most;
    Str want;
} CLEANED[] = {
    {"plain",                STR_INIT("a b"),               9, STR_INIT("a b")            },
    {"line end and tab",     STR_INIT("a\nb\tc"),           9, STR_INIT("a b c")          },
    {"NUL and DEL",          STR_INIT("a\0b\x7f"),          9, STR_INIT("a b ")           },
    {"C1 control",           STR_INIT("a\xc2\x85z"),        9, STR_INIT("a z")            },
    {"no-break space stays", STR_INIT("a\xc2\xa0z"),        9, STR_INIT("a\xc2\xa0z")     },
    {"bad byte",             STR_INIT("a\xffz"),            9, STR_INIT("a\xef\xbf\xbdz") },
    {"just fits",            STR_INIT("abc"),               3, STR_INIT("abc")            },
    {"too long",             STR_INIT("abcd"),              3, STR_INIT("abc\xe2\x80\xa6")},
    {"counts characters",    STR_INIT("\xc3\xa9\xc3\xa9z"), 2,
     STR_INIT("\xc3\xa9\xc3\xa9\xe2\x80\xa6")                                             },
};

TEST(test_clean)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(CLEANED); i++) {
        Str got = say_clean(&a, CLEANED[i].text, CLEANED[i].most);
        CHECK(str_eq(got, CLEANED[i].want), "%s: got '%.*s'", CLEANED[i].what, STR_ARG(got));
    }
    arena_free(&a);
}

static Finding finding(Str rule, Str message)
{
    return (Finding){
        .rule_id = rule,
        .severity = SEVERITY_ERROR,
        .place = {.path = STR("spec.size"), .message = message}
    };
}

/* `rules` rules that deny at three places each, with long messages. */
static Verdict verdict_of(Arena *a, size_t rules)
{
    Verdict v = {0};
    Buf much;
    buf_init(&much, a, SIZE_MAX);
    buf_fill(&much, 'x', 2000);
    for (size_t i = 0; i < rules * 3; i++) {
        Finding *f = arena_new(a, Finding);
        *f = finding(arena_printf(a, "some-rule-number-%03zu", i / 3), buf_str(&much));
        finding_list_add(a, &v.denying, f);
    }
    return v;
}

static void check_denial(Arena *a, const Verdict *v, size_t rules)
{
    ReviewRequest request = {0};
    Str text = say_denial(a, v, &request);
    CHECK(text.len <= LIMIT_DENY, "%zu rules: %zu bytes", rules, text.len);
    for (size_t i = 0; i < rules; i++) {
        Str id = arena_printf(a, "some-rule-number-%03zu", i);
        CHECK(str_contains(text, id), "%zu rules: %.*s is not named", rules, STR_ARG(id));
    }
}

static void check_warnings(Arena *a, const Verdict *v, size_t rules)
{
    TextList warnings = {0};
    say_warnings(a, v, &warnings);
    size_t characters = 0;
    for (size_t i = 0; i < warnings.len; i++) {
        size_t len = utf8_count(warnings.items[i]);
        CHECK(len <= LIMIT_WARNING, "%zu rules: a warning of %zu", rules, len);
        characters += len;
    }
    CHECK(characters <= LIMIT_WARNINGS, "%zu rules: warnings of %zu", rules, characters);
}

/* Each rule is named, and nothing goes past the budgets. */
TEST(test_budgets_of_words)
{
    static const size_t RULES[] = {1, 10, 60, 100};
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t r = 0; r < COUNT(RULES); r++) {
        Verdict v = verdict_of(&a, RULES[r]);
        check_denial(&a, &v, RULES[r]);
        v.errors = v.denying;
        check_warnings(&a, &v, RULES[r]);
    }
    arena_free(&a);
}

/* What the command line says of a file with this object alone: whether an error on it needs
 * nothing else. */
static bool is_error_alone(Arena *a, const ReviewPolicy *p, Str text)
{
    Run run;
    const RunInput input = {.name = STR("object.json"), .text = text};
    run_load(a, &input, 1, &p->run, &run);
    run_judge(a, p->rules, &p->run, &run);
    for (size_t i = 0; i < run.findings.list.len; i++) {
        const Finding *f = &run.findings.list.items[i];
        if (f->severity == SEVERITY_ERROR && f->needs == NEEDS_OBJECT)
            return true;
    }
    return false;
}

static bool check_object(Arena *a, const ReviewPolicy *p, Str rule, const Object *o)
{
    bool want = is_error_alone(a, p, wrap_object(a, o));
    Answer answer;
    ask(&answer, p, wrap_review(a, o, STR("u")), INT64_MAX);
    CHECK(answer.summary.status == 200 && answer.summary.allowed == !want,
          "an example of %.*s, %.*s %.*s: %.*s", STR_ARG(rule), STR_ARG(o->kind), STR_ARG(o->name),
          STR_ARG(buf_str(&answer.text)));
    arena_free(&answer.arena);
    return want;
}

/* How many of its objects are denied. */
static size_t check_example(const ReviewPolicy *p, Str rule, Str input)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    Loader loader;
    loader_init(&loader, &a);
    Diags d;
    diags_init(&d, &a);
    const Stream *s = yaml_load(&loader, source_new(&a, rule, input), &d);
    size_t denied = 0;
    for (size_t i = 0; i < s->documents.len; i++) {
        InputObjects found = input_objects(&a, p->run.facts, s->documents.items[i]);
        for (size_t k = 0; k < found.objects.len; k++)
            denied += check_object(&a, p, rule, found.objects.items[k]);
    }
    arena_free(&a);
    return denied;
}

/* Every object of every rule's examples, alone: denied when the command line has an error on it. */
TEST(test_same_verdicts)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    ReviewPolicy p = {.rules = ruleset_builtin(&a), .run.facts = facts_builtin()};
    size_t denied = 0;
    for (size_t i = 0; i < ruleset_total(p.rules); i++) {
        const RuleInfo *info = rule_info(&a, ruleset_at(p.rules, i));
        for (size_t k = 0; k < info->examples.len; k++)
            denied += check_example(&p, info->id, info->examples.items[k].input);
    }
    assert_true(denied > 20);
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_golden), cmocka_unit_test(test_malformed),
      cmocka_unit_test(test_every_prefix), cmocka_unit_test(test_faults),
      cmocka_unit_test(test_budget), cmocka_unit_test(test_clean),
      cmocka_unit_test(test_budgets_of_words), cmocka_unit_test(test_same_verdicts))
