/* fuzz_probes.c: what probes read and what is read of them. First byte of the input (bits 0-1): the list of points that
 * a line of [probes] names, lines of [probes], a history.csv of which ufv-post spectrum is asked, or a file of probes;
 * the rest is a string of text_code.h rather than the text itself (bit 2).
 *
 * A file of probes is a good one of two variables at three points and twenty rows, to which the input does things by
 * HDF5's own functions, so that what it says agrees with itself (struct step); it is then read whole, printed as a
 * table and a spectrum, and its rows are carried into a new file as by a restart.
 */
#include "case/case_file.h"
#include "error.h"
#include "features/probes/probes_case.h"
#include "fuzz.h"
#include "mem.h"
#include "pack/probe_file.h"
#include "results/stop_signal.h"
#include "history/spectrum.h"
#include "text_code.h"

#include <hdf5.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

static const char *const word[] = {
    "\n", "\r\n", ",", " ", "\t", ";", "#", "\"", "0", "1", "-1", "0.5", "2", "3", "1e9", "1e10", "1e-9", "1e400", "nan", "inf",
    "-inf", "0x10", "x,y,z\n", "0.5,0.5,0.5\n", "0.1 0.2 0.3\n", "\xef\xbb\xbf", "\x1b[2J", "", "a = points", "b = line",
    "c = plane", "c-d = ", " at=", " file=list.csv", " from=", " to=", " count=", " counts=", " origin=", " edge1=", " edge2=",
    " every=", " interval=", " variables=", " value=", "linear", "cell", "density", "pressure", "velocity_x", "0,0,0", "1,0,0",
    "0,1,0", "100", "99999999", "3,4", "iteration,time,cl,cd\n", "time", "cl", "0.1", "0.2", "0.3", "0.4", "0.5\n",
    "1e-3", "2e-3", "3e-3", "4e-3", ",,", "%s%n",
};
enum { N_WORDS = sizeof word / sizeof *word };

static struct fuzz_file list, case_file, history;
static char good[128], damaged[128], carried[128];

/* ---- the good file ---- */

static double place[9] = {0, 1, 2, 0, 0, 0, 0.5, 0.5, 0.5};
static const struct probe_set set = {.name = "rake", .n_points = 3, .counts = {3, 1}, .x = place, .every = 2, .linear = true,
                                     .n_variables = 2, .variable = {{"density", "kg/m^3"}, {"pressure", "Pa"}}};

static void make_good(void)
{
    enum { ROWS = 20 };
    int64_t iteration[ROWS];
    double time[ROWS], value[2 * ROWS * 3];
    for (int i = 0; i < ROWS; i++)
        iteration[i] = 2 * i, time[i] = 1e-3 * i;
    for (int i = 0; i < 2 * ROWS * 3; i++)
        value[i] = 1 + i % 7;
    struct probe_rows rows = {ROWS, iteration, time, value};
    if (probe_file_create(good, &set, NULL, 0) != 0 || probe_file_append(good, &set, &rows, false) != 0)
        FATAL("%s", error_message());
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_silence();
    fuzz_file_make("list.csv", &list);
    fuzz_file_make("case.cfg", &case_file);
    fuzz_file_make("history.csv", &history);
    snprintf(good, sizeof good, "%s/good.h5", fuzz_folder());
    snprintf(damaged, sizeof damaged, "%s/damaged.h5", fuzz_folder());
    snprintf(carried, sizeof carried, "%s/carried.h5", fuzz_folder());
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    make_good();
    return 0;
}

/* In place of solve/results/stop_signal.c, which needs MPI: no lock is taken here. */
void stop_signal_unlink(const char *path)
{
    (void)path;
}

/* ---- what is done to it ---- */

static const char *const array[] = {"points", "iteration", "time", "density", "pressure", "other"};
static const char *const attribute[] = {"format", "version", "set", "every", "value", "counts", "variables", "unit"};
static const int64_t number[] = {0, 1, 2, 3, 5, 6, 16, 1024, 1 << 20, INT64_C(1) << 31, INT64_C(1) << 40, INT64_MAX, -1, INT64_MIN};
static const char *const text[] = {"", "rake", "ufv-probes", "density", "density,pressure", "pressure,density,iteration",
                                   "points", "\x1b[2J", "d,e,n,s,i,t,y,a,b,c,d,e,f,g,h,i,j,k", ",,", "linear", "cell",
                                   "a_name_that_is_longer_than_any_that_a_program_would_ever_write_into_such_a_file_at_all"};
#define PICK(table, byte) table[(byte) % (sizeof table / sizeof *table)]

/* Four bytes: what, to which, two choices. */
struct step {
    uint8_t what, which, a, b;
};

static hid_t a_type(uint8_t choice)
{
    const hid_t types[] = {H5T_NATIVE_DOUBLE, H5T_NATIVE_INT64, H5T_NATIVE_FLOAT, H5T_NATIVE_INT8, H5T_C_S1, H5T_NATIVE_HADDR};
    return PICK(types, choice);
}

/* None, a scalar, or one to three dimensions. */
static hid_t a_space(uint8_t choice, int64_t a, int64_t b)
{
    const hsize_t size[3] = {(hsize_t)(a > 0 ? a : 0), (hsize_t)(b > 0 ? b : 0), 2};
    return choice % 4 == 0 ? H5Screate(choice & 4 ? H5S_NULL : H5S_SCALAR) : H5Screate_simple(choice % 4, size, NULL);
}

static void put_attribute(hid_t object, const char *name, hid_t type, hid_t space, const void *value)
{
    H5Adelete(object, name);
    hid_t a = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (a >= 0 && value)
        H5Awrite(a, type, value);
    H5Aclose(a);
    H5Sclose(space);
}

/* An array of another type and shape; nothing is written into it. */
static void put_array(hid_t file, const char *name, const struct step *s)
{
    int64_t a = PICK(number, s->a), b = PICK(number, s->b);
    hid_t space = a_space(s->what >> 4, a, b);
    H5Ldelete(file, name, H5P_DEFAULT);
    hid_t how = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_alloc_time(how, H5D_ALLOC_TIME_LATE);
    hid_t d = H5Dcreate2(file, name, a_type(s->which >> 4), space, H5P_DEFAULT, how, H5P_DEFAULT);
    H5Dclose(d);
    H5Pclose(how);
    H5Sclose(space);
}

/* Not beyond what HDF5 gets through when it shrinks it again. */
static void grow_array(hid_t file, const char *name, int64_t a, int64_t b)
{
    hsize_t size[2] = {(hsize_t)a & 0xffffff, (hsize_t)b & 0xffffff};
    hid_t d = H5Dopen2(file, name, H5P_DEFAULT);
    H5Dset_extent(d, size);
    H5Dclose(d);
}

static void put_values(hid_t file, const char *name, const struct step *s)
{
    const double bad[] = {NAN, INFINITY, -1, 0, 1e300, 3};
    double value[64];
    for (int i = 0; i < 64; i++)
        value[i] = s->b & 1 ? PICK(bad, s->a) : (double)((i * (s->a + 1)) % 17);
    hid_t d = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(d);
    if (H5Sget_simple_extent_npoints(space) <= 64)
        H5Dwrite(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value);
    H5Sclose(space);
    H5Dclose(d);
}

static void put_link(hid_t file, const char *name, const struct step *s)
{
    H5Ldelete(file, name, H5P_DEFAULT);
    if (s->b & 1)
        H5Lcreate_soft(PICK(array, s->a), file, name, H5P_DEFAULT, H5P_DEFAULT);
    else
        H5Lcreate_external(s->b & 2 ? "/dev/zero" : "good.h5", PICK(array, s->a), file, name, H5P_DEFAULT, H5P_DEFAULT);
}

static void do_step(hid_t file, const struct step *s)
{
    const char *name = PICK(array, s->which), *key = PICK(attribute, s->which);
    int64_t value[2] = {PICK(number, s->a), PICK(number, s->b)};
    hid_t type;
    switch (s->what % 8) {
    case 0:
        put_attribute(file, key, H5T_NATIVE_INT64, s->b & 1 ? H5Screate(H5S_SCALAR) : a_space(1, 2, 0), value);
        break;
    case 1:
        type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, strlen(PICK(text, s->a)) + 1);
        put_attribute(file, key, type, H5Screate(H5S_SCALAR), PICK(text, s->a));
        H5Tclose(type);
        break;
    case 2:
        put_attribute(file, key, a_type(s->a), a_space(s->b, 3, 2), NULL);
        break;
    case 3:
        put_array(file, name, s);
        break;
    case 4:
        grow_array(file, name, value[0], value[1]);
        break;
    case 5:
        put_values(file, name, s);
        break;
    case 6:
        put_link(file, name, s);
        break;
    default:
        H5Adelete(file, key);
    }
}

/* The good file is read once; each input starts from its bytes. */
static void copy_good(void)
{
    static char bytes[1 << 20];
    static size_t n;
    FILE *f = fopen(n ? damaged : good, n ? "wb" : "rb");
    if (!n) {
        n = fread(bytes, 1, sizeof bytes, f);
        fclose(f);
        f = fopen(damaged, "wb");
    }
    fwrite(bytes, 1, n, f);
    fclose(f);
}

/* HDF5's own failures are passed over: a step that it refuses changes nothing. */
static void damage(const uint8_t *data, size_t size)
{
    copy_good();
    hid_t file = H5Fopen(damaged, H5F_ACC_RDWR, H5P_DEFAULT);
    for (; size >= sizeof(struct step) && file >= 0; data += sizeof(struct step), size -= sizeof(struct step)) {
        struct step s;
        memcpy(&s, data, sizeof s);
        do_step(file, &s);
    }
    H5Fclose(file);
}

/* ---- what is made of it ---- */

/* All times and of each variable the last row: as many values as the file says it has. */
static int read_whole(const struct probe_file *f)
{
    const struct probe_set *s = &f->set;
    if (s->n_points < 1 || s->n_variables < 1 || f->n_rows < 0)
        FATAL("%" PRId64 " points, %d variables, %" PRId64 " rows", s->n_points, s->n_variables, f->n_rows);
    int64_t *iteration = mem_alloc("iterations", (size_t)f->n_rows, sizeof *iteration);
    double *time = mem_alloc("times", (size_t)f->n_rows, sizeof *time);
    double *value = mem_alloc("a row", (size_t)s->n_points, sizeof *value);
    int status = probe_file_read_times(f, iteration, time);
    for (int v = 0; v < s->n_variables && status == 0 && f->n_rows > 0; v++)
        status = probe_file_read(f, v, f->n_rows - 1, 1, 0, s->n_points, value);
    mem_free(iteration);
    mem_free(time);
    mem_free(value);
    return status;
}

/* Every program that reads such a file, whether the one before refused it or not. */
static int read_file(void)
{
    struct probe_file f;
    const struct spectrum_options o = {.variable = "density", .point = 2, .from = NAN, .to = NAN, .segments = 1, .overlap = 0.5,
                                       .window = "hann", .length = NAN, .speed = NAN, .quiet = true};
    int status = probe_file_open(damaged, &f);
    if (status == 0) {
        status = read_whole(&f);
        probe_file_close(&f);
    }
    probe_file_is_of(damaged, "rake");
    int of_table = probes_command(damaged, NULL, NULL, "/dev/null", false);
    int of_spectrum = spectrum_command(damaged, &o), of_restart = probe_file_create(carried, &set, damaged, 7);
    return status || of_table || of_spectrum || of_restart;
}

static int read_spectrum(void)
{
    const struct spectrum_options o = {.from = 1e-3, .to = NAN, .segments = 1, .overlap = 0.5, .window = "none",
                                       .length = 1, .speed = 2, .out = "/dev/null"};
    return spectrum_command(history.path, &o);
}

/* Points that were taken lie within what the case file allows. */
static int read_case(void)
{
    struct case_file c;
    struct probes_case probes = {0};
    bool asked = false;
    int status = case_read(case_file.path, NULL, 0, &c) || feature_probes_case.read(&c, &probes, &asked);
    for (int k = 0; k < probes.n && status == 0; k++)
        for (int64_t i = 0; i < 3 * probes.set[k].n_points; i++)
            if (!(fabs(probes.set[k].x[i]) <= 4e9) || probes.set[k].every < 1)
                FATAL("point %g, every %" PRId64, probes.set[k].x[i], probes.set[k].every);
    feature_probes_case.release(&probes);
    case_free(&c);
    return status;
}

/* Lines may ask for ten million points, and have the memory for them; not here. */
static bool asks_for_much(const char *lines, size_t n)
{
    int digits = 0;
    for (size_t i = 0; i < n && digits < 6; i++)
        digits = lines[i] >= '0' && lines[i] <= '9' ? digits + 1 : lines[i] == 'e' ? 5 : 0;
    return digits >= 6;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char flow[] = "[flow]\nmach=0.5\n[time]\nscheme=shu-osher\nlocal=no\ndt=1e-4\n[probes]\n";
    static char texts[TEXT_CODE_MOST], lines[TEXT_CODE_MOST + sizeof flow];
    int options = size > 0 ? data[0] : 0, what = options & 3;
    data += size > 0;
    size -= size > 0;
    size_t n = size;
    if (options & 4)
        n = text_decode(data, size, word, N_WORDS, texts);
    else
        memcpy(texts, data, n = size < sizeof texts ? size : sizeof texts);
    if (what == 1 && asks_for_much(texts, n))
        return 0;
    if (what == 3)
        damage(data, size);
    memcpy(lines, flow, sizeof flow);
    memcpy(lines + strlen(flow), what == 1 ? texts : "a = points file=list.csv\n", what == 1 ? n : 25);
    fuzz_begin();
    fuzz_file_fill(&list, what == 0 ? texts : "0.5 0.5 0.5\n", what == 0 ? n : 12);
    fuzz_file_fill(&case_file, lines, strlen(flow) + (what == 1 ? n : 25));
    fuzz_file_fill(&history, texts, n);
    fuzz_end(what < 2 ? read_case() : what == 2 ? read_spectrum() : read_file());
    return 0;
}
