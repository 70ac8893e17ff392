/* host_memory.c: free memory by the kernel's own account, by the limits of control groups and by the
 * process's own.
 */
#include "run/host_memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The number after `key` in a file of lines "key number", times `unit`; -1
 * without one. */
static int64_t field(const char *path, const char *key, int64_t unit)
{
    FILE *f = fopen(path, "r");
    char line[256];
    int64_t value = -1;
    while (f && value < 0 && fgets(line, sizeof line, f))
        if (strncmp(line, key, strlen(key)) == 0)
            value = strtoll(line + strlen(key), NULL, 10) * unit;
    if (f)
        fclose(f);
    return value;
}

/* A file that holds one number; -1 for "max" and when there is none. */
static int64_t number(const char *folder, const char *name)
{
    char path[4400], line[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    int64_t value = -1;
    if (f && fgets(line, sizeof line, f) && line[0] >= '0' && line[0] <= '9')
        value = strtoll(line, NULL, 10);
    if (f)
        fclose(f);
    return value;
}

/* Pages of files that the kernel gives back when asked; they count as used. */
static int64_t cached(const char *folder, bool second)
{
    char path[4400];
    snprintf(path, sizeof path, "%s/memory.stat", folder);
    int64_t inactive = field(path, second ? "inactive_file " : "total_inactive_file ", 1);
    int64_t active = field(path, second ? "active_file " : "total_active_file ", 1);
    return (inactive > 0 ? inactive : 0) + (active > 0 ? active : 0);
}

/* Of one control group. The kernel counts the pages of files apart from the memory in use and later, so that
 * they may be more than all that is in use; where nothing is limited, the limit is next to the largest number. */
static int64_t group_leaves(int64_t limit, int64_t used, int64_t files)
{
    int64_t kept = used > files ? used - files : 0;
    return limit > kept ? limit - kept : 0;
}

/* Control groups from the process's own up to the root; limits are inherited.
 * Version 2 has one line "0::/path", version 1 a line "N:memory:/path". */
static int64_t groups_leave(const char *root)
{
    char line[4096], name[4400];
    snprintf(name, sizeof name, "%s/proc/self/cgroup", root);
    FILE *f = fopen(name, "r");
    int64_t left = INT64_MAX;
    while (f && fgets(line, sizeof line, f)) {
        bool second = strncmp(line, "0::", 3) == 0;
        char *path = strstr(line, second ? "::" : ":memory:");
        if (!path)
            continue;
        path += second ? 2 : 8;
        path[strcspn(path, "\n")] = '\0';
        char folder[4350];
        for (char *end = path + strlen(path); end; end = strrchr(path, '/')) {
            *end = '\0';
            snprintf(folder, sizeof folder, "%s/sys/fs/cgroup%s%s", root, second ? "" : "/memory", path);
            int64_t limit = number(folder, second ? "memory.max" : "memory.limit_in_bytes");
            int64_t used = number(folder, second ? "memory.current" : "memory.usage_in_bytes");
            if (limit >= 0 && used >= 0)
                left = least(left, group_leaves(limit, used, cached(folder, second)));
        }
    }
    if (f)
        fclose(f);
    return left;
}

/* VmSize and not the memory in use: RLIMIT_AS counts addresses. */
static int64_t limit_leaves(void)
{
    struct rlimit limit;
    int64_t used = field("/proc/self/status", "VmSize:", 1024);
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || used < 0)
        return INT64_MAX;
    return (int64_t)limit.rlim_cur > used ? (int64_t)limit.rlim_cur - used : 0;
}

int64_t host_memory_of(const char *root)
{
    char path[4400];
    snprintf(path, sizeof path, "%s/proc/meminfo", root);
    int64_t kernel = field(path, "MemAvailable:", 1024);
    return least(kernel < 0 ? INT64_MAX : kernel, groups_leave(root));
}

int64_t host_memory_available(void)
{
    return least(host_memory_of(""), limit_leaves());
}
