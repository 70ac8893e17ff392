/* docs/pack-format.md, from the schema. */
#include "pack/pack.h"

static void print_counts(FILE *f)
{
    fprintf(f, "## Counts\n\nInteger (int64) attributes of the root group.\n\n| name | meaning |\n|---|---|\n");
#define PACK_COUNT(name, doc) fprintf(f, "| `%s` | %s |\n", #name, doc);
#include "pack/pack_schema.inc"
#undef PACK_COUNT
}

/* Groups that are parts of others (PACK_SHAPE, PACK_SIDES) are not listed; every array is in one of these. */
static const char *group_name(unsigned group)
{
    return group == PACK_CORE         ? "core"
           : group == PACK_NODES      ? "nodes"
           : group == PACK_FACE_NODES ? "face nodes"
           : group == PACK_COLOURS    ? "colours"
                                      : "paper";
}

static void print_arrays(FILE *f)
{
    fprintf(f, "\n## Arrays\n\n`components x items`: shape `[components][items]`, or `[items]` when there is one\n"
               "component. Range: exclusive upper bound of an index, from 0. Groups are what a\n"
               "reader may ask for one by one: core (marching), nodes, face nodes, paper, colours.\n\n"
               "| dataset | type | components x items | unit | range | group | meaning |\n"
               "|---|---|---|---|---|---|---|\n");
#define PACK_ARRAY(group, member, type, components, count, path, unit, range, doc)                              \
    fprintf(f, "| `%s` | %s | %d x `%s` | %s | %s%s%s | %s | %s |\n", path, #type, components, #count,            \
            unit[0] ? unit : "-", #range[0] == '0' ? "" : "`", #range[0] == '0' ? "-" : #range,                   \
            #range[0] == '0' ? "" : "`", group_name((group) & PACK_ALL), doc);
#include "pack/pack_schema.inc"
#undef PACK_ARRAY
}

void pack_format_print(FILE *f)
{
    fprintf(f,
            "# The pack format, version %d\n\n"
            "<!-- Made by `ufv-prep --pack-format` from formats/pack/pack_schema.inc; do not edit. -->\n\n"
            "A set of packs is a folder with one HDF5 file per rank, `rank-00000.h5` and on,\n"
            "`manifest.ini` (what the set is) and `report.json` (how it was made). What cells,\n"
            "faces, slots, slices and halo layers mean is in `formats/pack/pack.h`.\n\n"
            "`lid` is int32, `gid` int64, `double` IEEE 64-bit. Datasets are contiguous, large ones\n"
            "of `--compress` in chunks with HDF5's filters shuffle and deflate. Each has an\n"
            "attribute `crc32` (zlib's CRC-32 over its bytes, little-endian, unpacked). The root\n"
            "group has `kind` = \"ufv pack\", `schema_version`, `id` (the set's name, equal in all\n"
            "its packs: mesh hash, dash, hash of division and order), `source`, `options`,\n"
            "`n_patches`, `n_neighbours` and `counts_crc32` (over the counts below as int64 in\n"
            "this order). A reader refuses another schema version, a wrong shape or checksum, an\n"
            "index out of range, and a pack whose `id` is not the manifest's.\n\n",
            PACK_SCHEMA_VERSION);
    print_counts(f);
    print_arrays(f);
    fprintf(f,
            "\n## Patches and neighbours\n\n"
            "| dataset | type | shape | meaning |\n|---|---|---|---|\n"
            "| `patch/name`, `patch/family`, `patch/kind` | text of %d | `n_patches` | the same on all ranks |\n"
            "| `patch/range` | lid | 4 x `n_patches` | begin, end of its faces here; begin, end of those of layer-1 "
            "halo cells |\n"
            "| `patch/n_faces` | gid | `n_patches` | over all ranks |\n"
            "| `halo/neighbour_rank` | int32 | `n_neighbours` | ascending |\n"
            "| `halo/send_begin`, `halo/recv_begin` | lid | 4 x `n_neighbours` | where layers 1, 2, 3 begin in "
            "`halo/send_cell` and `halo/recv_cell`, and where layer 3 ends |\n",
            NAME_SIZE);
}
