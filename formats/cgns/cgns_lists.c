/* cgns_lists.c: the lists of NGON_n and NFACE_n sections, of any length each. CGNS 3.4
 * and later say in ElementStartOffset where each list begins; before, each list had
 * its length in front.
 */
#include "cgns/cgns_zone.h"

#include <string.h>

static int check_offsets(const struct cgns_section *s, const int64_t *offset)
{
    int64_t n = s->last - s->first + 1;
    /* Ends first: with them right and the rest ascending no offset leaves the connectivity. */
    if (offset[0] != 0 || offset[n] != s->length)
        return cgns_error(s->node,
                          "has an ElementStartOffset from %" PRId64 " to %" PRId64 ", and its ElementConnectivity "
                          "holds %" PRId64 " numbers; export the mesh again",
                          offset[0], offset[n], s->length);
    for (int64_t i = 0; i < n; i++)
        if (offset[i + 1] < offset[i] || offset[i + 1] > s->length)
            return cgns_error(s->node,
                              "has an ElementStartOffset that goes from %" PRId64 " to %" PRId64 " at element %" PRId64
                              "; export the mesh again",
                              offset[i], offset[i + 1], s->first + i);
    return 0;
}

/* Takes the lengths out of number, moving the lists together.
 * In place: `end`, where the next list goes, is always before `at`, where the next length is read. */
static int take_lengths_out(const struct cgns_section *s, lid *number, int64_t *offset)
{
    int64_t n = s->last - s->first + 1, at = 0, end = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t length = at < s->length ? number[at] : 0;
        if (length < 1 || length > s->length - at - 1)
            return cgns_error(s->node,
                              "gives element %" PRId64 " the length %" PRId64 " with %" PRId64
                              " numbers left in its ElementConnectivity; export the mesh again",
                              s->first + i, length, at < s->length ? s->length - at - 1 : 0);
        memmove(number + end, number + at + 1, (size_t)length * sizeof *number);
        offset[i] = end;
        at += length + 1;
        end += length;
    }
    offset[n] = end;
    if (at != s->length)
        return cgns_error(s->node, "has %" PRId64 " numbers left over behind element %" PRId64
                                   ", the last of its range; export the mesh again",
                          s->length - at, s->last);
    return 0;
}

/* The section's head was read before (cgns_sections.c), which is where length and has_offsets are from: a file that has
 * changed since, or whose nodes cannot be read again, is refused. */
static int read_all(const struct cgns_section *s, lid *number, int64_t *offset)
{
    struct cgns_list child;
    TRY(cgns_children(s->node, &child));
    const struct cgns_node *c = cgns_find(&child, "DataArray_t", "ElementConnectivity");
    const struct cgns_node *o = cgns_find(&child, "DataArray_t", "ElementStartOffset");
    int status;
    if (!c || c->count != s->length || (s->has_offsets && (!o || o->count != s->last - s->first + 2)))
        status = cgns_error(s->node, "cannot be read twice; the file is damaged");
    else if (s->has_offsets)
        status = cgns_read_int32(c, number) || cgns_read_int64(o, offset) || check_offsets(s, offset);
    else
        status = cgns_read_int32(c, number) || take_lengths_out(s, number, offset);
    cgns_list_free(&child);
    return status;
}

static int check_lengths(const struct cgns_section *s, const int64_t *offset, int least, const char *what)
{
    for (int64_t i = 0; i <= s->last - s->first; i++)
        if (offset[i + 1] - offset[i] < least || offset[i + 1] - offset[i] > INT32_MAX)
            return cgns_error(s->node,
                              "gives element %" PRId64 " %" PRId64
                              " %s, and it needs %d at least; export the mesh again",
                              s->first + i, offset[i + 1] - offset[i], what, least);
    return 0;
}

/* Leaves the lists of the section's own elements, and these in its range.
 * Rind: layers of extra elements at both ends of a section, which are not of the mesh. */
static void leave_rind_out(struct cgns_section *s, lid *number, int64_t *offset)
{
    int64_t n = s->last - s->first + 1 - s->rind[0] - s->rind[1], begin = offset[s->rind[0]];
    /* The common case: nothing is moved. */
    if (s->rind[0] + s->rind[1] == 0)
        return;
    for (int64_t i = 0; i <= n; i++)
        offset[i] = offset[s->rind[0] + i] - begin;
    memmove(number, number + begin, (size_t)offset[n] * sizeof *number);
    s->first += s->rind[0];
    s->last -= s->rind[1];
}

int cgns_read_lists(struct cgns_section *s, int least, const char *what, lid *number, int64_t *offset)
{
    TRY(read_all(s, number, offset));
    leave_rind_out(s, number, offset);
    return check_lengths(s, offset, least, what);
}

/* From the zone's numbers, which begin at 1, to those of the mesh, which begin at 0 with the first zone. */
int cgns_lists_to_nodes(const struct cgns_zone *z, const struct cgns_section *s, const int64_t *offset, lid *number)
{
    for (int64_t i = 0; i <= s->last - s->first; i++)
        for (int64_t k = offset[i]; k < offset[i + 1]; k++) {
            if (number[k] < 1 || number[k] > z->n_nodes)
                return cgns_error(s->node,
                                  "names node %" PRI_LID " in element %" PRId64 ", and the zone has nodes 1..%" PRId64
                                  "; export the mesh again",
                                  number[k], s->first + i, z->n_nodes);
            number[k] = (lid)(z->first_node + number[k] - 1);
        }
    return 0;
}
