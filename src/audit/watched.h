/* watched.h: what rewritten programs call in place of their operators, subscripts and calls. */
#ifndef WATCH_WATCHED_H
#define WATCH_WATCHED_H

#include "audit/audit.h"

extern const PyMethodDef watch_watched_functions[]; /* watched, codes, functions, set_watcher */

#endif
