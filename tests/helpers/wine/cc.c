/* cc.c: cc.exe, the compiler for programs that Wine runs: has compile.sh, in its folder, run the compiler of the
 * system that runs Wine.  Wine cannot wait for a program of that system: compile.sh leaves a file when it is
 * done, with the status, a line, and what the compiler said. */
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <windows.h>

enum { PATH = 500 };

int wmain(int argc, wchar_t **argv)
{
    wchar_t folder[PATH], script[PATH], words[PATH], done[PATH], command[3 * PATH];
    GetModuleFileNameW(NULL, folder, PATH);
    *wcsrchr(folder, L'\\') = L'\0';
    swprintf(script, PATH, L"%ls\\compile.sh", folder);
    swprintf(words, PATH, L"%ls\\%lu-%llu", folder, GetCurrentProcessId(), GetTickCount64());
    swprintf(done, PATH, L"%ls.done", words);
    swprintf(command, 3 * PATH, L"%ls %ls", script, words);

    FILE *to = _wfopen(words, L"wb");
    for (int i = 1; i < argc; i++)
        fprintf(to, "%ls\n", argv[i]);
    fclose(to);

    STARTUPINFOW start = {.cb = sizeof start};
    PROCESS_INFORMATION made;
    if (!CreateProcessW(script, command, NULL, NULL, FALSE, 0, NULL, NULL, &start, &made)) {
        fprintf(stderr, "compile.sh does not run: %lu\n", GetLastError());
        return 127;
    }
    FILE *from;
    while ((from = _wfopen(done, L"rb")) == NULL)
        Sleep(10);
    char line[4096] = "127";
    const char *given = fgets(line, sizeof line, from);
    const int status = given ? atoi(given) : 127;
    while (fgets(line, sizeof line, from))
        fputs(line, stderr);
    fclose(from);
    _wremove(done);
    return status;
}
