/* this_thread.c: see this_thread.h. */
#include "core/base/this_thread.h"

static _Thread_local tb_thread_settings settings;

tb_thread_settings *tb_this_threads_settings(void) { return &settings; }
