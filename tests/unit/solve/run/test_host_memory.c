/* Free memory by the files of the kernel, which are made up here: both versions of control groups, limits that are
 * inherited, pages of files that are given back, and limits that limit nothing.
 */
#include "run/host_memory.h"
#include "check.h"
#include "pipeline.h"

#define GB 1000000000LL

static void write_file(const char *name, const char *text)
{
    char path[700];
    snprintf(path, sizeof path, "%s/%s", pipeline_scratch(), name);
    pipeline_write(path, text);
}

/* 24 GB are available to the host as a whole; the process is in the group /job/step of the version given. */
static void make_host(const char *cgroup)
{
    const char *t = pipeline_scratch();
    pipeline_run("rm -rf %s/proc %s/sys; mkdir -p %s/proc/self %s/sys/fs/cgroup/job/step "
                 "%s/sys/fs/cgroup/memory/job/step", t, t, t, t, t);
    write_file("proc/meminfo", "MemTotal:       25000000 kB\nMemAvailable:   24000000 kB\n");
    write_file("proc/self/cgroup", cgroup);
}

static long long available(void)
{
    return (long long)host_memory_of(pipeline_scratch());
}

static void without_groups(void)
{
    make_host("");
    CHECK(available() == 24576 * 1000000LL, "%lld", available());
    write_file("proc/meminfo", "MemTotal:       25000000 kB\n");
    CHECK(available() == INT64_MAX, "%lld", available());
}

static void second_version(void)
{
    make_host("0::/job/step\n");
    write_file("sys/fs/cgroup/job/step/memory.max", "max\n");
    write_file("sys/fs/cgroup/job/step/memory.current", "2000000000\n");
    write_file("sys/fs/cgroup/job/memory.max", "8000000000\n");
    write_file("sys/fs/cgroup/job/memory.current", "5000000000\n");
    CHECK(available() == 3 * GB, "of the group above: %lld", available());
    write_file("sys/fs/cgroup/job/memory.stat", "anon 3000000000\ninactive_file 500000000\nactive_file 1500000000\n");
    CHECK(available() == 5 * GB, "with the pages of files: %lld", available());
    write_file("sys/fs/cgroup/job/step/memory.max", "3000000000\n");
    CHECK(available() == 1 * GB, "of its own group: %lld", available());
    write_file("sys/fs/cgroup/job/step/memory.max", "1999999999\n");
    CHECK(available() == 0, "more is in use than allowed: %lld", available());
}

/* The first version writes a number where nothing is limited; and the pages of files may be counted before what is
 * in use is. */
static void first_version(void)
{
    make_host("4:memory:/job/step\n0::/\n");
    write_file("sys/fs/cgroup/memory/job/step/memory.limit_in_bytes", "9223372036854771712\n");
    write_file("sys/fs/cgroup/memory/job/step/memory.usage_in_bytes", "1000000000\n");
    write_file("sys/fs/cgroup/memory/job/step/memory.stat",
               "inactive_file 5\ntotal_inactive_file 900000000\ntotal_active_file 200000000\n");
    CHECK(available() == 24576 * 1000000LL, "nothing limited: %lld", available());
    write_file("sys/fs/cgroup/memory/job/step/memory.limit_in_bytes", "6000000000\n");
    CHECK(available() == 6 * GB, "all in use may be given back: %lld", available());
    write_file("sys/fs/cgroup/memory/job/step/memory.usage_in_bytes", "2100000000\n");
    CHECK(available() == 5 * GB, "%lld", available());
}

/* Of this host and process: no more than without the limit of addresses. */
static void this_host(void)
{
    int64_t all = host_memory_of(""), left = host_memory_available();
    CHECK(all > 0 && left > 0, "%lld and %lld", (long long)all, (long long)left);
}

int main(void)
{
    CASE(without_groups);
    CASE(second_version);
    CASE(first_version);
    CASE(this_host);
    return check_end();
}
