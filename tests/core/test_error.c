/* Errors: the caller's struct, and the text of shapes. */
#include "check.h"

static void a_failure_fills_the_struct_and_is_its_status(void)
{
    tb_error err = {TB_OK, "untouched"};
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
    tb_error err = {TB_OK, ""};
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

static void the_longest_shape_fits_the_usual_room(void)
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

static void a_small_room_cuts_the_text(void)
{
    const char *whole = "[12, 345, 6]";
    for (int room = 0; room <= 16; room++) {
        char text[24];
        memset(text, '#', sizeof text);
        CHECK(tb_shape_text(text, room, DIMS(12, 345, 6), 3) == text);
        for (int i = room; i < (int)sizeof text; i++)
            CHECK_EQ(text[i], '#');
        if (room > 0) {
            size_t expected = (size_t)room - 1 < strlen(whole) ? (size_t)room - 1 : strlen(whole);
            CHECK_EQ(strlen(text), expected);
            CHECK_EQ(strncmp(text, whole, expected), 0);
        }
    }
}

int main(void)
{
    a_failure_fills_the_struct_and_is_its_status();
    a_long_text_is_cut_inside_the_struct();
    try_stops_at_the_first_failure();
    a_shape_prints_like_a_list();
    the_longest_shape_fits_the_usual_room();
    a_small_room_cuts_the_text();
    return check_report(__FILE__);
}
