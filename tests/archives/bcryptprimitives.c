/* Rust's standard library asks Windows for random numbers by a function that wine 8 does not have. For the tests only: no
   archive holds this. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return RtlGenRandom(data, (ULONG)length); }
