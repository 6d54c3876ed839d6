"""Problems that several tests use."""

HEAD_GOLD = "4k4/9/4P4/9/9/9/9/9/9 b G 1"
"""A mate in one."""
THREE = "7nl/7k1/9/6S2/9/9/9/9/9 b GS 1"
SEVEN = "5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1"
NO_MATE = "4k4/9/9/9/9/9/9/9/9 b G 1"
PAWN_DROP = "8k/9/9/7L1/9/9/9/9/9 b SP 1"
"""No mate, because a pawn must not be dropped to mate."""
WHITE_MATES = "9/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 1"
COOKED = "5+S+s1+N/6k2/4pp3/9/8+B/9/9/9/9 b G 1"
HELPMATE = "9/9/7pk/9/8P/9/9/9/9 b LP 1"
TWO_PAWNS = "4k4/9/4P4/9/4P4/9/9/9/9 b G 1"
"""Breaks a rule."""
HARD = "9/9/9/9/5b3/n8/6pk1/9/9 b R3GSNL5Prbg3s2n3l12p 1"
"""Takes longer than any test."""

KIF = """\
# ---- 詰将棋 ----
作品名：頭金
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
手数----指手---------消費時間--
   1 ５二金打
   2 詰み
"""
KI2 = KIF[: KIF.index("手数")] + "▲５二金\n"
CSA = """\
V2.2
P1 *  *  *  * -OU *  *  *  * 
P2 *  *  *  *  *  *  *  *  * 
P3 *  *  *  * +FU *  *  *  * 
P4 *  *  *  *  *  *  *  *  * 
P5 *  *  *  *  *  *  *  *  * 
P6 *  *  *  *  *  *  *  *  * 
P7 *  *  *  *  *  *  *  *  * 
P8 *  *  *  *  *  *  *  *  * 
P9 *  *  *  *  *  *  *  *  * 
P+00KI
+
+0052KI
"""
