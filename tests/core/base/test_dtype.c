/* Dtypes: facts, promotion and casting against torch 2.13's own answers. */
#include "check.h"

/* One character a dtype, in the order of tb_dtype: bool uint8 int8 int16 int32
 * int64 float16 bfloat16 float32 float64 complex64 complex128 uint16 uint32 uint64;
 * - where torch promotes nothing. */
static int dtype_of(char c) { return c == '-' ? TB_UNDEFINED : c <= '9' ? c - '0' : c - 'a' + 10; }

/* torch.promote_types(row, column). */
static const char *const promoted[TB_NDTYPES] = {
    "0123456789ab---", "1133456789ab---", "2323456789ab---", "3333456789ab---", "4444456789ab---",
    "5555556789ab---", "6666666889ab666", "7777778789ab777", "8888888889ab888", "9999999999bb999",
    "aaaaaaaaabab---", "bbbbbbbbbbbb---", "------6789--c--", "------6789---d-", "------6789----e",
};

/* torch.result_type(tensor with dimensions of row's dtype, 0-dim tensor of
 * column's); complex64 stands for complex32. */
static const char *const dim_over_zero[TB_NDTYPES] = {
    "0123456789ab---", "1111116789ab111", "2222226789ab222", "3333336789ab333", "4444446789ab444",
    "5555556789ab555", "6666666666aa666", "7777777777aa777", "8888888888aa888", "9999999999bb999",
    "aaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbb", "cccccc6789abccc", "dddddd6789abddd", "eeeeee6789abeee",
};

/* torch.can_cast(row, column). */
static const char *const castable[TB_NDTYPES] = {
    "111111111111111", "011111111111111", "011111111111111", "011111111111111", "011111111111111",
    "011111111111111", "000000111111000", "000000111111000", "000000111111000", "000000111111000",
    "000000000011000", "000000000011000", "011111111111111", "011111111111111", "011111111111111",
};

/* torch.result_type(tensor of column's dtype, number of row's kind), the same for
 * tensors with and without dimensions, by default dtype. */
static const struct {
    tb_dtype default_dtype;
    const char *row[4];
} with_number[] = {
    {TB_FLOAT32, {"0123456789abcde", "5123456789abcde", "8888886789ab888", "aaaaaaaaababaaa"}},
    {TB_FLOAT64, {"0123456789abcde", "5123456789abcde", "9999996789ab999", "bbbbbbaaababbbb"}},
    {TB_BFLOAT16, {"0123456789abcde", "5123456789abcde", "7777776789ab777", "aaaaaaaaababaaa"}},
};

static void promotion_and_casting_are_torchs(void)
{
    for (int a = 0; a < TB_NDTYPES; a++) {
        for (int b = 0; b < TB_NDTYPES; b++) {
            CHECK_EQ(tb_promote((tb_dtype)a, (tb_dtype)b), dtype_of(promoted[a][b]));
            CHECK_EQ(tb_can_cast((tb_dtype)a, (tb_dtype)b), castable[a][b] == '1');
        }
        CHECK_EQ(tb_promote((tb_dtype)a, TB_UNDEFINED), a);
        CHECK_EQ(tb_promote(TB_UNDEFINED, (tb_dtype)a), a);
    }
    CHECK_EQ(tb_promote(TB_UNDEFINED, TB_UNDEFINED), TB_UNDEFINED);
}

static tb_dtype result_of(tb_dtype a, int a_ndim, tb_dtype b, int b_ndim)
{
    tb_promotion state = tb_promotion_new();
    tb_promotion_add_tensor(&state, a, a_ndim);
    tb_promotion_add_tensor(&state, b, b_ndim);
    tb_error err;
    if (tb_promotion_check(&state, &err) == TB_OK)
        return tb_promotion_result(&state);
    CHECK(strncmp(err.message, "Promotion for uint16, uint32, uint64 types is not supported, attempted to",
                  73) == 0);
    return TB_UNDEFINED;
}

static void dimensions_decide_before_0_dim_tensors(void)
{
    for (int i = 0; i < TB_NDTYPES; i++) {
        for (int j = 0; j < TB_NDTYPES; j++) {
            tb_dtype a = (tb_dtype)i, b = (tb_dtype)j;
            CHECK_EQ(result_of(a, 2, b, 0), dtype_of(dim_over_zero[i][j]));
            CHECK_EQ(result_of(b, 0, a, 1), dtype_of(dim_over_zero[i][j]));
            CHECK_EQ(result_of(a, 0, b, 0), dtype_of(promoted[i][j]));
            CHECK_EQ(result_of(a, 3, b, 1), dtype_of(promoted[i][j]));
        }
    }
}

static void tensors_decide_before_numbers(void)
{
    for (size_t i = 0; i < sizeof with_number / sizeof *with_number; i++) {
        for (int kind = 0; kind < 4; kind++) {
            for (int t = 0; t < TB_NDTYPES; t++) {
                for (int ndim = 0; ndim < 2; ndim++) {
                    tb_promotion state = tb_promotion_new();
                    tb_promotion_add_number(&state, (tb_kind)kind, with_number[i].default_dtype);
                    tb_promotion_add_tensor(&state, (tb_dtype)t, ndim);
                    CHECK_EQ(tb_promotion_result(&state), dtype_of(with_number[i].row[kind][t]));
                }
            }
        }
    }
}

static void three_classes_meet_in_their_order(void)
{
    /* torch.result_type of each pair, folded: int16 with dimensions, 0-dim float64, 1j. */
    tb_promotion state = tb_promotion_new();
    CHECK_EQ(tb_promotion_result(&state), TB_UNDEFINED);
    tb_promotion_add_number(&state, TB_KIND_COMPLEX, TB_FLOAT32);
    CHECK_EQ(tb_promotion_result(&state), TB_COMPLEX64);
    tb_promotion_add_tensor(&state, TB_FLOAT64, 0);
    CHECK_EQ(tb_promotion_result(&state), TB_COMPLEX128);
    tb_promotion_add_tensor(&state, TB_INT16, 1);
    CHECK_EQ(tb_promotion_result(&state), TB_COMPLEX128);
    tb_promotion_add_tensor(&state, TB_FLOAT32, 4);
    CHECK_EQ(tb_promotion_result(&state), TB_COMPLEX64);
}

static void the_table_holds_the_facts_of_the_c_types(void)
{
    const int size[TB_NDTYPES] = {1, 1, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16, 2, 4, 8};
    const char *name[TB_NDTYPES] = {"bool",      "uint8",      "int8",     "int16",   "int32",
                                    "int64",     "float16",    "bfloat16", "float32", "float64",
                                    "complex64", "complex128", "uint16",   "uint32",  "uint64"};
    const char *scalar_type[TB_NDTYPES] = {"Bool",         "Byte",          "Char",     "Short",  "Int",
                                           "Long",         "Half",          "BFloat16", "Float",  "Double",
                                           "ComplexFloat", "ComplexDouble", "UInt16",   "UInt32", "UInt64"};
    for (int i = 0; i < TB_NDTYPES; i++) {
        const tb_dtype_info *info = &tb_dtypes[i];
        CHECK_EQ(info->itemsize, size[i]);
        CHECK_TEXT(info->name, name[i]);
        CHECK_TEXT(info->scalar_type, scalar_type[i]);
        CHECK_EQ(info->is_signed, i != TB_BOOL && i != TB_UINT8 && !tb_is_unsigned((tb_dtype)i));
        CHECK_EQ(tb_is_half((tb_dtype)i), i == TB_FLOAT16 || i == TB_BFLOAT16);
        CHECK_EQ(info->compute, tb_is_half((tb_dtype)i) ? TB_FLOAT32 : i);
    }
    CHECK_TEXT(tb_dtypes[TB_UINT8].c_name, "uint8_t");
    CHECK_TEXT(tb_dtypes[TB_INT32].c_name, "int");
    CHECK_TEXT(tb_dtypes[TB_FLOAT16].c_name, "c10::Half");
    CHECK_TEXT(tb_dtypes[TB_COMPLEX64].c_name, "c10::complex<float>");
}

static void real_and_complex_correspond(void)
{
    CHECK_EQ(tb_to_real(TB_COMPLEX64), TB_FLOAT32);
    CHECK_EQ(tb_to_real(TB_COMPLEX128), TB_FLOAT64);
    CHECK_EQ(tb_to_complex(TB_FLOAT16), TB_COMPLEX64);
    CHECK_EQ(tb_to_complex(TB_BFLOAT16), TB_COMPLEX64);
    CHECK_EQ(tb_to_complex(TB_FLOAT32), TB_COMPLEX64);
    CHECK_EQ(tb_to_complex(TB_FLOAT64), TB_COMPLEX128);
    CHECK_EQ(tb_to_complex(TB_COMPLEX128), TB_COMPLEX128);
    for (int i = 0; i < TB_COMPLEX64; i++)
        CHECK_EQ(tb_to_real((tb_dtype)i), i);
}

int main(void)
{
    promotion_and_casting_are_torchs();
    dimensions_decide_before_0_dim_tensors();
    tensors_decide_before_numbers();
    three_classes_meet_in_their_order();
    the_table_holds_the_facts_of_the_c_types();
    real_and_complex_correspond();
    return check_report(__FILE__);
}
