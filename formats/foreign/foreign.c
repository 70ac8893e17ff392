/* foreign.c: the table of what is given in place of meshes, and how a file is held against it. */
#include "foreign/foreign.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "printable.h"
#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { HEAD = 4096, LINE = 256, TAR_MARK = 257, STL_HEADER = 80, STL_FACE = 50, WORDS = 40 };

#define FORMATS "CGNS, SU2, UGRID, Gmsh, OpenFOAM or PLOT3D"
#define UNPACK "unpack it first: "
#define EXPORT "export the mesh in one of the formats that are read: " FORMATS
#define SURFACE "is only a surface; fill the space around it with cells in a mesh generator"

enum place {
    FIRST, /* bytes at the beginning of the file */
    WORD   /* text at the beginning of the first line that is no comment, in capitals or not */
};

/* bytes ends at its zero; none of them has one inside. */
static const struct {
    enum place place;
    const char *bytes, *what, *advice;
} rows[] = {
    /* not the file itself */
    {WORD, "version https://git-lfs", "is a pointer of Git LFS, not the mesh", "fetch the mesh: git lfs pull"},
    {WORD, "/annex/objects/", "is a pointer of git-annex, not the mesh", "fetch the mesh: git annex get FILE"},
    {WORD, "../.git/annex/", "is a pointer of git-annex, not the mesh", "fetch the mesh: git annex get FILE"},
    {WORD, "<!doctype html", "is a web page (HTML), not the mesh",
     "open it in a browser: it may ask to log in or say why there was nothing to download"},
    {WORD, "<html", "is a web page (HTML), not the mesh",
     "open it in a browser: it may ask to log in or say why there was nothing to download"},
    {WORD, "{", "is a text of JSON, which a server may send instead of a file", "read it, and download the mesh again"},
    {WORD, "<Error>", "is the answer of a server that had no such file (XML)", "read it, and download the mesh again"},
    /* packed */
    {FIRST, "\x1f\x8b", "is compressed (gzip)", UNPACK "gunzip --keep FILE"},
    {FIRST, "\xfd" "7zXZ", "is compressed (xz)", UNPACK "unxz --keep FILE"},
    {FIRST, "BZh", "is compressed (bzip2)", UNPACK "bunzip2 --keep FILE"},
    {FIRST, "\x28\xb5\x2f\xfd", "is compressed (zstd)", UNPACK "unzstd FILE"},
    {FIRST, "\x04\x22\x4d\x18", "is compressed (lz4)", UNPACK "unlz4 FILE"},
    {FIRST, "\x1f\x9d", "is compressed (compress)", UNPACK "uncompress FILE"},
    {FIRST, "PK\x03\x04", "is an archive (zip)", UNPACK "unzip FILE"},
    {FIRST, "7z\xbc\xaf\x27\x1c", "is an archive (7z)", UNPACK "7z x FILE"},
    {FIRST, "Rar!\x1a", "is an archive (rar)", UNPACK "unrar x FILE"},
    /* documents, pictures, programs */
    {FIRST, "%PDF-", "is a document (PDF)", "give the mesh that it may tell about"},
    {FIRST, "%!PS", "is a document (PostScript)", "give the mesh that it may tell about"},
    {FIRST, "\x89PNG", "is a picture (PNG)", "give the mesh"},
    {FIRST, "\xff\xd8\xff", "is a picture (JPEG)", "give the mesh"},
    {FIRST, "GIF8", "is a picture (GIF)", "give the mesh"},
    {FIRST, "\x7f" "ELF", "is a program", "give the mesh"},
    {WORD, "#!/", "is a script", "give the mesh that it may make"},
    {FIRST, "\x93NUMPY", "is an array of NumPy", EXPORT},
    {FIRST, "MATLAB 5.0", "is a file of Matlab", EXPORT},
    /* settings */
    {WORD, "[", "is a file of settings, such as a case file", "ufv-prep needs a mesh: ufv-prep MESH.cgns --out PACKS"},
    {WORD, "SOLVER=", "is a file of settings of SU2", "give the mesh that its MESH_FILENAME names"},
    {WORD, "SOLVER =", "is a file of settings of SU2", "give the mesh that its MESH_FILENAME names"},
    {WORD, "MATH_PROBLEM", "is a file of settings of SU2", "give the mesh that its MESH_FILENAME names"},
    {WORD, "\"PointID\"", "is a table of results of SU2", "give the mesh (.su2) that they belong to"},
    {WORD, "FoamFile", "is one file of an OpenFOAM case", "give the folder of the case"},
    /* meshes and fields of other programs */
    {WORD, "# vtk DataFile", "is a VTK file, in which no patches are named", EXPORT},
    {WORD, "<VTKFile", "is a VTK file, in which no patches are named", EXPORT},
    {WORD, "<Xdmf", "is an XDMF file, in which no patches are named", EXPORT},
    {WORD, "<?xml", "is an XML file, such as a VTK file, and no mesh", EXPORT},
    {FIRST, "#!TDV", "is a Tecplot file (.plt), in which no patches are named", EXPORT},
    {FIRST, "#!SZPLT", "is a Tecplot file (.szplt), in which no patches are named", EXPORT},
    {WORD, "TITLE", "is a Tecplot file, in which no patches are named", EXPORT},
    {WORD, "VARIABLES", "is a Tecplot file, in which no patches are named", EXPORT},
    {WORD, "ZONE ", "is a Tecplot file, in which no patches are named", EXPORT},
    {WORD, "EnSight", "is an EnSight file, in which no patches are named", EXPORT},
    {FIRST, "C Binary", "is an EnSight file, in which no patches are named", EXPORT},
    {WORD, "(", "is a Fluent mesh (.msh, .cas)", EXPORT " (CGNS from Fluent Meshing, or fluentMeshToFoam)"},
    {WORD, "CONTROL INFO", "is a Gambit mesh (.neu)", EXPORT},
    {WORD, "PROSTAR_", "is a STAR-CD mesh (.vrt, .cel, .bnd)", EXPORT " (star4ToFoam makes an OpenFOAM one)"},
    {WORD, "$NOD", "is a Gmsh mesh of version 1", "write a newer one: gmsh FILE -save -format msh4 -o NEW.msh"},
    {WORD, "$PARA", "is a Gmsh mesh of version 1", "write a newer one: gmsh FILE -save -format msh4 -o NEW.msh"},
    {WORD, "Point(", "is a geometry of Gmsh (.geo), not its mesh", "mesh it: gmsh FILE -3 -format msh4 -o NEW.msh"},
    {WORD, "SetFactory", "is a geometry of Gmsh (.geo), not its mesh", "mesh it: gmsh FILE -3 -format msh4 -o NEW.msh"},
    {WORD, "MeshVersionFormatted", "is a Medit mesh (.mesh)", EXPORT " (gmsh FILE -save -format msh4 -o NEW.msh)"},
    {WORD, "mesh3d", "is a Netgen mesh (.vol)", EXPORT},
    {WORD, "$$ Bulk", "is a Nastran mesh", EXPORT},
    {WORD, "NASTRAN ", "is a Nastran mesh", EXPORT},
    {WORD, "SOL ", "is a Nastran mesh", EXPORT},
    {WORD, "CEND", "is a Nastran mesh", EXPORT},
    {WORD, "BEGIN BULK", "is a Nastran mesh", EXPORT},
    {WORD, "GRID ", "is a Nastran mesh", EXPORT},
    {WORD, "GRID,", "is a Nastran mesh", EXPORT},
    {WORD, "GRID*", "is a Nastran mesh", EXPORT},
    {WORD, "*HEADING", "is an Abaqus mesh (.inp)", EXPORT},
    {WORD, "*NODE", "is an Abaqus mesh (.inp)", EXPORT},
    {WORD, "*PART", "is an Abaqus mesh (.inp)", EXPORT},
    {WORD, "*KEYWORD", "is an LS-DYNA mesh (.k)", EXPORT},
    {WORD, "/PREP7", "is an input of Ansys", EXPORT},
    {FIRST, "CDF\x01", "is a netCDF file, such as a mesh of Exodus or TAU", EXPORT},
    {FIRST, "CDF\x02", "is a netCDF file, such as a mesh of Exodus or TAU", EXPORT},
    {FIRST, "CDF\x05", "is a netCDF file, such as a mesh of Exodus or TAU", EXPORT},
    {WORD, "solid", "is a surface (STL)", "a mesh generator fills the space around it with cells"},
    {FIRST, "ply\n", "is a file of PLY and " SURFACE, EXPORT},
    {FIRST, "ply\r", "is a file of PLY and " SURFACE, EXPORT},
    {FIRST, "OFF\n", "is a file of OFF and " SURFACE, EXPORT},
    {WORD, "v ", "is a file of OBJ and " SURFACE, EXPORT},
    {WORD, "mtllib", "is a file of OBJ and " SURFACE, EXPORT},
    {WORD, "ISO-10303-21", "is a geometry (STEP)", "mesh it in a mesh generator"},
    {WORD, "**ABCDE", "is a geometry (Parasolid)", "mesh it in a mesh generator"},
    {WORD, "DBRep_Drawable", "is a geometry (OpenCASCADE)", "mesh it in a mesh generator"},
};

/* Children of roots of files that are no CGNS ones. */
static const struct {
    const char *name, *sentence;
} trees[] = {
    {"meshes", "is a Fluent mesh or case in HDF5 (.msh.h5, .cas.h5); " EXPORT},
    {"settings", "is a Fluent case in HDF5 (.cas.h5); " EXPORT},
    {"ENS_MAA", "is a MED mesh (Salome, Code_Aster); " EXPORT},
    {"VTKHDF", "is a VTKHDF file, in which no patches are named; " EXPORT},
    {"coordx", "is an Exodus mesh; " EXPORT},
    {"eb_prop1", "is an Exodus mesh; " EXPORT},
    {"tstt", "is a MOAB mesh (.h5m); " EXPORT},
    {"ProcessorTopology", "is a STAR-CCM+ mesh (.ccm, .ccmg); " EXPORT},
    {"Meshes", "is a STAR-CCM+ mesh (.ccm, .ccmg); " EXPORT},
};

const char *foreign_tree(bool (*has)(void *context, const char *name), void *context)
{
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
        if (has(context, trees[i].name))
            return trees[i].sentence;
    return NULL;
}

/* ---- the first bytes -------------------------------------------------------------------------- */

struct head {
    unsigned char byte[HEAD + 1]; /* zero behind the last one */
    size_t n;
    int64_t size; /* of the file */
};

/* false: cannot be read, which the readers say. */
static bool read_head(const char *path, struct head *h)
{
    struct stat s = {0};
    *h = (struct head){.n = 0};
    FILE *f = in_file_oddity(path) ? NULL : in_file_open(path, "a mesh");
    if (!f)
        return false;
    bool is = fstat(fileno(f), &s) == 0;
    h->n = fread(h->byte, 1, HEAD, f);
    is = is && !ferror(f);
    h->size = s.st_size;
    fclose(f);
    return is;
}

static bool begins_as_cgns(const struct head *h)
{
    return h->n >= 8 && (memcmp(h->byte, "\x89HDF", 4) == 0 || memcmp(h->byte, "@(#)ADF", 7) == 0);
}

bool foreign_is_cgns(const char *path)
{
    struct head h;
    return read_head(path, &h) && begins_as_cgns(&h);
}

static bool is_text(const struct head *h)
{
    for (size_t i = 0; i < h->n; i++)
        if (h->byte[i] < 32 && !strchr("\t\n\r\f\v\x1a", h->byte[i]))
            return false;
    return h->n > 0 && !memchr(h->byte, '\0', h->n);
}

static bool is_comment(const char *line)
{
    static const char *const begins[] = {"#", ";", "%", "//", "/*", "\\*", "|", "$ ", "$$", "**"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(line, begins[i], strlen(begins[i])) == 0)
            return true;
    return *line == '\0' || strcmp(line, "$") == 0;
}

/* The next line without blanks in front, from *at on; false: there is none. */
static bool next_line(const char **at, char line[LINE])
{
    const char *begin = *at + strspn(*at, " \t\r\n");
    size_t n = strcspn(begin, "\r\n");
    if (*begin == '\0')
        return false;
    *at = begin + n;
    text_copy(line, n + 1 < LINE ? n + 1 : LINE, begin);
    return true;
}

static int refuse(const char *path, const char *what, const char *advice)
{
    return error_set("%s: %s; %s", path, what, advice);
}

static int check_bytes(const char *path, const struct head *h)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t n = strlen(rows[i].bytes);
        if (rows[i].place == FIRST && h->n >= n && memcmp(h->byte, rows[i].bytes, n) == 0)
            return refuse(path, rows[i].what, rows[i].advice);
    }
    return 0;
}

static int check_line(const char *path, const char *line)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].place == WORD && strncasecmp(line, rows[i].bytes, strlen(rows[i].bytes)) == 0)
            return refuse(path, rows[i].what, rows[i].advice);
    return 0;
}

/* I-deas: sections of lines of numbers between lines "-1", the first of which is a lone number. */
static bool is_ideas(const char *line, const char *rest)
{
    char next[LINE];
    return strcmp(line, "-1") == 0 && next_line(&rest, next) && strspn(next, "0123456789 ") == strlen(next);
}

/* Rows may begin like comments ("# vtk DataFile"), so that every line is held against them. */
static int check_text(const char *path, const struct head *h)
{
    char line[LINE];
    char *begin = (char *)h->byte;
    const char *at = text_behind_mark(begin);
    while (next_line(&at, line)) {
        TRY(check_line(path, line));
        if (is_comment(line))
            continue;
        if (is_ideas(line, at))
            return refuse(path, "is an I-deas mesh (.unv)", EXPORT " (ideasUnvToFoam makes an OpenFOAM one)");
        break;
    }
    if (is_text(h) && memchr(h->byte, '\r', h->n) && !memchr(h->byte, '\n', h->n))
        return refuse(path, "is a text with the line ends of old Macintoshs (CR alone)",
                      "give it others: tr '\\r' '\\n' <FILE >NEW");
    return 0;
}

/* ---- shapes ----------------------------------------------------------------------------------- */

/* Triangles of 50 bytes behind a header and their number, little-endian. */
static bool is_stl(const struct head *h)
{
    if (h->n < STL_HEADER + 4)
        return false;
    int64_t faces = 0;
    for (int k = 3; k >= 0; k--)
        faces = faces << 8 | h->byte[STL_HEADER + k];
    return faces > 0 && h->size == STL_HEADER + 4 + STL_FACE * faces;
}

static int check_shape(const char *path, const struct head *h)
{
    size_t zeros = 0;
    while (zeros < h->n && h->byte[zeros] == 0)
        zeros++;
    if (h->n == 0)
        return error_set("%s: is empty; copy or export the mesh again", path);
    if (zeros == h->n)
        return refuse(path, "begins with nothing but zero bytes, so that it was not written or copied whole",
                      "copy or export the mesh again");
    if (h->n > TAR_MARK + 5 && memcmp(h->byte + TAR_MARK, "ustar", 5) == 0)
        return refuse(path, "is an archive (tar)", UNPACK "tar -xf FILE");
    if ((h->byte[0] == 0xff && h->byte[1] == 0xfe) || (h->byte[0] == 0xfe && h->byte[1] == 0xff))
        return refuse(path, "is a text in UTF-16, as Windows writes it",
                      "write it as plain text: iconv -f UTF-16 -t UTF-8 FILE >NEW");
    return is_stl(h) ? refuse(path, "is a surface (STL, of bytes)",
                              "a mesh generator fills the space around it with cells") : 0;
}

int foreign_check(const char *path)
{
    struct head h;
    if (!read_head(path, &h))
        return 0;
    TRY(check_shape(path, &h));
    TRY(check_bytes(path, &h));
    return check_text(path, &h);
}

/* ---- what no reader claims -------------------------------------------------------------------- */

static bool holds(const char *folder, const char *name)
{
    char *path = text_join_path(folder, name);
    bool has = in_file_opens(path);
    mem_free(path);
    return has;
}

static int refuse_folder(const char *path)
{
    if (holds(path, "manifest.ini"))
        return refuse(path, "is a folder of packs, not a mesh",
                      "divide them again with --repartition, or print what they hold with --info");
    if (holds(path, "run.json"))
        return refuse(path, "is a folder of results, not a mesh", "give the mesh file");
    if (holds(path, "system/controlDict"))
        return refuse(path, "is an OpenFOAM case without a mesh in constant/polyMesh",
                      "make it first (blockMesh, snappyHexMesh), or join its parts: reconstructParMesh -constant");
    return refuse(path, "is a folder, and no OpenFOAM mesh lies in it (constant/polyMesh/points)",
                  "give the file of the mesh, or the folder of an OpenFOAM case");
}

int foreign_check_unclaimed(const char *path)
{
    struct head h;
    char line[LINE] = "";
    const char *oddity = in_file_oddity(path);
    if (oddity && strcmp(oddity, "a folder") == 0)
        return refuse_folder(path);
    /* The first bytes of ADF are printable too. */
    if (!read_head(path, &h) || !is_text(&h) || begins_as_cgns(&h))
        return 0;
    const char *at = (const char *)h.byte;
    next_line(&at, line);
    line[WORDS] = '\0';
    printable_clean(line);
    return error_set("%s: is a text that begins with '%s', and not a mesh that is known here; give one of " FORMATS
                     ", with the ending that its program gives it", path, line);
}
