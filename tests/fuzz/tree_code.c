/* tree_code.c: see tree_code.h for the code. Words are numbered by their place in the list below, and seeds and
 * findings in corpus/ hold these numbers: new words go to the end. */
#include "tree_code.h"

#include <string.h>

const char *const tree_type[TREE_N_TYPES] = {"MT", "I4", "I8", "R4", "R8", "C1", "B1", "U4", "??"};

const char *const tree_word[] = {
    /* labels */
    "CGNSBase_t", "Zone_t", "ZoneType_t", "GridCoordinates_t", "DataArray_t", "Elements_t", "IndexRange_t",
    "IndexArray_t", "ZoneBC_t", "BC_t", "GridLocation_t", "FamilyName_t", "Family_t", "FamilyBC_t",
    "CGNSLibraryVersion_t", "ZoneGridConnectivity_t", "GridConnectivity1to1_t", "GridConnectivity_t",
    "GridConnectivityProperty_t", "GridConnectivityType_t", "Periodic_t", "DimensionalUnits_t", "DataClass_t",
    "DataConversion_t", "OversetHoles_t", "AverageInterface_t", "\"int[IndexDimension]\"", "int[IndexDimension]",
    "Ordinal_t", "AdditionalFamilyName_t", "Descriptor_t",
    /* names */
    "Base", "Zone", "Zone2", "ZoneType", "GridCoordinates", "CoordinateX", "CoordinateY", "CoordinateZ",
    "CoordinateR", "CoordinateTheta", "Hexes", "Top", "Bottom", "Middle", "Inside", "Outside", "Cells", "All", "Loose",
    "ElementRange", "ElementConnectivity", "ElementStartOffset", "ParentElements", "ParentData", "ZoneBC", "floor",
    "lid", "east", "PointRange", "PointList", "ElementList", "GridLocation", "FamilyName", "exit", "FamBC",
    "FamilyBC", "CGNSLibraryVersion", "ZoneGridConnectivity", "PointRangeDonor", "PointListDonor", "Transform",
    "GridConnectivityProperty", "GridConnectivityType", "Periodic", "RotationCenter", "RotationAngle", "Translation",
    "DimensionalUnits", "DataConversion", "AverageInterface", "Faces", "Dots", "Wire", "More", "wing", "tip",
    /* later ones of both kinds: numbers of words in the seeds stay what they are */
    "Rind_t", "Rind", "AverageInterfaceType_t", "AverageInterfaceType", "Structured", "Unstructured",
};
const int tree_n_words = (int)(sizeof tree_word / sizeof *tree_word);

struct reader {
    const uint8_t *data;
    size_t size, at;
};

/* Behind the end zeros, as tree_code.h says. */
static unsigned take_byte(struct reader *r)
{
    return r->at < r->size ? r->data[r->at++] : 0;
}

/* Little-endian, byte by byte: the corpus is the same on every machine. */
static uint32_t take_number(struct reader *r, int n_bytes)
{
    uint32_t v = 0;
    for (int i = 0; i < n_bytes; i++)
        v |= (uint32_t)take_byte(r) << 8 * i;
    return v;
}

static void take_text(struct reader *r, char text[256])
{
    unsigned word = take_byte(r);
    if (word != TREE_TEXT) {
        strcpy(text, tree_word[word % (unsigned)tree_n_words]);
        return;
    }
    unsigned n = take_byte(r);
    for (unsigned i = 0; i < n; i++)
        text[i] = (char)take_byte(r);
    text[n] = '\0';
}

/* In the order of the file, depth first: a node's children follow it. Where a limit is met (nodes, depth, the end) the
 * rest of the children is left out, so that any string is a tree. */
static void take_node(struct reader *r, struct tree *t, int parent, int depth)
{
    int id = t->n_nodes++;
    struct tree_node *n = &t->node[id];
    int n_children = (int)take_byte(r);
    *n = (struct tree_node){.parent = parent};
    take_text(r, n->name);
    take_text(r, n->label);
    unsigned type = take_byte(r);
    n->flags = (int)(type >> 4);
    strcpy(n->type, tree_type[(type & 15) % TREE_N_TYPES]);
    if (strcmp(n->type, "MT") != 0) {
        n->n_dims = (int)(take_byte(r) % (TREE_MAX_DIMS + 1));
        for (int d = 0; d < n->n_dims; d++)
            n->dim[d] = (int32_t)take_number(r, 4);
        n->n_bytes = take_number(r, 2);
        /* The dimensions may say more or less than the bytes that are there: that is what the reader is tried on. */
        n->n_bytes = n->n_bytes < r->size - r->at ? n->n_bytes : r->size - r->at;
        n->data = r->data + r->at;
        r->at += n->n_bytes;
    }
    t->node[parent].n_children++;
    for (int i = 0; i < n_children && depth < TREE_MAX_DEPTH && t->n_nodes < TREE_MAX_NODES && r->at < r->size; i++)
        take_node(r, t, id, depth + 1);
}

void tree_decode(const uint8_t *data, size_t size, struct tree *t)
{
    struct reader r = {data, size, 0};
    t->options = (int)take_byte(&r);
    t->n_nodes = 1;
    t->node[0] = (struct tree_node){.parent = -1, .type = "MT"};
    while (r.at < r.size && t->n_nodes < TREE_MAX_NODES)
        take_node(&r, t, 0, 1);
}
