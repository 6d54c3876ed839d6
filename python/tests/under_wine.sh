#!/usr/bin/env bash
# Runs the tests with a wheel for Windows, under wine, in CPython for Windows: its library and modules as they come in the wheel of
# Panda3D on PyPI, with the pure part of the standard library of python3 here, which has the same version. Needs wine and
# x86_64-w64-mingw32-gcc. Exit code 77: an interpreter cannot be had.
#
# Left out: boards of cshogi, whose NumPy takes more of Windows than wine 8 has, and the program's answers.
#
#   python/tests/under_wine.sh WHEEL
set -euo pipefail
wheel=$(realpath "$1")
tests=$(realpath "$(dirname "$0")")
home=$(mktemp -d)
export WINEPREFIX=$home/wine WINEDEBUG=-all LC_ALL=C.UTF-8
wineserver=$(command -v wineserver || echo /usr/lib/wine/wineserver)
trap '"$wineserver" -k 2>/dev/null || true; rm -rf "$home"' EXIT
cd "$home"

version=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
dll=python${version/./}
for_windows=(--platform win_amd64 --python-version "$version" --implementation cp --only-binary :all:)
python3 -m venv tools
tools/bin/pip download -q --no-deps "${for_windows[@]}" panda3d==1.10.16 2>/dev/null ||
    { echo "there is no CPython $version for Windows in a wheel of Panda3D"; exit 77; }
tools/bin/pip install -q --target site "${for_windows[@]}" pytest colorama
python3 - "$wheel" "$dll" <<'UNPACK'
import glob, sys, zipfile
wheel, dll = sys.argv[1:]
zipfile.ZipFile(wheel).extractall("site")
panda = zipfile.ZipFile(glob.glob("panda3d-*.whl")[0])
for entry in panda.infolist():
    folder, _, name = entry.filename.partition("/")
    if folder == "deploy_libs" and (name.endswith(".pyd") or name.lower() in (dll + ".dll", "vcruntime140.dll", "vcruntime140_1.dll", "libffi-8.dll")):
        entry.filename = name
        panda.extract(entry, "DLLs" if name.endswith(".pyd") or name.startswith("libffi") else ".")
UNPACK
ln -s "$(python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')" Lib

# The stable ABI is a library that passes everything on.
{
    echo EXPORTS
    x86_64-w64-mingw32-objdump -p site/tsumugi/_tsumugi.pyd |
        awk '/DLL Name:/ { ours = $3 == "python3.dll" } ours && $NF ~ /^_?Py/ { print $NF }' | sort -u | sed "s/.*/& = $dll.&/"
} >python3.def
x86_64-w64-mingw32-gcc -shared -nostdlib -Wl,--entry=0 -o python3.dll python3.def
cat >python.c <<'C'
#include <windows.h>
int wmain(int count, wchar_t **words) {
    int (*run)(int, wchar_t **) = (void *)GetProcAddress(LoadLibraryW(DLL), "Py_Main");
    return run ? run(count, words) : 99;
}
C
x86_64-w64-mingw32-gcc -municode -DDLL="L\"$dll.dll\"" -o python.exe python.c
# Windows 8 and later have this one, wine 8 does not.
cat >prng.c <<'C'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *to, SIZE_T count) { return RtlGenRandom(to, (ULONG)count); }
C
x86_64-w64-mingw32-gcc -shared -o bcryptprimitives.dll prng.c -ladvapi32

windows() { echo "Z:${1//\//\\}"; }
export PYTHONHOME PYTHONPATH PYTHONUTF8=1 PYTHONDONTWRITEBYTECODE=1 TSUMUGI_DOCS
PYTHONHOME=$(windows "$home")
PYTHONPATH=$(windows "$home/site")
TSUMUGI_DOCS=$(windows "$(dirname "$tests")/README.md")
unset TSUMUGI
# CPython does not start where its output is a file of Linux; a pipe will do.
python() { wine python.exe "$@" </dev/null 2>&1 | cat; }
# Its folders first, to the end: what starts meanwhile may find half of them.
wine wineboot --init >/dev/null 2>&1 || true
"$wineserver" -w
python -c 'import sys, tsumugi; print("CPython", sys.version, "tsumugi", tsumugi.__version__)'
cp "$tests"/*.py .
python -m pytest -q -p no:cacheprovider test_answers.py test_search.py test_examples.py
