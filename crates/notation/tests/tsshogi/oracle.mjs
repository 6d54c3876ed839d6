// Lets tsshogi read and write records for the tests. A JSON object per line in, a JSON object per line out.
//
//   {"op":"read","format":F,"text":T}              -> {"ok":true,"sfen":S,"headers":{…},"nodes":[…]}
//   {"op":"write","from":F,"format":F,"text":T}    -> {"ok":true,"text":T}
//   anything that fails                            -> {"ok":false,"error":"…"}
//
// F is kif, ki2, csa, jkf, usen, usi or sfen. `nodes` holds the tree without its root, main line first and
// every parent before its children: {"parent":index or -1,"usi":"7g7f" or null,"end":"resign" or null,
// "sfen":after the move,"comment":"…","bookmark":"…","ms":elapsed}. An ending without a name of its own is
// "any:…".
import * as readline from "node:readline";
import * as shogi from "tsshogi";

const readers = {
  kif: (text) => shogi.importKIF(text),
  ki2: (text) => shogi.importKI2(text),
  csa: (text) => shogi.importCSA(text),
  jkf: (text) => shogi.importJKFString(text),
  usen: (text) => shogi.Record.newByUSEN(text),
  usi: (text) => shogi.Record.newByUSI(text),
  sfen: (text) => {
    const position = shogi.Position.newBySFEN(text);
    return position ? new shogi.Record(position) : new Error(`bad SFEN: ${text}`);
  },
};

const writers = {
  kif: (record) => shogi.exportKIF(record, {}),
  ki2: (record) => shogi.exportKI2(record, {}),
  csa: (record) => shogi.exportCSA(record, {}),
  jkf: (record) => shogi.exportJKFString(record),
  usen: (record) => record.usen[0],
  usi: (record) => record.getUSI({ allMoves: true }),
  sfen: (record) => record.initialPosition.sfen,
};

function read(format, text) {
  const record = readers[format](text);
  if (record instanceof Error) throw record;
  return record;
}

function headers(record) {
  const out = {};
  for (const key of record.metadata.standardMetadataKeys) {
    out[key] = record.metadata.getStandardMetadata(key);
  }
  for (const key of record.metadata.customMetadataKeys) {
    out[key] = record.metadata.getCustomMetadata(key);
  }
  return out;
}

function ending(move) {
  return move.type === "any" ? `any:${move.name}` : move.type;
}

function nodes(record) {
  const out = [];
  const index = new Map([[record.first, -1]]);
  record.forEach((node) => {
    if (!node.prev) return;
    index.set(node, out.length);
    const isMove = node.move instanceof shogi.Move;
    out.push({
      parent: index.get(node.prev),
      usi: isMove ? node.move.usi : null,
      end: isMove ? null : ending(node.move),
      sfen: node.sfen,
      comment: node.comment,
      bookmark: node.bookmark,
      ms: node.elapsedMs,
    });
  });
  return out;
}

function answer(line) {
  const request = JSON.parse(line);
  if (request.op === "write") {
    return { ok: true, text: writers[request.format](read(request.from, request.text)) };
  }
  const record = read(request.format, request.text);
  return {
    ok: true,
    sfen: record.initialPosition.sfen,
    comment: record.first.comment,
    headers: headers(record),
    nodes: nodes(record),
  };
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  let out;
  try {
    out = answer(line);
  } catch (e) {
    out = { ok: false, error: String(e) };
  }
  process.stdout.write(JSON.stringify(out) + "\n");
}
