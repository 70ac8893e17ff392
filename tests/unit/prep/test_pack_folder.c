/* test_pack_folder: a folder that is looked at and refused leaves nothing behind, in memory or on disk. */
#include "check.h"
#include "error.h"
#include "mem.h"
#include "pack/pack_folder.h"
#include "pipeline.h"

#include <sys/stat.h>
#include <unistd.h>

static char folder[PATH_MAX], path[PATH_MAX + 16];

static void begin(const char *name, const char *manifest)
{
    snprintf(folder, sizeof folder, "%s/%s", pipeline_scratch(), name);
    snprintf(path, sizeof path, "%s/manifest.ini", folder);
    CHECK(mkdir(folder, 0777) == 0, "%s", folder);
    pipeline_write(path, manifest);
}

static void check_refused(void)
{
    struct pack_folder f;
    char locked[PATH_MAX + 8];
    snprintf(locked, sizeof locked, "%s.lock", folder);
    CHECK(pack_folder_open(folder, false, &f) != 0 && strstr(error_message(), "no manifest of packs"), "%s",
          error_message());
    CHECK(f.lock == NULL && f.out == NULL && access(locked, F_OK) != 0, "%s is there", locked);
    CHECK(mem_report_leaks() == 0, "blocks of memory");
}

/* Its first lines are read before the one that is no setting. */
static void manifest_damaged_in_its_middle(void)
{
    begin("damaged", "[pack]\nschema_version = 1\nid = x\nranks = 2\n%%% garbage\n");
    check_refused();
}

static void manifest_without_ranks(void)
{
    begin("short", "[pack]\nschema_version = 1\nid = x\n");
    check_refused();
}

/* Whatever is in the folder, one at a time has its lock. */
static void lock_alone(void)
{
    struct pack_folder first, second;
    begin("counts", "of others");
    CHECK(pack_folder_lock(folder, false, &first) == 0, "%s", error_message());
    CHECK(pack_folder_lock(folder, false, &second) != 0 && strstr(error_message(), "is in use by process"), "%s",
          error_message());
    pack_folder_close(&second);
    pack_folder_close(&first);
    CHECK(pack_folder_lock(folder, false, &first) == 0, "%s", error_message());
    pack_folder_close(&first);
    CHECK(mem_report_leaks() == 0, "blocks of memory");
}

int main(void)
{
    CASE(manifest_damaged_in_its_middle);
    CASE(manifest_without_ranks);
    CASE(lock_alone);
    return check_end();
}
