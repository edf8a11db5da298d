#include "cel/base64.h"
#include "cel/lib.h"
#include "cel/opaque.h"
#include "cel/timestamp.h"

/* Kubernetes' named formats, as apimachinery validates them. */

#define LABEL     "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
#define SUBDOMAIN LABEL "(\\." LABEL ")*"
#define NAME      "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
#define HEX(n)    "[0-9A-Fa-f]{" #n "}"

enum { LABEL_MOST = 63, SUBDOMAIN_MOST = 253, TEXT_MOST = 1 << 20 };

static bool is_byte(Str text)
{
    Buf nothing;
    buf_init(&nothing, NULL, 0); /* keeps no byte: only whether it can be read */
    return text.len > 0 && base64_decode(&nothing, text, true);
}

static bool is_date(Str text)
{
    int64_t year, month, day;
    return text.len == 10 && text.ptr[4] == '-' && text.ptr[7] == '-' && text.ptr[0] != '-' &&
           text.ptr[5] != '-' && text.ptr[8] != '-' && str_int(str_slice(text, 0, 4), &year) &&
           str_int(str_slice(text, 5, 7), &month) && str_int(str_skip(text, 8), &day) &&
           month >= 1 && month <= 12 && day >= 1 && day <= month_days(year, (int)month);
}

/* A date, then what the pattern has checked, with a T or a t between. */
static bool is_datetime(Str text)
{
    return is_date(str_slice(text, 0, 10));
}

static bool is_qualified(Str text)
{
    size_t slash = str_find_char(text, '/');
    Str name = slash < text.len ? str_skip(text, slash + 1) : text;
    return name.len <= LABEL_MOST && (slash == text.len || slash <= SUBDOMAIN_MOST);
}

static const char LABEL_WORDS[] = "a lowercase RFC 1123 label must consist of lower case "
                                  "alphanumeric characters or '-', and must "
                                  "start and end with an alphanumeric character";
static const char SUBDOMAIN_WORDS[] = "a lowercase RFC 1123 subdomain must consist of lower case "
                                      "alphanumeric characters, '-' or '.', "
                                      "and must start and end with an alphanumeric character";
static const char LABEL_1035_WORDS[] =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
    "alphabetic character, and end with an alphanumeric character";
static const char NAME_WORDS[] =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
    "alphanumeric character, with an optional DNS subdomain prefix and '/'";
static const char VALUE_WORDS[] =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', "
    "and must start and end with an alphanumeric character";

typedef enum FormatName {
    DNS1123_LABEL,
    DNS1123_SUBDOMAIN,
    DNS1035_LABEL,
    QUALIFIED_NAME,
    DNS1123_LABEL_PREFIX,
    DNS1123_SUBDOMAIN_PREFIX,
    DNS1035_LABEL_PREFIX,
    LABEL_VALUE,
    URI,
    UUID,
    BYTE,
    DATE,
    DATETIME,
    FORMAT_COUNT
} FormatName;

/* clang-format off */
static const NamedFormat FORMATS[FORMAT_COUNT] = {
    [DNS1123_LABEL] = {"dns1123Label", "^" LABEL "$", LABEL_WORDS, LABEL_MOST, NULL, false},
    [DNS1123_SUBDOMAIN] = {"dns1123Subdomain", "^" SUBDOMAIN "$", SUBDOMAIN_WORDS, SUBDOMAIN_MOST, NULL, false},
    [DNS1035_LABEL] = {"dns1035Label", "^[a-z]([-a-z0-9]*[a-z0-9])?$", LABEL_1035_WORDS, LABEL_MOST, NULL, false},
    [QUALIFIED_NAME] = {"qualifiedName", "^(" SUBDOMAIN "/)?" NAME "$", NAME_WORDS, TEXT_MOST, is_qualified, false},
    [DNS1123_LABEL_PREFIX] = {"dns1123LabelPrefix", "^" LABEL "$", LABEL_WORDS, LABEL_MOST, NULL, true},
    [DNS1123_SUBDOMAIN_PREFIX] = {"dns1123SubdomainPrefix", "^" SUBDOMAIN "$", SUBDOMAIN_WORDS, SUBDOMAIN_MOST, NULL, true},
    [DNS1035_LABEL_PREFIX] = {"dns1035LabelPrefix", "^[a-z]([-a-z0-9]*[a-z0-9])?$", LABEL_1035_WORDS, LABEL_MOST, NULL, true},
    [LABEL_VALUE] = {"labelValue", "^(" NAME ")?$", VALUE_WORDS, LABEL_MOST, NULL, false},
    [URI] = {"uri", "", "is not a valid URI", TEXT_MOST, NULL, false},
    [UUID] = {"uuid", "^" HEX(8) "-?" HEX(4) "-?" HEX(4) "-?" HEX(4) "-?" HEX(12) "$", "does not match the UUID format", TEXT_MOST, NULL, false},
    [BYTE] = {"byte", "", "invalid base64", TEXT_MOST, is_byte, false},
    [DATE] = {"date", "", "invalid date", TEXT_MOST, is_date, false},
    [DATETIME] = {"datetime", "^.{10}[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$", "invalid datetime", TEXT_MOST, is_datetime, false},
};
/* clang-format on */

/* "web-" may become "web-1": judged with its last two characters replaced, as apimachinery does. */
static Str without_dash(CelEval *ev, Str text)
{
    if (text.len < 2 || !str_ends(text, STR("-")))
        return text;
    return arena_printf(ev->scratch, "%.*sa", (int)(text.len - 2), text.ptr);
}

static bool is_uri(CelEval *ev, Str text)
{
    Url url;
    const char *why;
    return url_parse(ev->scratch, text, &url, &why);
}

static CelValue validate(CelEval *ev, const CelValue *args)
{
    const NamedFormat *f = args[0].as.opaque;
    Str text = f->prefix ? without_dash(ev, cel_str_of(args[1])) : cel_str_of(args[1]);
    CelItems faults = {NULL, 0, 0};
    if (text.len > f->most)
        *vec_push(ev->scratch, &faults) =
            cel_str(arena_printf(ev->scratch, "must be no more than %zu characters", f->most));
    CelValue matched = cel_bool(f != &FORMATS[URI] || is_uri(ev, text));
    if (*f->pattern)
        matched = cel_matches(ev, text, str_c(f->pattern));
    if (cel_failed(matched))
        return matched;
    if (!cel_bool_of(matched) || (f->valid && !f->valid(text)))
        *vec_push(ev->scratch, &faults) = cel_str(str_c(f->message));
    return faults.len ? cel_some(ev, cel_items_list(faults, false)) : cel_none();
}

static CelValue named(CelEval *ev, const CelValue *args)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (str_eq(str_c(FORMATS[i].name), cel_str_of(args[0])))
            return cel_some(ev, cel_opaque(OPAQUE_FORMAT, &FORMATS[i]));
    }
    return cel_none();
}

#define FORMAT(function, which)                                 \
    static CelValue function(CelEval *ev, const CelValue *args) \
    {                                                           \
        (void)ev;                                               \
        (void)args;                                             \
        return cel_opaque(OPAQUE_FORMAT, &FORMATS[which]);      \
    }

FORMAT(dns1123_label, DNS1123_LABEL)
FORMAT(dns1123_subdomain, DNS1123_SUBDOMAIN)
FORMAT(dns1035_label, DNS1035_LABEL)
FORMAT(qualified_name, QUALIFIED_NAME)
FORMAT(dns1123_label_prefix, DNS1123_LABEL_PREFIX)
FORMAT(dns1123_subdomain_prefix, DNS1123_SUBDOMAIN_PREFIX)
FORMAT(dns1035_label_prefix, DNS1035_LABEL_PREFIX)
FORMAT(label_value, LABEL_VALUE)
FORMAT(uri, URI)
FORMAT(uuid, UUID)
FORMAT(byte, BYTE)
FORMAT(date, DATE)
FORMAT(datetime, DATETIME)

const CelFunc CEL_FUNCS_NAMED[] = {
    {".format.named(string): optional(format)",         named,                    CEL_LIB_FORMAT, 31},
    {"format.validate(string): optional(list(string))", validate,                 CEL_LIB_FORMAT, 31},
    {".format.dns1123Label(): format",                  dns1123_label,            CEL_LIB_FORMAT, 31},
    {".format.dns1123Subdomain(): format",              dns1123_subdomain,        CEL_LIB_FORMAT, 31},
    {".format.dns1035Label(): format",                  dns1035_label,            CEL_LIB_FORMAT, 31},
    {".format.qualifiedName(): format",                 qualified_name,           CEL_LIB_FORMAT, 31},
    {".format.dns1123LabelPrefix(): format",            dns1123_label_prefix,     CEL_LIB_FORMAT, 31},
    {".format.dns1123SubdomainPrefix(): format",        dns1123_subdomain_prefix, CEL_LIB_FORMAT, 31},
    {".format.dns1035LabelPrefix(): format",            dns1035_label_prefix,     CEL_LIB_FORMAT, 31},
    {".format.labelValue(): format",                    label_value,              CEL_LIB_FORMAT, 31},
    {".format.uri(): format",                           uri,                      CEL_LIB_FORMAT, 31},
    {".format.uuid(): format",                          uuid,                     CEL_LIB_FORMAT, 31},
    {".format.byte(): format",                          byte,                     CEL_LIB_FORMAT, 31},
    {".format.date(): format",                          date,                     CEL_LIB_FORMAT, 31},
    {".format.datetime(): format",                      datetime,                 CEL_LIB_FORMAT, 31},
    {NULL,                                              NULL,                     0,              0 },
};
