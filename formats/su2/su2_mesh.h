/* su2_mesh.h: what the parts of the reader of SU2 meshes hand one another.
 *
 *   su2_lines.c  lines, keys and numbers
 *   su2_read.c   the lists of a zone
 *   su2_zones.c  where zones begin and end, and what is said of several
 *   su2_halo.c   points and cells behind periodic boundaries, taken away
 */
#ifndef UFV_FORMATS_SU2_SU2_MESH_H
#define UFV_FORMATS_SU2_SU2_MESH_H

#include "name_index.h"
#include "raw/raw_append.h"
#include "raw/raw_notes.h"
#include "su2/su2_lines.h"

/* One zone while it is read. Nodes of the file count from 0 in each. */
struct su2_zone {
    int64_t first_node, first_cell, first_face; /* of the mesh: where the zone's begin */
    int64_t n_nodes;      /* most node number met + 1 */
    int64_t n_points;     /* that NPOIN lists */
    int64_t n_physical;   /* of these, before those of the halo */
    int64_t n_announced;  /* markers, by NMARK */
    int64_t n_markers;    /* that have come */
    bool awaits_elements; /* of the last MARKER_TAG */
    bool listed_points, listed_cells;
    bool has_dimensions;  /* NDIME has come */
    double low, high;     /* of third coordinates in a plane mesh, m */
    /* SEND_RECEIVE */
    bool sends;           /* there is such a marker */
    bool periodic;        /* and it moves what it copies */
    lid *halo;            /* owned; [n_halo] nodes 0..n_points-1 that are copies; may come twice */
    int64_t n_halo, halo_room;
};

struct su2 {
    struct su2_lines lines;
    struct raw_mesh *m; /* borrowed */
    double scale;
    int64_t n_dims;     /* 0 while NDIME has not come */
    struct raw_append append;
    lid marker;         /* patch of the last MARKER_TAG, -1 before the first and in SEND_RECEIVE */
    struct name_index markers; /* marker i of these is patch i */
    int64_t n_zones_announced; /* by NZONE; 1 without it */
    int64_t n_zones;           /* that IZONE has begun */
    struct su2_zone zone;
    struct raw_notes notes;
};

/* Each returns nonzero after an error that names the file, and the line where there is one. */

/* The keys NZONE and IZONE. */
int su2_read_zone_count(struct su2 *s);
int su2_begin_zone(struct su2 *s);

/* The last zone is complete: checks it and takes its halo away. */
int su2_end_zone(struct su2 *s);

/* All zones are there: checks their number and says what is to be known of several. */
int su2_end_zones(struct su2 *s);

/* Is every marker so far followed by its elements? */
int su2_need_elements(const struct su2 *s);

/* The key SEND_RECV and the n vertices behind it. */
int su2_read_halo(struct su2 *s, int64_t n);

/* Takes the zone's halo away: its nodes, the cells and faces that have one of them. */
int su2_drop_halo(struct su2 *s);

#endif
