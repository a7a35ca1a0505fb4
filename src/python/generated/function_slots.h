/* Slots of the arguments of every function, and the bodies that rows name.
 * Written by src/ops/generate.py from the function table; do not edit. */

#ifndef TBPY_FUNCTION_SLOTS_H
#define TBPY_FUNCTION_SLOTS_H

enum { TBPY_NUMEL_INPUT };
#define TBPY_OWN_numel 0
#define TBPY_COUNT_numel 1
enum { TBPY_IS_FLOATING_POINT_INPUT };
#define TBPY_OWN_is_floating_point 0
#define TBPY_COUNT_is_floating_point 1
enum { TBPY_IS_COMPLEX_INPUT };
#define TBPY_OWN_is_complex 0
#define TBPY_COUNT_is_complex 1
enum { TBPY_IS_SIGNED_INPUT };
#define TBPY_OWN_is_signed 0
#define TBPY_COUNT_is_signed 1
enum { TBPY_IS_NONZERO_INPUT };
#define TBPY_OWN_is_nonzero 0
#define TBPY_COUNT_is_nonzero 1
enum { TBPY_IS_SAME_SIZE_INPUT, TBPY_IS_SAME_SIZE_OTHER };
#define TBPY_OWN_is_same_size 0
#define TBPY_COUNT_is_same_size 2

#define TBPY_MOST_SLOTS 2
#define TBPY_FOR_EACH_BODY(X) \
    X(question) \

#endif
