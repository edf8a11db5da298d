/* What the facts say of the names that DRA drivers publish. */
#include "dra/dra_data.h"

#include "base/nearest.h"
#include "kube/kind.h"

/* Names that belong to the driver's own domain stand without it. */
static bool names(Str cell, AttributeName n)
{
    Str domain, name;
    if (!str_cut(cell, '/', &domain, &name))
        return str_eq(n.domain, n.driver) && str_eq(cell, n.name);
    return str_eq(domain, n.domain) && str_eq(name, n.name);
}

static Str kind_text(AttributeKind kind)
{
    return kind == CAPACITY ? STR("capacity") : STR("attribute");
}

size_t attribute_row(const Facts *f, AttributeName n)
{
    const FactTable *t = facts_table(f, STR("dra-attributes"));
    for (size_t i = 0, row; (row = facts_find(t, n.driver, i)) != SIZE_MAX; i++) {
        if (str_eq(cell_text(t, row, "kind"), kind_text(n.kind)) &&
            names(cell_text(t, row, "name"), n))
            return row;
    }
    return SIZE_MAX;
}

bool attribute_domain(const Facts *f, Str driver, Str domain)
{
    const FactTable *t = facts_table(f, STR("dra-attributes"));
    bool found = str_eq(driver, domain);
    for (size_t i = 0, row; !found && (row = facts_find(t, driver, i)) != SIZE_MAX; i++) {
        Str head, rest;
        found = str_cut(cell_text(t, row, "name"), '/', &head, &rest) && str_eq(head, domain);
    }
    return found;
}

bool attribute_decided(const Facts *f, AttributeName n, Str kind)
{
    const FactTable *t = facts_table(f, STR("dra-attributes"));
    size_t row = attribute_row(f, n);
    if (row != SIZE_MAX)
        return str_eq(cell_text(t, row, "known_before_launch"), STR("yes")) ||
               !str_eq(cell_text(t, row, "on"), kind);
    AttributeName other = n;
    other.kind = n.kind == CAPACITY ? ATTRIBUTE : CAPACITY;
    return attribute_row(f, other) != SIZE_MAX || !attribute_domain(f, n.driver, n.domain);
}

ReadFault attribute_fault(const Facts *f, AttributeName n)
{
    n.kind = n.kind == CAPACITY ? ATTRIBUTE : CAPACITY;
    if (attribute_row(f, n) != SIZE_MAX)
        return READ_OTHER_KIND;
    return attribute_domain(f, n.driver, n.domain) ? READ_NAME : READ_DOMAIN;
}

/* ---- what was meant ---- */

static Str lookalike(const Facts *f, AttributeName n)
{
    const FactTable *t = facts_table(f, STR("dra-lookalikes"));
    for (size_t i = 0, row; (row = facts_find(t, n.driver, i)) != SIZE_MAX; i++)
        if (str_eq(cell_text(t, row, "written"), n.name))
            return cell_text(t, row, "name");
    return STR("");
}

/* A cell's name under its domain; the driver's own where none is written. */
static AttributeName published(const FactTable *t, size_t row, Str driver)
{
    AttributeName n = {.driver = driver, .domain = driver, .name = cell_text(t, row, "name")};
    Str domain, rest;
    if (str_cut(n.name, '/', &domain, &rest)) {
        n.domain = domain;
        n.name = rest;
    }
    n.kind = str_eq(cell_text(t, row, "kind"), kind_text(CAPACITY)) ? CAPACITY : ATTRIBUTE;
    return n;
}

AttributeName attribute_meant(const Facts *f, AttributeName n)
{
    const FactTable *t = facts_table(f, STR("dra-attributes"));
    AttributeName best = {0};
    Str known = lookalike(f, n);
    Nearest near = nearest_to(n.name);
    for (size_t i = 0, row; (row = facts_find(t, n.driver, i)) != SIZE_MAX; i++) {
        AttributeName one = published(t, row, n.driver);
        size_t before = near.distance;
        if (!known.len)
            nearest_offer(&near, one.name);
        if (known.len ? str_eq(one.name, known) : near.distance < before)
            best = one;
    }
    return best;
}
