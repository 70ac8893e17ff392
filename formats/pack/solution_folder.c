/* solution_folder.c: folders of fields by their names, and which of them is a run's newest. */
#include "pack/solution.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "pack/pack.h"
#include "text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char prefix[] = "fields-";

void solution_folder_name(int64_t iteration, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "%s%09" PRId64, prefix, iteration);
}

/* The name is made from the number again and compared, so that fields-0000000012 (too many zeros) is none; at most 18
 * digits, which strtoll() can hold. */
int64_t solution_folder_iteration(const char *name)
{
    char same[NAME_SIZE];
    size_t n = strlen(prefix), digits = strncmp(name, prefix, n) == 0 ? strspn(name + n, "0123456789") : 0;
    if (digits == 0 || digits > 18 || name[n + digits])
        return -1;
    int64_t iteration = strtoll(name + n, NULL, 10);
    solution_folder_name(iteration, same);
    return strcmp(same, name) == 0 ? iteration : -1;
}

/* The folder of a sweep, which ufv-sweep marks by the file sweep.json, holds the results of its points. */
int solution_refuse_sweep(const char *folder)
{
    struct stat st;
    char *mark = text_join_path(folder, "sweep.json");
    bool is_sweep = stat(mark, &st) == 0 && S_ISREG(st.st_mode);
    mem_free(mark);
    return is_sweep ? error_set("%s holds a sweep, not the results of one run; name a point of it: %s%spoints/NAME",
                                folder, folder, folder[strlen(folder) - 1] == '/' ? "" : "/") : 0;
}

static bool holds(const char *folder, const char *name)
{
    char *path = text_join_path(folder, name);
    bool there = access(path, F_OK) == 0;
    mem_free(path);
    return there;
}

/* A folder of fields, which is not of use without the file `latest`. */
static bool holds_fields(const char *results)
{
    DIR *d = opendir(results);
    bool found = false;
    for (struct dirent *e = d ? readdir(d) : NULL; e && !found; e = readdir(d))
        found = strncmp(e->d_name, "fields-", 7) == 0;
    if (d)
        closedir(d);
    return found;
}

/* error_message() says why its file `latest` cannot be opened. */
static int refuse_results(const char *results)
{
    struct stat st;
    if (stat(results, &st) == 0 && !S_ISDIR(st.st_mode))
        return error_set("%s: is a file, not a results folder; give the folder that ufv-solve --out has written",
                         results);
    if (pack_manifest_is_in(results))
        return error_set("%s: holds packs, not results; give the folder that ufv-solve --out has written", results);
    if (holds(results, "rank-00000.h5"))
        return error_set("%s: is a folder of fields; give the results folder that holds it, whose file 'latest' "
                         "names the fields to take", results);
    if (holds(results, "history.csv") && !holds(results, "latest") && !holds_fields(results))
        return error_set("%s: its run has written no fields yet: wait for its end or its first [output] checkpoint, or "
                         "start it again if it was killed", results);
    return error_set("%s; is %s a results folder whose run has written its first fields?", error_message(), results);
}

/* The file `latest` holds the name of a folder beside it and nothing else: a path would lead out of the results. */
int solution_latest(const char *results, char *folder, size_t size)
{
    char line[NAME_SIZE] = "";
    if (results[0] == '\0')
        return error_set("the name of a results folder is empty");
    TRY(solution_refuse_sweep(results));
    char *path = text_join_path(results, "latest");
    FILE *f = in_file_open(path, "a results folder whose file 'latest' names a fields folder");
    int status = 0;
    if (!f)
        status = refuse_results(results);
    else if (!fgets(line, sizeof line, f))
        status = error_set("%s: the file is empty; write the name of a fields folder into it, such as "
                           "fields-000001000", path);
    if (f)
        fclose(f);
    line[strcspn(line, "\r\n")] = '\0';
    if (status == 0 && solution_folder_iteration(line) < 0)
        status = error_set("%s: \"%s\" is not the name of a fields folder such as fields-000001000; write that of one "
                           "of the folders beside it", path, line);
    int n = snprintf(folder, size, "%s%s%s", results, results[strlen(results) - 1] == '/' ? "" : "/", line);
    if (status == 0 && (n < 0 || (size_t)n >= size))
        status = error_set("%s: the path of its fields folder is too long", results);
    struct stat st;
    if (status == 0 && (stat(folder, &st) != 0 || !S_ISDIR(st.st_mode)))
        status = error_set("%s: it names %s, which is not a folder; copy the whole results folder or write the name "
                           "of an older fields folder into it", path, folder);
    mem_free(path);
    return status;
}
