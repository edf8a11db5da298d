#include "report/report.h"

#include "report/snippet.h"

const Reporter REPORTERS[] = {
    {"full",    "code frames, related places and advice, for people", report_full   },
    {"concise", "path:line:col: severity[rule]: message",             report_concise},
    {"json",    "one object, for programs",                           report_json   },
    {"sarif",   "SARIF 2.1.0, for code scanning",                     report_sarif  },
    {NULL,      NULL,                                                 NULL          },
};

const Reporter *reporter_find(Str name)
{
    for (const Reporter *r = REPORTERS; r->name; r++) {
        if (str_eq(str_c(r->name), name))
            return r;
    }
    return NULL;
}

void report_init(Report *r, Arena *scratch, const Run *run, Severity least)
{
    *r = (Report){.run = run, .least = least, .scratch = scratch};
    for (size_t i = 0; i < run->findings.list.len; i++) {
        Severity severity = run->findings.list.items[i].severity;
        r->errors += severity == SEVERITY_ERROR;
        r->warnings += severity == SEVERITY_WARNING;
        r->infos += severity == SEVERITY_INFO;
    }
    r->hidden = run->findings.list.len - report_count(r, least);
    for (size_t i = 0; i < run->faults.len; i++)
        r->rule_errors += run->faults.items[i].count;
}

size_t report_count(const Report *r, Severity least)
{
    size_t count = 0;
    for (size_t i = 0; i < r->run->findings.list.len; i++)
        count += r->run->findings.list.items[i].severity >= least;
    return count;
}

const Finding *report_next(const Report *r, size_t *i)
{
    while (*i < r->run->findings.list.len) {
        const Finding *f = &r->run->findings.list.items[(*i)++];
        if (f->severity >= r->least)
            return f;
    }
    return NULL;
}

ReportPlace report_place(const FindingPlace *p)
{
    const Source *source = p->object->doc->source;
    return (ReportPlace){source, source_place(source, p->span.off),
                         source_place(source, p->span.off + p->span.len)};
}

void report_markdown_text(Buf *out, Arena *scratch, Str text)
{
    static const Str SPECIAL = STR_INIT("|\\`*_<[");
    Buf line;
    buf_init(&line, scratch, SIZE_MAX);
    text_write(&line, text);
    Str clean = buf_str(&line);
    for (size_t i = 0; i < clean.len; i++) {
        if (str_find_char(SPECIAL, clean.ptr[i]) < SPECIAL.len)
            buf_char(out, '\\');
        buf_char(out, clean.ptr[i]);
    }
}
