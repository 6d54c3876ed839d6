#!/usr/bin/env python3
"""Writes the licences of everything that a program of an archive, or a wheel, is made of: the crates below its package for
a target, the standard library of Rust, and what is linked from C. Fails if a crate has a licence that is not known here.

    scripts/licences.py x86_64-unknown-linux-musl >LICENCES.txt
    scripts/licences.py x86_64-unknown-linux-gnu python >python/LICENSE-THIRD-PARTY
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What may be given away in a program without giving away anything else.
KNOWN = {"MIT", "MIT-0", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "ISC", "Zlib", "BSL-1.0", "CC0-1.0", "Unlicense",
         "Unicode-3.0", "Unicode-DFS-2016", "Apache-2.0 WITH LLVM-exception"}
NAMES = re.compile(r"^(licen[cs]e|copying|notice|copyright|unlicense)", re.IGNORECASE)
RULE = "=" * 100

MUSL = """musl libc is linked into the programs for Linux. Copyright © 2005-2020 Rich Felker, et al.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR
IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""
MINGW = """The programs for Windows are linked with the runtime of mingw-w64 (public domain and Zope Public License 2.1, see
https://www.mingw-w64.org) and with libgcc (GNU GPL version 3 with the GCC Runtime Library Exception, which allows this under
any terms)."""


ARCHIVE = """tsumugi is under the MIT licence (LICENSE-MIT) or the Apache License 2.0 (LICENSE-APACHE), as you like. The outlines of
characters on pieces and in diagrams are under the SIL Open Font License (page/view/glyphs-OFL.txt).

The programs contain, beside our own work, the following packages, the standard library of Rust (MIT or
Apache-2.0, see LICENCES-rust.html) and SQLite (public domain).
"""
WHEEL = """tsumugi is under the MIT licence (LICENSE-MIT) or the Apache License 2.0 (LICENSE-APACHE), as you like. The outlines of
characters in diagrams are under the SIL Open Font License, see the end.

The wheel contains, beside our own work, the following packages and the standard library of Rust (MIT or
Apache-2.0, see https://www.rust-lang.org/policies/licenses).
"""
OUTLINES = ROOT / "crates/notation/src/svg/outlines-OFL.txt"


def metadata(target, wheel):
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    features = [] if wheel else ["--features", "full"]
    return json.loads(subprocess.check_output(command + features, cwd=ROOT / "python" if wheel else ROOT))


def linked(data):
    """The packages that end up in the program: what the root uses, without what only builds or tests it."""
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    macros = {key for key, package in packages.items() if any("proc-macro" in t["kind"] for t in package["targets"])}
    found, todo = set(), [data["resolve"]["root"]]
    while todo:
        key = todo.pop()
        if key in found or key in macros:
            continue
        found.add(key)
        todo += [dep["pkg"] for dep in nodes[key]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
    others = [packages[key] for key in found if packages[key]["source"] is not None]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def is_known(expression):
    """One alternative of the expression has known licences only."""
    expression = expression.replace("/", " OR ")
    if "(" in expression:
        inner = re.sub(r"\(([^()]*)\)", lambda found: "MIT" if is_known(found[1]) else "unknown", expression)
        return is_known(inner)
    return any(all(part.strip() in KNOWN for part in one.split(" AND ")) for one in expression.split(" OR "))


def texts(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.iterdir() if path.is_file() and NAMES.match(path.name))
    return [path.read_text(encoding="utf-8", errors="replace").strip().replace("\r\n", "\n") for path in files]


def main():
    target, wheel = sys.argv[1], sys.argv[2:] == ["python"]
    packages = linked(metadata(target, wheel))
    unknown = [f"{p['name']} {p['version']}: {p['license']}" for p in packages if not is_known(p["license"] or "")]
    if unknown:
        sys.exit("licences that nobody has looked at:\n" + "\n".join(unknown))
    users, without = {}, []
    for package in packages:
        name = f"{package['name']} {package['version']}"
        found = texts(package)
        for text in found:
            users.setdefault(text, []).append(name)
        if not found:
            without.append(f"{name}: {package['license']}, by {', '.join(package['authors']) or 'its authors'}")
    print(WHEEL if wheel else ARCHIVE)
    if "windows" in target or "musl" in target:
        print(MUSL if "musl" in target else MINGW)
    print("\nPackages:\n")
    for package in packages:
        where = package["repository"] or f"https://crates.io/crates/{package['name']}"
        print(f"  {package['name']} {package['version']}   {package['license']}   {where}")
    if without:
        print("\nThese come without the text of their licence. It is that of LICENSE-MIT or LICENSE-APACHE, or is found where the\n"
              "package is:\n")
        print("\n".join(f"  {line}" for line in without))
    for text, names in sorted(users.items(), key=lambda pair: pair[1]):
        print(f"\n{RULE}\n{', '.join(sorted(set(names)))}\n{RULE}\n\n{text}")
    if wheel:
        print(f"\n{RULE}\noutlines of characters\n{RULE}\n\n{OUTLINES.read_text(encoding='utf-8').strip()}")


main()
