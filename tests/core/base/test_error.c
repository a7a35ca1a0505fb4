/* Errors: the caller's struct, and the text of shapes. */
#include "check.h"

static void a_failure_fills_the_struct_and_is_its_status(void)
{
    tb_error err = {.status = TB_OK, .message = "untouched"};
    CHECK_EQ(tb_fail(&err, TB_VALUE_ERROR, "size %d of %s", 3, "x"), TB_VALUE_ERROR);
    CHECK_EQ(err.status, TB_VALUE_ERROR);
    CHECK_TEXT(err.message, "size 3 of x");
    CHECK_EQ(tb_fail(NULL, TB_INDEX_ERROR, "nobody reads %d", 1), TB_INDEX_ERROR);
}

static void a_long_text_is_cut_inside_the_struct(void)
{
    struct {
        tb_error err;
        char guard[16];
    } box;
    char word[TB_ERROR_MAX + 100];
    memset(word, 'x', sizeof word);
    word[sizeof word - 1] = '\0';
    memset(box.guard, 'g', sizeof box.guard);
    tb_fail(&box.err, TB_RUNTIME_ERROR, "%s", word);
    CHECK_EQ(strlen(box.err.message), TB_ERROR_MAX - 1);
    for (size_t i = 0; i < sizeof box.guard; i++)
        CHECK_EQ(box.guard[i], 'g');
}

static tb_status failing_step(tb_error *err) { return tb_fail(err, TB_TYPE_ERROR, "step"); }

static tb_status tries(bool fail, int *reached, tb_error *err)
{
    *reached = 1;
    TB_TRY(fail ? failing_step(err) : TB_OK);
    *reached = 2;
    return TB_OK;
}

static void try_stops_at_the_first_failure(void)
{
    tb_error err = {.status = TB_OK};
    int reached = 0;
    CHECK_EQ(tries(true, &reached, &err), TB_TYPE_ERROR);
    CHECK_EQ(reached, 1);
    CHECK_EQ(tries(false, &reached, &err), TB_OK);
    CHECK_EQ(reached, 2);
}

static void a_shape_prints_like_a_list(void)
{
    char text[TB_SHAPE_TEXT_MAX];
    CHECK_TEXT(tb_shape_text(text, sizeof text, DIMS(2, 3), 2), "[2, 3]");
    CHECK_TEXT(tb_shape_text(text, sizeof text, DIMS(7), 1), "[7]");
    CHECK_TEXT(tb_shape_text(text, sizeof text, NULL, 0), "[]");
    CHECK_TEXT(tb_shape_text(text, sizeof text, DIMS(-1, INT64_MIN, INT64_MAX), 3),
               "[-1, -9223372036854775808, 9223372036854775807]");
}

static void the_longest_shape_fits_the_usual_buffer(void)
{
    char text[TB_SHAPE_TEXT_MAX];
    int64_t size[TB_MAX_DIMS];
    for (int d = 0; d < TB_MAX_DIMS; d++)
        size[d] = INT64_MIN;
    tb_shape_text(text, sizeof text, size, TB_MAX_DIMS);
    CHECK_EQ(strlen(text), 2 + 20 * TB_MAX_DIMS + 2 * (TB_MAX_DIMS - 1));
    CHECK_EQ(text[strlen(text) - 1], ']');
    CHECK(2 * TB_SHAPE_TEXT_MAX + 200 < TB_ERROR_MAX);
}

static void a_small_buffer_cuts_the_text(void)
{
    const char *whole = "[12, 345, 6]";
    for (int capacity = 0; capacity <= 16; capacity++) {
        char text[24];
        memset(text, '#', sizeof text);
        CHECK(tb_shape_text(text, capacity, DIMS(12, 345, 6), 3) == text);
        for (int i = capacity; i < (int)sizeof text; i++)
            CHECK_EQ(text[i], '#');
        if (capacity > 0) {
            size_t expected = (size_t)capacity - 1 < strlen(whole) ? (size_t)capacity - 1 : strlen(whole);
            CHECK_EQ(strlen(text), expected);
            CHECK_EQ(strncmp(text, whole, expected), 0);
        }
    }
}

static void a_failure_is_about_shapes_when_somebody_says_so(void)
{
    tb_error err;
    tb_fail(&err, TB_RUNTIME_ERROR, "clash");
    CHECK_EQ(err.about, TB_ABOUT_NOTHING);
    tb_fail_shape(&err, DIMS(2), 1); /* about nothing: forgotten */
    CHECK_EQ(err.about, TB_ABOUT_NOTHING);
    tb_fail_about(&err, TB_ABOUT_SHAPES);
    tb_fail_shape(&err, DIMS(2, 3), 2);
    tb_fail_shape(&err, DIMS(1), 0);
    tb_fail_shape(&err, DIMS(4), 1);
    CHECK_EQ(err.about, TB_ABOUT_SHAPES);
    CHECK_EQ(err.nshapes, 3);
    CHECK_EQ(err.ndim[0], 2);
    CHECK_EQ(err.ndim[1], 0);
    CHECK_EQ(err.ndim[2], 1);
    CHECK_EQ(err.size[0], 2);
    CHECK_EQ(err.size[1], 3);
    CHECK_EQ(err.size[2], 4);
    tb_fail(&err, TB_VALUE_ERROR, "another");
    CHECK_EQ(err.about, TB_ABOUT_NOTHING);
    tb_fail_about(NULL, TB_ABOUT_SHAPES);
    tb_fail_shape(NULL, DIMS(2), 1);
}

static void shapes_that_do_not_fit_make_it_about_nothing(void)
{
    int64_t size[TB_MAX_DIMS] = {0};
    tb_error err;
    tb_fail(&err, TB_RUNTIME_ERROR, "many");
    tb_fail_about(&err, TB_ABOUT_INPLACE);
    for (int i = 0; i < TB_ABOUT_MAX; i++)
        tb_fail_shape(&err, size, 1);
    CHECK_EQ(err.about, TB_ABOUT_INPLACE);
    tb_fail_shape(&err, size, 0);
    CHECK_EQ(err.about, TB_ABOUT_NOTHING);
    tb_fail_about(&err, TB_ABOUT_INPLACE);
    for (int i = 0; i < TB_ABOUT_SIZES / TB_MAX_DIMS; i++)
        tb_fail_shape(&err, size, TB_MAX_DIMS);
    CHECK_EQ(err.about, TB_ABOUT_INPLACE);
    tb_fail_shape(&err, size, 1);
    CHECK_EQ(err.about, TB_ABOUT_NOTHING);
}

static void errors_about_broadcasting_have_the_shapes(void)
{
    tb_error err;
    tb_shape acc = {.ndim = 1, .size = {2}};
    int64_t size[3], stride[3];
    CHECK_EQ(tb_broadcast(&acc, DIMS(4, 3), 2, &err), TB_RUNTIME_ERROR);
    CHECK_EQ(err.about, TB_ABOUT_SHAPES);
    CHECK_EQ(err.nshapes, 2);
    CHECK_EQ(err.size[0], 2);
    CHECK_EQ(err.size[2], 3);
    CHECK_EQ(tb_infer_expand(DIMS(2, 3), DIMS(3, 1), 2, DIMS(4, 3, -1), 3, size, stride, &err),
             TB_RUNTIME_ERROR);
    CHECK_EQ(err.about, TB_ABOUT_EXPAND);
    CHECK_EQ(err.ndim[0], 3);
    CHECK_EQ(err.size[2], 3); /* what -1 keeps */
    CHECK_EQ(err.size[3], 2);
    CHECK_EQ(tb_infer_expand(DIMS(2), DIMS(1), 1, DIMS(-1, 2), 2, size, stride, &err), TB_RUNTIME_ERROR);
    CHECK_EQ(err.about, TB_ABOUT_NOTHING);
    CHECK_EQ(tb_infer_expand(DIMS(2), DIMS(1), 1, DIMS(-2), 1, size, stride, &err), TB_RUNTIME_ERROR);
    CHECK_EQ(err.about, TB_ABOUT_NOTHING);
    CHECK_EQ(tb_broadcast(&acc, DIMS(3), 1, NULL), TB_RUNTIME_ERROR);
}

int main(void)
{
    a_failure_fills_the_struct_and_is_its_status();
    a_long_text_is_cut_inside_the_struct();
    try_stops_at_the_first_failure();
    a_shape_prints_like_a_list();
    the_longest_shape_fits_the_usual_buffer();
    a_small_buffer_cuts_the_text();
    a_failure_is_about_shapes_when_somebody_says_so();
    shapes_that_do_not_fit_make_it_about_nothing();
    errors_about_broadcasting_have_the_shapes();
    return check_report(__FILE__);
}
