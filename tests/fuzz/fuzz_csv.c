/* fuzz_csv.c: the readers of tables on the fuzzer's text. First byte of the input: the file that it is (bits 0-1: the
 * history as ufv-post history prints and draws it, as ufv-post watch does, a reference of ufv-post cp, the history
 * that a restart goes on with), the rest is a string of text_code.h (bit 2).
 */
#include "cp/cp_cut.h"
#include "error.h"
#include "fuzz.h"
#include "history/history.h"
#include "mem.h"
#include "results/history_file.h"
#include "results/stop_signal.h"
#include "text_code.h"
#include "history/watch.h"

#include <string.h>
#include <sys/stat.h>

static const char *const word[] = {
    "iteration", "wall_seconds", "time", "res_density", "res_momentum_x", "res_momentum_y", "res_momentum_z", "res_energy",
    "res_nu_tilde", "cl", "cd", "cy", "cmx", "cmy", "cmz", "cfl", "evaluations", "residual_drop", "x_over_c", "cp", "side", "cf",
    "yplus", "y_plus", "heat_flux", "res_", ",", ",,", "\n", "\r\n", "#", " ", "0", "1", "2", "-1", "10", "0.5", "nan", "-nan",
    "inf", "1e400", "-1e-320", "9223372036854775807", "9223372036854775808", "1e15", "0x10", "\xef\xbb\xbf", "\x1b[2J", "",
    "iteration,wall_seconds,time,res_density,cl,cd\n", "x_over_c,cp\n", "x_over_c,cp,side\n", "%s%n",
    "a_column_of_a_name_that_is_longer_than_any_that_a_program_would_ever_write_into_the_first_line",
};
enum { N_WORDS = sizeof word / sizeof *word };

static struct fuzz_file file, history;
static char results[128];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_silence();
    fuzz_file_make("table.csv", &file);
    fuzz_file_make("history.csv", &history);
    snprintf(results, sizeof results, "%s/results", fuzz_folder());
    return mkdir(results, 0777);
}

/* In place of solve/results/stop_signal.c, which needs MPI: no lock is taken here. */
void stop_signal_unlink(const char *path)
{
    (void)path;
}

/* A lower and an upper side of three points from one curve, from the trailing edge round and back to it: enough for
 * cp_difference() to interpolate in. */
static struct section a_section(struct section_point point[6])
{
    static const double chord[6] = {1, 0.5, 0, 0, 0.5, 1};
    for (int i = 0; i < 6; i++)
        point[i] = (struct section_point){.value = 10 + i, .chord_fraction = chord[i], .curve = 1, .side = i < 3 ? -1 : 1};
    return (struct section){.n_curves = 1, .n_points = 6, .point = point, .trailing = 1};
}

/* The differences are formed too: columns of nonsense must not lead outside the section. */
static int read_reference(void)
{
    struct section_point point[6];
    struct results r = {.reference = {.pressure = 10}};
    struct cp_cut cut = {.section = a_section(point)};
    struct cp_context c = {.r = &r, .q = 2, .quantity = QUANTITY_CP, .name = "wing", .n_cuts = 1, .cut = &cut};
    const double *column;
    int64_t n = 0;
    int status = csv_read(file.path, &cut.reference);
    status = status || csv_need_column(&cut.reference, "x_over_c", &column) ||
             cp_reference_column(&cut.reference, QUANTITY_CP, &column);
    if (status == 0)
        cp_difference(&c, &cut, &n);
    if (n > cut.reference.n_rows)
        FATAL("%" PRId64 " of %" PRId64 " points", n, cut.reference.n_rows);
    csv_free(&cut.reference);
    return status;
}

static void take(void *user, const struct history_row *row)
{
    *(int64_t *)user += row->iteration != 0;
}

/* As a restart at iteration 1000 does; the extra columns are those of alpha and of one outlet. */
static int read_old_history(void)
{
    struct history_file h;
    const struct history_extras extras = {.n_masses = 1, .mass = {"fan"}};
    double wall_seconds = 0;
    int64_t n = 0;
    int status = history_file_open(results, file.path, EQUATIONS_SA, &extras, 1000, &wall_seconds, &h) ||
                 history_file_read(&h, take, &n);
    history_file_close(&h);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[TEXT_CODE_MOST];
    int options = size > 0 ? data[0] : 0, what = options & 3;
    data += size > 0;
    size -= size > 0;
    if (options & 4)
        size = text_decode(data, size, word, N_WORDS, text);
    else
        memcpy(text, data, size = size < sizeof text ? size : sizeof text);
    fuzz_begin();
    fuzz_file_fill(what == 1 ? &history : &file, text, size);
    fuzz_end(what == 0   ? history_command(file.path, 3, "picture.png", false)
             : what == 1 ? watch_command(fuzz_folder(), true)
             : what == 2 ? read_reference()
                         : read_old_history());
    return 0;
}
