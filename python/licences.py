"""Writes the licences of what a wheel for a target contains beside our own work.

    python3 python/licences.py x86_64-unknown-linux-gnu >python/LICENSE-THIRD-PARTY
"""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUTLINES = HERE.parent / "crates/notation/src/svg/outlines-OFL.txt"
RULE = "=" * 100


def linked(target):
    """The packages that end up in the wheel, without what only builds it."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    data = json.loads(subprocess.check_output(command, cwd=HERE))
    packages = {package["id"]: package for package in data["packages"]}
    needs = {node["id"]: node["deps"] for node in data["resolve"]["nodes"]}
    found, todo = set(), [data["resolve"]["root"]]
    while todo:
        key = todo.pop()
        if key in found or any("proc-macro" in one["kind"] for one in packages[key]["targets"]):
            continue
        found.add(key)
        todo += [dep["pkg"] for dep in needs[key] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
    others = [packages[key] for key in found if packages[key]["source"]]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def texts(package):
    files = Path(package["manifest_path"]).parent.iterdir()
    words = ("licen", "copying", "notice", "unlicense")
    kept = sorted(file for file in files if file.is_file() and file.name.lower().startswith(words))
    return [file.read_text(encoding="utf-8", errors="replace").strip() for file in kept]


def main():
    packages = linked(sys.argv[1])
    print(
        "The wheel contains the standard library of Rust (MIT or Apache-2.0), the following packages, and the outlines of\n"
        "characters in diagrams, which are under the SIL Open Font License.\n"
    )
    users = {OUTLINES.read_text(encoding="utf-8").strip(): ["outlines of characters"]}
    for package in packages:
        name = f"{package['name']} {package['version']}"
        print(f"  {name}   {package['license']}   {package['repository'] or ''}".rstrip())
        for text in texts(package):
            users.setdefault(text, []).append(name)
    for text, names in users.items():
        print(f"\n{RULE}\n{', '.join(dict.fromkeys(names))}\n{RULE}\n\n{text}")


main()
