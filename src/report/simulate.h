/* Simulate: an outlook written for people, programs or a merge request. One row of SIMULATORS for
 * each format. Writes; decides nothing. */
#ifndef REPORT_SIMULATE_H
#define REPORT_SIMULATE_H

#include "kube/outlook.h"
#include "report/report.h"

/* The outlook with claims solved. */
const Outlook *simulate_outlook(Arena *a, Fleet *f);

typedef struct Simulation {
    const Outlook *outlook;
    bool matrix; /* every pair too */
    bool color;
    Arena *scratch; /* rewound after each workload */
} Simulation;

typedef struct Simulator {
    const char *name;
    void (*write)(Buf *out, const Simulation *s);
} Simulator;

extern const Simulator SIMULATORS[]; /* ends in a row without name; the first is the default */

void simulate_text(Buf *out, const Simulation *s);
void simulate_json(Buf *out, const Simulation *s);
void simulate_markdown(Buf *out, const Simulation *s);

/* ---- what the formats share ---- */
/* "NodePool gpu", "node group gpu"; "Deployment serve/llm", with its template where it has several.
 */
Str simulate_place_title(Arena *a, const Place *p);
Str simulate_pod_title(Arena *a, const Pod *p);
FindingPlace simulate_pod_at(Arena *a, const Pod *p);
/* The clause that fails, or the claim's name; "5 instance types (g5.xlarge, …)". */
FindingPlace simulate_claim_at(Arena *a, const ClaimOutlook *o);
Str simulate_claim_text(Arena *a, const Facts *f, const ClaimOutlook *o);
FindingPlace simulate_place_at(Arena *a, const Place *p);
/* The fields that a reason is about: of the pod first, then of the places that are named. */
typedef struct SimulateRelated {
    FindingPlace list[REASON_PLACES + 1];
    size_t count;
} SimulateRelated;
SimulateRelated simulate_related(Arena *a, const Pod *pod, const PodReason *r);
/* "NodePool a, NodePool b and 4 more" of `count`. */
void simulate_places_write(Buf *out, const Place *const *places, size_t shown, size_t count);
/* "nvidia.com/gpu: 8": what binds the place; and the accelerators that it can come to. */
Str simulate_binding(Arena *a, const PlaceOutlook *o);
Str simulate_ceiling(Arena *a, const PlaceOutlook *o);
Str simulate_types(Arena *a, const PlaceOutlook *o);
/* "prices on demand in us-east-1, facts as of 2026-07-20" */
Str simulate_basis(Arena *a, const Outlook *o);
/* "8", "no limit", "?"; of money with two decimals. */
Str simulate_amount(Arena *a, int64_t n);
Str simulate_money(Arena *a, int64_t micros);

#endif
