/* results.c: opening what a run has written, also while it is still writing: the newest fields folder replaces the one
 * before, so a folder that was found may be gone when it is read, and is then looked for again.
 */
#include "fields/results.h"

#include "error.h"
#include "mem.h"
#include "pack/results_files.h"
#include "protect.h"
#include "text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Is it a fields folder, else a run's results?
 * By its first file: every fields folder has one of rank 0. */
static bool is_fields_folder(const char *path)
{
    char *rank0 = text_join_path(path, "rank-00000.h5");
    bool there = access(rank0, F_OK) == 0;
    mem_free(rank0);
    return there;
}

/* Also of a folder that is gone, *folder is its name. */
static int find_folder(struct results *r)
{
    struct stat st;
    const char *path = r->path;
    if (path[0] == '\0' || stat(path, &st) != 0)
        return error_set("%s: %s; give the folder that ufv-solve wrote with --out", path,
                         path[0] ? strerror(errno) : "the name is empty");
    if (!S_ISDIR(st.st_mode))
        return error_set("%s: not a folder; give the folder that ufv-solve wrote with --out", path);
    r->is_latest = !is_fields_folder(path);
    if (!r->is_latest) {
        r->folder = text_format("%s", path);
        return 0;
    }
    /* A run keeps the name of its newest folder in the file `latest`, which it replaces by renaming when that folder is
     * whole. Of a run that diverged before its first checkpoint only the folder `diverged` is there. */
    char latest[4096] = "";
    int status = solution_latest(path, latest, sizeof latest);
    char *diverged = text_join_path(path, "diverged"); /* solve/checkpoint/divergence.h */
    bool left = is_fields_folder(diverged);
    if (status != 0 && left)
        r->folder = text_format("%s", diverged);
    else
        r->folder = text_format("%s", latest);
    if (status == 0 && left)
        r->note =
            text_format("the run diverged after these fields; %s holds its last state and marks the cells that were "
                        "lost",
                        diverged);
    mem_free(diverged);
    return status != 0 && !left;
}

/* What the commands must not write over: the fields, the run's own files and the packs.
 * Outputs named on the command line are compared with these (protect.h). */
static void protect_all(const struct results *r)
{
    /* A fields folder that was given itself lies in the results, whose other files are protected as well. */
    char *parent = text_join_path(r->folder, "..");
    results_files_protect(r->is_latest ? r->path : parent);
    protect_folder(r->folder);
    if (r->packs[0])
        protect_folder(r->packs);
    mem_free(parent);
}

/* The kinds as the solver recorded them, else the packs' own.
 * The case file may have changed kinds since the packs were made; the checkpoint knows what the run took. */
static int find_kinds(struct results *r, const struct solution *s)
{
    int n = r->manifest.n_patches;
    MEM_NEW(r->kind, n);
    for (int i = 0; i < n; i++)
        r->kind[i] = r->manifest.patch[i].kind;
    for (int e = 0; e < s->n_extra; e++) {
        if (strcmp(s->extra[e].name, "patch_kind") != 0)
            continue;
        if (s->extra[e].n != n)
            return error_set("%s: rank 0 records the kinds of %" PRId64 " patches, but the packs in %s have %d; give "
                             "the run's packs with --packs", r->folder, s->extra[e].n, r->packs, n);
        for (int i = 0; i < n; i++) {
            /* Extras are doubles, whatever they stand for; a damaged file must not become a wild enumerator. */
            double kind = s->extra[e].value[i];
            if (!(kind >= 0 && kind < BC_N_KINDS && kind == floor(kind)))
                return error_set("%s: rank 0 records kind %g for patch %s, which is not a boundary kind; use another "
                                 "fields folder",
                                 r->folder, kind, r->manifest.patch[i].name);
            r->kind[i] = (enum bc_kind)kind;
        }
    }
    return 0;
}

/* The groups that the solver recorded (solve/checkpoint/checkpoint_gather.c). */
static int find_groups(struct results *r, const struct solution *s)
{
    static const char word[] = "group:";
    int n = r->manifest.n_patches;
    /* Room for as many groups as there are extras, which is an upper bound. */
    MEM_NEW_ZERO(r->group, s->n_extra);
    for (int e = 0; e < s->n_extra; e++) {
        const struct solution_extra *x = &s->extra[e];
        if (strncmp(x->name, word, sizeof word - 1) != 0)
            continue;
        if (x->n != n && x->n != n + SOLUTION_GROUP_NUMBERS)
            return error_set("%s: rank 0 records a group of %" PRId64 " patches, but the packs in %s have %d; give the "
                             "run's packs with --packs", r->folder, x->n, r->packs, n);
        struct results_group *g = &r->group[r->n_groups++];
        text_copy(g->name, sizeof g->name, x->name + sizeof word - 1);
        MEM_NEW_ZERO(g->member, n);
        for (int i = 0; i < n; i++)
            g->member[i] = x->value[i] == 1;
        if (x->n == n)
            continue;
        const double *own = x->value + n;
        g->has_reference = true;
        g->area = own[0];
        g->length = own[1];
        g->span = own[2];
        memcpy(g->centre, own + 3, sizeof g->centre);
        if (!(g->area > 0 && g->length > 0 && g->span > 0 && isfinite(own[3] + own[4] + own[5])))
            return error_set("%s: rank 0 records reference values of group %s that are none; use another fields folder",
                             r->folder, g->name);
    }
    return 0;
}

/* What crossed the patches; of a run that recorded it for these. */
static void find_flows(struct results *r, const struct solution *s)
{
    size_t n = N_OPEN * (size_t)r->manifest.n_patches;
    for (int e = 0; e < s->n_extra; e++) {
        const struct solution_extra *x = &s->extra[e];
        /* A count that does not fit is passed over, not refused: forces then say what they can without the run's
         * fluxes. */
        if (strcmp(x->name, "patch_flow") != 0 || x->n != (int64_t)n || r->flow)
            continue;
        MEM_NEW(r->flow, r->manifest.n_patches);
        memcpy(r->flow, x->value, n * sizeof *x->value);
    }
}

/* What solve/checkpoint/divergence.c has recorded. */
static void find_divergence(struct results *r, const struct solution *s)
{
    for (int e = 0; e < s->n_extra; e++) {
        const struct solution_extra *x = &s->extra[e];
        if (strcmp(x->name, "diverged") != 0 || x->n != 2)
            continue;
        r->has_diverged = true;
        mem_free(r->note);
        r->note = text_format(
            "diverged in iteration %.0f: these fields are the last state of a failed run and not a solution; "
            "the field diverged marks %.0f cells that were lost",
            x->value[0], x->value[1]);
    }
}

/* Frames of surfaces, which have no fields of cells, say since some version whether their run was viscous; of a run's
 * own fields those of viscous runs always hold friction. */
static void note_old_frame(struct results *r, const struct solution *s)
{
    if (s->n_fields == 0 && solution_boundary_field(s, "pressure") && !solution_boundary_field(s, "wall_shear_x") &&
        !solution_find_extra(s, SOLUTION_VISCOUS) && !r->note)
        r->note = text_format("%s: an older ufv-solve has written this frame without saying whether its run was "
                              "viscous, and it holds no friction; forces summed from it are those of the pressure "
                              "alone", r->folder);
}

/* In the order in which a user can mend it: no folder, not packs, other packs, other number of ranks. */
static int open_geometry(struct results *r, const struct solution *s)
{
    if (r->packs[0] == '\0')
        return error_set("%s: the run recorded no folder of packs; give it with --packs", r->folder);
    if (pack_manifest_read(r->packs, &r->manifest) != 0)
        return error_set("%s (the packs of %s; if they were moved, give the folder with --packs)", error_message(),
                         r->path);
    if (strcmp(r->manifest.id, r->pack_id) != 0)
        return error_set("%s: these packs (id %s) are not those of the run in %s (id %s); give the right folder with "
                         "--packs", r->packs, r->manifest.id, r->path, r->pack_id);
    if (r->manifest.ranks != r->n_ranks)
        return error_set("%s: the packs are for %" PRId64 " ranks, the fields for %d; give the right folder with "
                         "--packs", r->packs, r->manifest.ranks, r->n_ranks);
    TRY(find_kinds(r, s));
    find_flows(r, s);
    return find_groups(r, s);
}

/* The header and extras come from rank 0's file; other ranks' are read when their values are. */
static int open_once(const char *packs, enum results_need need, struct results *r)
{
    TRY(find_folder(r));
    struct solution s;
    TRY(solution_read(r->folder, 0, &s));
    r->n_ranks = (int)s.n_ranks;
    r->iteration = s.iteration;
    r->time = s.time;
    memcpy(r->pack_id, s.pack_id, sizeof r->pack_id);
    r->reference = s.reference;
    find_divergence(r, &s);
    note_old_frame(r, &s);
    r->packs = text_format("%s", packs ? packs : s.packs);
    protect_all(r);
    int status = need == RESULTS_GEOMETRY ? open_geometry(r, &s) : 0;
    solution_free(&s);
    return status;
}

bool results_moved_on(const struct results *r)
{
    char latest[4096] = "", *said = text_format("%s", error_message());
    if (r->is_latest)
        solution_latest(r->path, latest, sizeof latest); /* the name, also of a folder that is gone again */
    bool moved = r->is_latest && strcmp(latest, r->folder) != 0;
    error_set("%s", said); /* asking must not change what went wrong */
    mem_free(said);
    return moved;
}

/* A run that writes replaces folders: what was found a moment ago may be gone, so it is tried again while
 * `latest` names another one. Every command reads a whole fields folder, or fails. */
int results_open(const char *path, const char *packs, enum results_need need, struct results *r)
{
    for (int attempt = 1;; attempt++) {
        memset(r, 0, sizeof *r);
        r->path = text_format("%s", path);
        if (open_once(packs, need, r) == 0)
            return 0;
        bool again = attempt < RESULTS_ATTEMPTS && results_moved_on(r);
        results_close(r);
        if (!again)
            return 1;
    }
}

void results_close(struct results *r)
{
    mem_free(r->path);
    mem_free(r->folder);
    mem_free(r->packs);
    mem_free(r->note);
    mem_free(r->kind);
    for (int g = 0; g < r->n_groups; g++)
        mem_free(r->group[g].member);
    mem_free(r->group);
    mem_free(r->flow);
    if (r->manifest.patch)
        pack_manifest_free(&r->manifest);
    memset(r, 0, sizeof *r);
}

/* The files of a folder must be of one moment and one run; a copy that mixes two is refused. */
int results_read_fields(const struct results *r, int rank, struct solution *s)
{
    TRY(solution_read(r->folder, rank, s));
    int status = 0;
    if (s->n_ranks != r->n_ranks || s->iteration != r->iteration || strcmp(s->pack_id, r->pack_id) != 0)
        status = error_set("%s/rank-%05d.h5: iteration %" PRId64 " of %" PRId64 " ranks, packs %s, does not belong to "
                           "rank 0's file (iteration %" PRId64 " of %d ranks, packs %s); use another fields folder",
                           r->folder, rank, s->iteration, s->n_ranks, s->pack_id, r->iteration, r->n_ranks,
                           r->pack_id);
    if (status != 0)
        solution_free(s);
    return status;
}

/* Of the patches written their faces in the pack's order, place[n]; returns n. */
static lid place_faces(const struct pack *p, const double *written, lid *place)
{
    lid n = 0;
    for (int b = 0; b < p->n_patches; b++)
        for (lid i = p->patch[b].begin; written[b] != 0 && i < p->patch[b].end; i++)
            place[n++] = i;
    return n;
}

/* place[s->n_boundary] becomes all p->n_boundary faces. */
static void spread_to(const struct pack *p, const lid *place, struct solution *s)
{
    /* A folder of surfaces ([output]) holds the faces of some patches alone. All else of ufv-post counts through the
     * pack's boundary faces, so that values and ids are brought into that order; NaN marks faces that were not
     * written. */
    gid *id = mem_alloc("ids of faces", (size_t)p->n_boundary, sizeof *id);
    for (lid i = 0; i < p->n_boundary; i++)
        id[i] = p->face_gid ? p->face_gid[i] : -1;
    for (int64_t k = 0; k < s->n_boundary; k++)
        id[place[k]] = s->face_gid[k];
    for (int f = 0; f < s->n_boundary_fields; f++) {
        double *all = mem_alloc("values on faces", (size_t)p->n_boundary, sizeof *all);
        double *old = s->boundary_field[f].value;
        for (lid i = 0; i < p->n_boundary; i++)
            all[i] = NAN;
        for (int64_t k = 0; k < s->n_boundary; k++)
            all[place[k]] = old[k];
        mem_free(old);
        s->boundary_field[f].value = all;
    }
    mem_free(s->face_gid);
    s->face_gid = id;
    s->n_boundary = p->n_boundary;
}

/* Values on the faces of some patches become values on all faces, NaN where there are none. Nothing where the counts do
 * not fit, which check_match() tells. */
static void spread_faces(const struct pack *p, struct solution *s)
{
    const double *written = solution_extra_values(s, SOLUTION_PATCHES, p->n_patches);
    lid *place;
    if (!written)
        return;
    MEM_NEW(place, p->n_boundary);
    if (place_faces(p, written, place) == s->n_boundary)
        spread_to(p, place, s);
    mem_free(place);
}

/* Values in the cells at a plane become values in all owned cells, NaN where there are none. Nothing where an id is not
 * one of the pack's, or where the pack's ids were not read, which check_match() tells. */
static void spread_cells(const struct pack *p, struct solution *s)
{
    int64_t found = 0;
    lid *place;
    if (!solution_extra_values(s, SOLUTION_PLANE, 2) || !p->cell_gid)
        return;
    MEM_NEW(place, s->n_cells + 1);
    for (lid i = 0; i < p->n_owned && found < s->n_cells; i++)
        if (p->cell_gid[i] == s->cell_gid[found])
            place[found++] = i;
    for (int f = 0; f < s->n_fields && found == s->n_cells; f++) {
        double *all = mem_alloc("values in cells", (size_t)p->n_owned + 1, sizeof *all), *old = s->field[f].value;
        for (lid i = 0; i < p->n_owned; i++)
            all[i] = NAN;
        for (int64_t k = 0; k < found; k++)
            all[place[k]] = old[k];
        mem_free(old);
        s->field[f].value = all;
    }
    if (found == s->n_cells) {
        mem_free(s->cell_gid);
        s->cell_gid = mem_alloc("ids of cells", (size_t)p->n_owned + 1, sizeof *s->cell_gid);
        memcpy(s->cell_gid, p->cell_gid, (size_t)p->n_owned * sizeof *s->cell_gid);
        s->n_cells = p->n_owned;
    }
    mem_free(place);
}

/* Global ids are compared where they were read: the same numbers of cells in another order would give wrong
 * pictures. */
static int check_match(const struct results *r, int rank, const struct pack *p, const struct solution *s)
{
    if (strcmp(p->id, r->pack_id) != 0)
        return error_set("%s/rank-%05d.h5: this pack (id %s) is not of the set of the run in %s (id %s); give the "
                         "right folder with --packs", r->packs, rank, p->id, r->path, r->pack_id);
    if (p->n_patches != r->manifest.n_patches)
        return error_set("%s/rank-%05d.h5: %d patches, but the manifest has %d; run ufv-prep again", r->packs, rank,
                         p->n_patches, r->manifest.n_patches);
    bool no_cells = s->n_cells == 0 && s->n_fields == 0; /* a series of surfaces */
    /* Ids only as far as the groups that were read brought them. */
    bool same = (p->n_owned == s->n_cells || no_cells) && p->n_boundary == s->n_boundary &&
                (!p->cell_gid || memcmp(p->cell_gid, s->cell_gid, (size_t)s->n_cells * sizeof(gid)) == 0) &&
                (!p->face_gid || memcmp(p->face_gid, s->face_gid, (size_t)s->n_boundary * sizeof(gid)) == 0);
    if (!same)
        return error_set("%s/rank-%05d.h5: cells and boundary faces are not those of the pack in %s; give the run's "
                         "packs with --packs", r->folder, rank, r->packs);
    return 0;
}

int results_read_fields_of(const struct results *r, int rank, const struct pack *p, struct solution *s)
{
    TRY(results_read_fields(r, rank, s));
    spread_faces(p, s);
    spread_cells(p, s);
    int status = check_match(r, rank, p, s);
    if (status != 0)
        solution_free(s);
    return status;
}

int results_read_rank(const struct results *r, int rank, unsigned groups, struct pack *p, struct solution *s)
{
    TRY(pack_read(r->packs, rank, groups, p));
    int status = results_read_fields_of(r, rank, p, s);
    if (status != 0)
        pack_free(p);
    return status;
}

/* "; the nearest is called wing" or the list of all patches. */
static int unknown_patch(const struct results *r, const char *glob)
{
    const struct pack_manifest *m = &r->manifest;
    const char **names;
    MEM_NEW(names, m->n_patches);
    char list[1024] = "";
    for (int i = 0; i < m->n_patches; i++) {
        names[i] = m->patch[i].name;
        size_t used = strlen(list);
        if (used + NAME_SIZE + 8 < sizeof list)
            snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    }
    const char *near = text_nearest(glob, names, m->n_patches);
    int status = near ? error_set("%s: no patch is called %s; the nearest is %s", r->packs, glob, near)
                      : error_set("%s: no patch is called %s; there are %s", r->packs, glob, list);
    mem_free(names);
    return status;
}

/* Returns their number. */
static int choose_by_word(const struct results *r, const char *word, bool *chosen)
{
    int n = 0;
    for (int i = 0; i < r->manifest.n_patches; i++) {
        bool meant = text_glob(word, r->manifest.patch[i].name);
        for (int g = 0; g < r->n_groups; g++)
            meant = meant || (strcmp(r->group[g].name, word) == 0 && r->group[g].member[i]);
        chosen[i] = chosen[i] || meant;
        n += meant;
    }
    return n;
}

/* chosen: [n_patches]. A word that matches nothing is a mistake, not an empty choice. */
int results_choose_patches(const struct results *r, const struct cli_list *globs, bool *chosen)
{
    const struct pack_manifest *m = &r->manifest;
    int n_chosen = 0;
    for (int i = 0; i < m->n_patches; i++) {
        chosen[i] = globs->n == 0 && bc_kind_is_wall(r->kind[i]);
        n_chosen += chosen[i];
    }
    if (globs->n == 0 && n_chosen == 0)
        return error_set("%s: no patch is a wall; name patches with --patch", r->path);
    for (int g = 0; g < globs->n; g++)
        if (choose_by_word(r, globs->item[g], chosen) == 0)
            return unknown_patch(r, globs->item[g]);
    return 0;
}

/* 0, 1, 2 for x, y, z; z where it is as near as another. */
int axis_nearest(const double direction[3])
{
    int nearest = 2;
    for (int d = 0; d < 2; d++)
        if (fabs(direction[d]) > fabs(direction[nearest]))
            nearest = d;
    return nearest;
}

int axis_of_text(const char *text)
{
    return strlen(text) == 1 && text[0] >= 'x' && text[0] <= 'z' ? text[0] - 'x' : -1;
}

struct solution_reference results_reference_of_group(const struct results *r, int g)
{
    const struct results_group *of = &r->group[g];
    struct solution_reference own = r->reference;
    if (!of->has_reference)
        return own;
    own.area = of->area;
    own.length = of->length;
    own.span = of->span;
    memcpy(own.centre, of->centre, sizeof own.centre);
    return own;
}

struct solution_reference results_reference_of(const struct results *r, const struct cli_list *globs)
{
    for (int g = 0; globs->n == 1 && g < r->n_groups; g++)
        if (strcmp(r->group[g].name, globs->item[0]) == 0)
            return results_reference_of_group(r, g);
    return r->reference;
}

int results_span(const struct results *r, const struct cli_list *globs, double asked, double *span)
{
    if (asked != 0 && !(asked >= 1e-9 && asked <= 1e9))
        return error_set("--span %g: give a span of 1e-9 to 1e9 m, or leave the option out for the run's own", asked);
    *span = asked > 0 ? asked : results_reference_of(r, globs).span;
    return 0;
}

int results_dynamic_pressure(const struct results *r, double *q)
{
    *q = solution_dynamic_pressure(&r->reference);
    if (!(*q > 0 && isfinite(*q)))
        return error_set("%s: the free stream has a dynamic pressure of %g Pa, so there are no coefficients to form; "
                         "give the run a free stream in [flow], or a rotor its [frame] radius", r->path, *q);
    return 0;
}

/* Pa: the dynamic pressure that Cp at x refers to; on rotors by the local speed. */
double results_local_pressure(const struct results *r, const double x[3])
{
    const struct solution_reference *s = &r->reference;
    return rotor_turns(&s->rotor) ? 0.5 * s->density * rotor_square_of_speed(&s->rotor, s->velocity, x)
                                  : solution_dynamic_pressure(s);
}

/* A rotor in air at rest has local speeds, so Cp exists though the free stream has none. */
int results_check_coefficients(const struct results *r)
{
    double q;
    return rotor_turns(&r->reference.rotor) ? 0 : results_dynamic_pressure(r, &q);
}
