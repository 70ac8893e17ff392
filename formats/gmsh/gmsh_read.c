/* gmsh_read.c: a file and its sections, as Gmsh's reference manual gives them ("MSH file format"): $NAME ... $EndNAME,
 * the first of them $MeshFormat. Sections that are not needed are passed over. */
#include "gmsh/gmsh_read.h"

#include "gmsh/gmsh_mesh.h"
#include "in_file.h"
#include "mem.h"
#include "printable.h"
#include "text.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static const char format_section[] = "$MeshFormat";

enum { INT_BYTES = 4 };

/* ---- $MeshFormat -------------------------------------------------------------------------------- */

static int read_version(struct gmsh *g)
{
    double version = 0.0;
    int64_t binary = 0, size = 0;
    TRY(stream_real(&g->in, "the version of the format", &version));
    TRY(stream_integer(&g->in, 0, 0, 1, "the kind of the file (0: text, 1: bytes)", &binary));
    TRY(stream_integer(&g->in, 0, 0, 64, "the size of a number", &size));
    g->newer = fabs(version - 4.1) < 1e-6;
    g->binary = binary == 1;
    if (!g->newer && fabs(version - 2.2) > 1e-6)
        return stream_error(&g->in, "says that the mesh is MSH %g; 2.2 and 4.1 can be read: gmsh MESH.msh -save "
                            "-format msh4 -o NEW.msh", version);
    if (size != 8)
        return stream_error(&g->in, "says that numbers have %" PRId64 " bytes; those of 8 can be read", size);
    return 0;
}

/* Behind the first line of a file of bytes stands the number 1 in its byte order. */
static int read_order(struct gmsh *g)
{
    char line[STREAM_WORD_SIZE];
    unsigned char one[INT_BYTES] = {0};
    bool end;
    TRY(stream_line(&g->in, line, &end));
    g->in.by_byte = true;
    TRY(stream_bytes(&g->in, sizeof one, one, "the number 1 that shows the order of bytes"));
    if (one[0] + one[3] != 1 || one[1] != 0 || one[2] != 0)
        return stream_error(&g->in, "has other bytes than the number 1, which shows their order, before this; export "
                            "the mesh again");
    g->in.big = one[3] == 1;
    return 0;
}

static int no_gmsh(struct gmsh *g, const char *word)
{
    char text[64];
    text_copy(text, sizeof text, word);
    printable_clean(text);
    return stream_error(&g->in, "begins with '%s' where a Gmsh mesh has $MeshFormat; give a Gmsh mesh, or the right "
                        "ending", text);
}

/* Comments may stand in front of it. */
static int read_format(struct gmsh *g)
{
    char word[STREAM_WORD_SIZE];
    bool end;
    TRY(stream_word(&g->in, "$MeshFormat", word, &end));
    if (strcmp(text_behind_mark(word), "$Comments") == 0) {
        TRY(stream_skip_past(&g->in, "$EndComments"));
        TRY(stream_word(&g->in, "$MeshFormat", word, &end));
    }
    if (end || strcmp(text_behind_mark(word), format_section) != 0)
        return end ? error_set("%s: is empty; give a Gmsh mesh", g->in.path) : no_gmsh(g, word);
    TRY(read_version(g));
    if (g->binary)
        TRY(read_order(g));
    TRY(stream_word(&g->in, "$EndMeshFormat", word, NULL));
    return strcmp(word, "$EndMeshFormat") == 0
               ? 0
               : stream_error(&g->in, "has no $EndMeshFormat behind the version; export the mesh again");
}

/* ---- sections ----------------------------------------------------------------------------------- */

static int refuse_parts(struct gmsh *g)
{
    return stream_error(&g->in, "has a mesh that is divided already; save the whole one (in Gmsh: Unpartition)");
}

/* What may follow in a section is a mistake in its counts. */
static int end_section(struct gmsh *g, const char *name)
{
    char word[STREAM_WORD_SIZE], wanted[STREAM_WORD_SIZE + 8];
    g->in.binary = false;
    snprintf(wanted, sizeof wanted, "$End%s", name + 1);
    TRY(stream_word(&g->in, wanted, word, NULL));
    if (strcmp(word, wanted) == 0)
        return 0;
    word[59] = '\0';
    printable_clean(word);
    return stream_error(&g->in, "has '%s' where %s belongs; is the number of items in front of it right?", word,
                        wanted);
}

static int check_order(struct gmsh *g, const char *name)
{
    bool nodes = strcmp(name, "$Nodes") == 0, elements = strcmp(name, "$Elements") == 0;
    if ((nodes && g->nodes.complete) || (elements && g->listed_elements))
        return stream_error(&g->in, "lists the %s a second time; keep one of the sections %s",
                            nodes ? "nodes" : "elements", name);
    if (elements && !g->nodes.complete)
        return stream_error(&g->in, "lists elements before the nodes; export the mesh again");
    return 0;
}

static int read_section(struct gmsh *g, const char *name)
{
    static const struct {
        const char *name;
        int (*read)(struct gmsh *g);
        bool newer; /* of 4.1 alone */
    } list[] = {{"$PhysicalNames", gmsh_read_names, false}, {"$Entities", gmsh_read_entities, true},
                {"$PartitionedEntities", refuse_parts, true}, {"$Nodes", gmsh_read_nodes, false},
                {"$Elements", gmsh_read_elements, false}};
    char rest[STREAM_WORD_SIZE], past[STREAM_WORD_SIZE];
    bool end;
    TRY(check_order(g, name));
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (strcmp(name, list[i].name) != 0 || (list[i].newer && !g->newer))
            continue;
        TRY(stream_line(&g->in, rest, &end)); /* bytes begin behind the line's end */
        g->in.binary = g->binary;
        TRY(list[i].read(g));
        return end_section(g, name);
    }
    snprintf(past, sizeof past, "$End%.*s", STREAM_WORD_SIZE - 8, name + 1);
    return stream_skip_past(&g->in, past);
}

static int read_all(struct gmsh *g)
{
    char word[STREAM_WORD_SIZE];
    bool end;
    TRY(read_format(g));
    for (;;) {
        TRY(stream_word(&g->in, "a section", word, &end));
        if (end)
            return gmsh_make_mesh(g);
        if (word[0] != '$' || strlen(word) > 64) {
            word[59] = '\0';
            printable_clean(word);
            return stream_error(&g->in, "has '%s' where a section ($NAME) belongs; is the number of items in front of "
                                "it right?", word);
        }
        TRY(read_section(g, word));
    }
}

/* ---- file --------------------------------------------------------------------------------------- */

bool gmsh_is_mesh(const char *path)
{
    char begin[sizeof format_section] = "";
    size_t n = strlen(path);
    FILE *f = in_file_open(path, "a mesh");
    size_t read = f ? fread(begin, 1, sizeof begin - 1, f) : 0;
    if (f)
        fclose(f);
    bool is_cgns = read >= 4 && (memcmp(begin, "\x89HDF", 4) == 0 || memcmp(begin, "@(#)", 4) == 0);
    return strcmp(begin, format_section) == 0 ||
           (f && n > 4 && strcasecmp(path + n - 4, ".msh") == 0 && !is_cgns);
}

int gmsh_read(const char *path, double scale, void (*note)(void *context, const char *sentence), void *context,
              struct raw_mesh *m)
{
    struct gmsh g = {.m = m, .append = {.m = m}, .scale = scale != 0.0 ? scale : 1.0, .notes = {path, note, context}};
    memset(m, 0, sizeof *m);
    if (!(g.scale > 0.0) || !isfinite(g.scale))
        return error_set("%s: cannot be scaled by %g; give a positive factor", path, g.scale);
    int status = stream_open(path, "a Gmsh mesh", &g.in);
    m->source = text_format("%s", path);
    if (status == 0)
        status = read_all(&g);
    stream_close(&g.in);
    gmsh_nodes_free(&g.nodes);
    for (int d = 0; d <= GMSH_MAX_DIMENSION; d++) {
        gmsh_groups_free(&g.groups[d]);
        gmsh_list_free(&g.list[d]);
    }
    if (status != 0)
        raw_mesh_free(m);
    return status;
}
