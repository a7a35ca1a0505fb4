/* replay.c: main() of a fuzz program without libFuzzer: each file named is one input. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int main(int argc, char **argv)
{
    static uint8_t room[1 << 16];
    LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file)
            return 2;
        const size_t n = fread(room, 1, sizeof room, file);
        fclose(file);
        fprintf(stderr, "%s\n", argv[i]); /* the last one is the one that failed */
        uint8_t *bytes = malloc(n ? n : 1); /* of exactly this size, as libFuzzer does */
        for (size_t k = 0; bytes && k < n; k++)
            bytes[k] = room[k];
        LLVMFuzzerTestOneInput(bytes, n);
        free(bytes);
    }
    printf("%d inputs\n", argc - 1);
    return 0;
}
