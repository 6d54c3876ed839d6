// PNG pictures of one size, put together as one that moves (APNG). Their pixels stay compressed as they are; only the
// chunks around them are written anew.

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let i = 0; i < 8; i += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crcOf(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = CRC[(c ^ byte) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** A chunk: the length of its data, its name, the data, a checksum of name and data. */
function chunk(name, data) {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set([...name].map((letter) => letter.charCodeAt(0)), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crcOf(bytes.subarray(4, data.length + 8)));
  return bytes;
}

/** The data of all chunks with a name. */
function chunksOf(png, wanted) {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const found = [];
  for (let at = SIGNATURE.length; at < png.length; at += view.getUint32(at) + 12) {
    const name = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (name === wanted) found.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  return found;
}

const numbers = (...values) => {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, i) => view.setUint32(i * 4, value));
  return new Uint8Array(view.buffer);
};

const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

// How a frame is shown: its place in the order, its size, and for how many milliseconds.
function frameControl(order, width, height, milliseconds) {
  const delay = [milliseconds >> 8, milliseconds & 0xff, 1000 >> 8, 1000 & 0xff];
  return chunk("fcTL", joined(numbers(order, width, height, 0, 0), delay, [0, 0]));
}

/** Pictures as bytes of PNG files, and for how many milliseconds (below 65536) each is shown; it begins again for ever. */
export function apngOf(pngs, delays) {
  const [header] = chunksOf(pngs[0], "IHDR");
  const size = new DataView(header.buffer, header.byteOffset);
  const [width, height] = [size.getUint32(0), size.getUint32(4)];
  const parts = [Uint8Array.from(SIGNATURE), chunk("IHDR", header), chunk("acTL", numbers(pngs.length, 0))];
  let order = 0;
  for (const [i, png] of pngs.entries()) {
    if (chunksOf(png, "IHDR")[0].join() !== header.join()) throw new Error("pictures of different kinds");
    parts.push(frameControl(order, width, height, delays[i]));
    order += 1;
    for (const data of chunksOf(png, "IDAT")) {
      // The first picture is also what programs show that know no others.
      parts.push(i === 0 ? chunk("IDAT", data) : chunk("fdAT", joined(numbers(order), data)));
      if (i > 0) order += 1;
    }
  }
  return new Blob([...parts, chunk("IEND", [])], { type: "image/png" });
}
