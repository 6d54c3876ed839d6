"""Opens a file with cshogi and prints the main line it sees, as one JSON object.

    python3 read.py kif|csa FILE

Exit code 77: cshogi is missing.
"""

import json
import sys

try:
    import cshogi
    from cshogi import CSA, KIF
except ImportError:
    sys.exit(77)

form, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    text = file.read()
record = KIF.Parser.parse_str(text) if form == "kif" else CSA.Parser.parse_str(text)[0]
moves = [cshogi.move_to_usi(move) for move in record.moves]
print(json.dumps({"sfen": record.sfen, "moves": moves}))
