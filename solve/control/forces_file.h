/* forces_file.h: forces.json of a run, and the coefficients of rotors in it. */
#ifndef UFV_SOLVE_CONTROL_FORCES_FILE_H
#define UFV_SOLVE_CONTROL_FORCES_FILE_H

#include "control/monitor.h"

/* Not collective. Thrust and torque of the walls of the newest report, on all ranks; false, and k as it is: the frame
 * does not turn. */
bool monitor_rotor(const struct monitor *m, struct rotor_coefficients *k);

/* Writes forces.json of the newest report, with the verdict, into the folder, by way of a temporary name. Only on rank
 * 0 and with a folder; not collective. Fails when it cannot be written. */
int monitor_write_forces(const struct monitor *m);

#endif
