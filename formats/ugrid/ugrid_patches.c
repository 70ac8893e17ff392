/* ugrid_patches.c: one patch for each tag, or for each name of a .mapbc file. */
#include "ugrid/ugrid_patches.h"

#include "error.h"
#include "mem.h"
#include "name_index.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

struct patches {
    struct raw_append *a;
    const char *path; /* of the .mapbc file */
    const struct mapbc *map;
    struct name_index names; /* name i of these is patch i */
    char unknown[512], absent[512]; /* surfaces to be named in a note; "" while there are none */
    bool unknown_full, absent_full;
};

static void list(char *text, size_t size, bool *full, const char *name)
{
    *full = *full || !text_list_add(text, size, name);
}

/* A kind of its own under that name: another patch. */
static int add(struct patches *p, int64_t tag, const char *name, const char *bc_type, enum bc_kind kind, lid *patch)
{
    char own[NAME_SIZE];
    text_copy(own, sizeof own, name);
    int i = name_index_find(&p->names, own);
    if (i >= 0 && (p->a->m->patch[i].kind != kind || strcmp(p->a->m->patch[i].bc_type, bc_type) != 0)) {
        int n = snprintf(own, sizeof own, "%s-%" PRId64, name, tag);
        i = name_index_find(&p->names, own);
        if (i >= 0 || n >= (int)sizeof own)
            return error_set("%s: surface %" PRId64 " and another one have the name %s and different boundary "
                             "conditions; give one of them another name", p->path, tag, name);
    }
    *patch = i >= 0 ? i : raw_append_patch(p->a, own, bc_type, kind);
    name_index_add(&p->names, own);
    return 0;
}

static int add_tag(struct patches *p, int64_t tag, lid *patch)
{
    char number[32], bc_type[NAME_SIZE] = "", words[NAME_SIZE + 48];
    const struct mapbc_row *row = p->map ? mapbc_find(p->map, tag) : NULL;
    snprintf(number, sizeof number, "%" PRId64, tag);
    if (!row) {
        list(p->absent, sizeof p->absent, &p->absent_full, number);
        return add(p, tag, number, "", BC_NONE, patch);
    }
    enum bc_kind kind = bc_kind_from_fun3d((long)row->condition);
    const char *name = row->name[0] ? row->name : number;
    snprintf(bc_type, sizeof bc_type, "FUN3D %" PRId64, row->condition);
    if (kind == BC_NONE) {
        snprintf(words, sizeof words, "%s (%" PRId64 ")", name, row->condition);
        list(p->unknown, sizeof p->unknown, &p->unknown_full, words);
    }
    return add(p, tag, name, bc_type, kind, patch);
}

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int add_all(struct patches *p, const struct number_index *tags, lid *patch_of)
{
    int status = 0;
    int64_t *sorted;
    MEM_NEW(sorted, tags->n);
    if (tags->n > 0)
        memcpy(sorted, tags->number, (size_t)tags->n * sizeof *sorted);
    qsort(sorted, (size_t)tags->n, sizeof *sorted, by_number);
    for (int64_t i = 0; i < tags->n && status == 0; i++)
        status = add_tag(p, sorted[i], &patch_of[number_index_find(tags, sorted[i])]);
    mem_free(sorted);
    return status;
}

/* notes: with the path of the .mapbc file. */
static void say(const struct patches *p, const struct raw_notes *notes)
{
    if (!p->map)
        raw_notes_say(notes, "is not there, so patches are named by the tags of their faces (%s) and have no kinds; "
                             "the case file or --config must give one to each", p->absent);
    else if (p->absent[0])
        raw_notes_say(notes, "does not name the surfaces %s of the mesh, so these patches are named by their tags and "
                             "have no kinds; the case file or --config must give them", p->absent);
    if (p->unknown[0])
        raw_notes_say(notes, "gives %s a boundary condition that is not known here; the case file or --config must "
                             "give a kind", p->unknown);
    if (p->map && p->map->more > 0)
        raw_notes_say(notes, "has %" PRId64 " lines behind the %" PRId64 " surfaces that its first line announces, "
                             "which are not read", p->map->more, p->map->tags.n);
}

int ugrid_patches_make(struct raw_append *a, const struct number_index *tags, const char *path,
                       const struct mapbc *map, const struct raw_notes *notes)
{
    struct patches p = {.a = a, .path = path, .map = map};
    struct raw_notes of_map = {path, notes->note, notes->context};
    lid *patch_of;
    MEM_NEW(patch_of, tags->n);
    int status = add_all(&p, tags, patch_of);
    for (int64_t f = 0; f < a->m->n_patch_faces && status == 0; f++)
        a->m->patch_face_patch[f] = patch_of[a->m->patch_face_patch[f]];
    if (status == 0)
        say(&p, &of_map);
    mem_free(patch_of);
    name_index_free(&p.names);
    return status;
}
