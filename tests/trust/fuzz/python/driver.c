/* driver.c: what is linked with libFuzzer (without its main) to one library that is loaded before Python: counters of
 * lines of Python code, which libFuzzer takes for coverage as it takes the compiler's, and a fault to be found. */
#include <stdint.h>

enum { LINES = 1 << 14 };

/* libFuzzer looks for a section of this name. */
__attribute__((section("__libfuzzer_extra_counters"))) uint8_t tb_line_counters[LINES];
