// Writes engine.json, the manifest of the engine for ShogiHome: what the engine says of itself, and what ShogiHome calls it.
//
//   node js/shogihome/manifest.mjs FOLDER      the folder with the engine's files

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { start } from '../module.js';

// Saved in users' settings: one that was published stays as it is. Another behaviour is another preset.
const PRESETS = [{ id: 'tsumugi-v1', displayName: 'tsumugi', values: {} }];

const folder = process.argv[2];
const module = await WebAssembly.compile(await readFile(join(folder, 'tsumugi.wasm')));
const { name, author, options } = (await start(module, () => {}))('about');
const manifest = {
  abi: 'shogihome-wasm-engine/1',
  module: 'tsumugi.js',
  moduleFormat: 'esm',
  name,
  author,
  options,
  presets: PRESETS,
};
await writeFile(join(folder, 'engine.json'), `${JSON.stringify(manifest, null, 2)}\n`);
