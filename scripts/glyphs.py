#!/usr/bin/env python3
"""Writes the outlines of the characters on pieces and in diagrams, from Noto Serif CJK JP and Noto Sans CJK JP.

    scripts/glyphs.py [FOLDER OF THE FONTS]

web/view/glyphs.js has what the page draws, crates/notation/src/svg/outlines.tsv what pictures need. An em is 100 units, its middle is
the origin, y grows downwards. Needs the Python package fonttools and the fonts (Debian: fonts-noto-cjk).
"""

import pathlib
import sys

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "web/view/glyphs.js"
PICTURES = ROOT / "crates/notation/src/svg/outlines.tsv"
FONTS = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/fonts/opentype/noto")

ON_PIECES = "玉王飛角金銀桂香歩龍馬全圭杏と将車行兵成"
IN_PICTURES = "玉飛角金銀桂香歩龍馬全圭杏と一二三四五六七八九十１２３４５６７８９持駒なし残り部"
LETTERS = "KRBGSNLP+"


def font(name):
    fonts = TTCollection(FONTS / name).fonts
    return next(one for one in fonts if one["name"].getDebugName(1).endswith("CJK JP"))


def short(number):
    return f"{round(number, 1) + 0.0:.1f}".removesuffix(".0")


def outline(face, character, middle):
    """The path of a character whose middle, in units of the font, comes to the origin."""
    glyphs = face.getGlyphSet()
    pen = SVGPathPen(glyphs, ntos=short)
    glyph = glyphs[face.getBestCmap()[ord(character)]]
    glyph.draw(TransformPen(pen, (0.1, 0, 0, -0.1, -middle[0] / 10, middle[1] / 10)))
    return pen.getCommands()


def kanji(face, character):
    return outline(face, character, (500, 380))


def letter(face, character):
    """Its advance, and its path round the middle of its own width and of the height of capitals."""
    glyphs = face.getGlyphSet()
    glyph = glyphs[face.getBestCmap()[ord(character)]]
    box = BoundsPen(glyphs)
    glyph.draw(box)
    middle = ((box.bounds[0] + box.bounds[2]) / 2, face["OS/2"].sCapHeight / 2)
    return f'{{ width: {short(glyph.width / 10)}, path: "{outline(face, character, middle)}" }}'


def renewed(text, name, rows):
    """The text with other rows in one of its tables."""
    start = text.index(f"export const {name} = {{\n") + len(f"export const {name} = {{\n")
    return text[:start] + "".join(f"  {row},\n" for row in rows) + text[text.index("};", start) :]


def main():
    serif, sans = font("NotoSerifCJK-Bold.ttc"), font("NotoSansCJK-Bold.ttc")
    text = PAGE.read_text(encoding="utf-8")
    text = renewed(text, "KANJI", [f'{c}: "{kanji(serif, c)}"' for c in ON_PIECES])
    text = renewed(text, "LETTERS", [f'{c if c.isalpha() else chr(34) + c + chr(34)}: {letter(sans, c)}' for c in LETTERS])
    PAGE.write_text(text, encoding="utf-8")
    PICTURES.parent.mkdir(exist_ok=True)
    PICTURES.write_text("".join(f"{c}\t{kanji(serif, c)}\n" for c in IN_PICTURES), encoding="utf-8")


main()
