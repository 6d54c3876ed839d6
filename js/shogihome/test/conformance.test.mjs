// What ShogiHome wants of an engine (its specs/wasm-engine-abi.md), point by point, and that this one says what the program says.
//
//   ENGINE=folder TSUMUGI=target/release/tsumugi node --test conformance.test.mjs      ENGINE: made by scripts/shogihome.sh

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { Engine } from './engine.mjs';

const folder = process.env.ENGINE;
const GOLD = 'position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1';
const SEVEN = 'position sfen 5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1';
const HARD = 'position sfen 4k4/9/9/9/9/9/9/9/9 b 2R2B 1';
const LONG = 'go btime 600000 wtime 600000 byoyomi 300000';

/** Legal moves of the starting position. */
const FIRST = new Set([
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((file) => `${file}g${file}f`),
  ...['1i1h', '9i9h', '3i3h', '3i4h', '7i6h', '7i7h', '4i3h', '4i4h', '4i5h', '6i5h', '6i6h', '6i7h', '5i4h', '5i5h', '5i6h'],
  ...['2h1h', '2h3h', '2h4h', '2h5h', '2h6h', '2h7h'],
]);

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** An engine that is ready, for one test. */
async function ready(t) {
  const engine = await Engine.launch(folder);
  t.after(() => engine.instance.terminate());
  await engine.ask('usiok', 'usi');
  await engine.ask('readyok', 'isready');
  return engine;
}

/** An option line as the manifest has it. */
function option(line) {
  const [, name, type, rest] = /^option name (\S+) type (\S+) (.*)$/.exec(line);
  const words = rest.split(' ');
  const after = (key) => words.filter((_, at) => words[at - 1] === key);
  const [value] = after('default');
  if (type === 'spin') return { name, type, default: Number(value), min: Number(after('min')[0]), max: Number(after('max')[0]) };
  return type === 'combo' ? { name, type, default: value, vars: after('var') } : { name, type, default: value };
}

test('the folder is complete and small', async () => {
  const { manifest, instance } = await Engine.launch(folder);
  instance.terminate();
  assert.equal(manifest.abi, 'shogihome-wasm-engine/1');
  assert.equal(manifest.moduleFormat, 'esm');
  assert.deepEqual(manifest.presets.map(({ id }) => id), ['tsumugi-v1']);
  const files = await readdir(folder);
  for (const file of [manifest.module, manifest.module.replace(/\.js$/, '.wasm')]) assert.ok(files.includes(file), file);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  assert.ok(sizes.reduce((sum, size) => sum + size) < 8 << 20, String(sizes));
});

test('it says who it is and what can be set, as its manifest does', async (t) => {
  const began = performance.now();
  const engine = await Engine.launch(folder);
  t.after(() => engine.instance.terminate());
  const said = await engine.ask('usiok', 'usi');
  assert.ok(performance.now() - began < 10_000, 'it starts within ten seconds');
  const { name, author, options, presets } = engine.manifest;
  assert.ok(said.includes(`id name ${name}`) && said.includes(`id author ${author}`), String(said));
  assert.deepEqual(said.filter((line) => line.startsWith('option ')).map(option), options);
  for (const key of ['USI_Hash', 'Threads']) {
    const { max } = options.find((one) => one.name === key);
    assert.ok(max === { USI_Hash: 256, Threads: 1 }[key], key);
  }
  for (const { values } of presets) {
    engine.say(...Object.entries(values ?? {}).map(([key, value]) => `setoption name ${key} value ${value}`));
  }
  for (const { name: key, type, default: value } of options) {
    if (type !== 'button') engine.say(`setoption name ${key} value ${value}`);
  }
  assert.deepEqual(await engine.ask('readyok', 'isready'), ['readyok']);
  assert.deepEqual(engine.errors, []);
});

test('a move in a game is legal and in time', async (t) => {
  const engine = await ready(t);
  const said = await engine.ask('bestmove ', 'usinewgame', 'position startpos', 'go btime 10000 wtime 10000 byoyomi 1000');
  assert.ok(FIRST.has(said.at(-1).split(' ')[1]), said.at(-1));
});

test('stop is obeyed at once, and the engine goes on', async (t) => {
  const engine = await ready(t);
  for (const [position, wait] of [['position startpos', 0], [HARD, 0], [HARD, 300]]) {
    engine.say(position, LONG);
    await pause(wait);
    engine.lines.length = 0;
    engine.say('stop');
    const [, move] = /^bestmove (\S+)$/.exec(engine.lines.at(-1)) ?? [];
    assert.ok(position === HARD ? /^[1-9RB]/.test(move) : FIRST.has(move), String(engine.lines));
  }
  assert.equal((await engine.ask('checkmate ', GOLD, 'go mate infinite')).at(-1), 'checkmate G*5b');
  // Another question ends the one before, which is answered first.
  const said = await engine.ask('checkmate G', HARD, 'go mate infinite', GOLD, 'go mate infinite');
  assert.deepEqual(said.filter((line) => line.startsWith('checkmate')), ['checkmate timeout', 'checkmate G*5b']);
});

test('a mate that was found is played when the search for a shorter one is stopped', async (t) => {
  const engine = await ready(t);
  // It is told every check of a mate in seven, and waits to be asked.
  engine.say('setoption name MultiPV value 6', SEVEN, 'go infinite');
  await engine.until('info depth 2 ');
  await pause(300);
  assert.ok(!engine.lines.some((line) => line.startsWith('bestmove')));
  assert.equal((await engine.ask('bestmove ', 'stop')).at(-1), 'bestmove S*2c');
});

test('time is kept', async (t) => {
  const engine = await ready(t);
  await engine.ask('checkmate ', GOLD, 'go mate 1000');
  const began = performance.now();
  assert.equal((await engine.ask('checkmate ', HARD, 'go mate 500')).at(-1), 'checkmate timeout');
  const took = performance.now() - began;
  assert.ok(took > 400 && took < 3000, String(took));
});

test('what is pondered on is answered when it is asked for', async (t) => {
  const engine = await ready(t);
  engine.say(GOLD, 'go ponder btime 0 wtime 0 byoyomi 1000');
  await engine.until('info depth 1 ');
  assert.ok(!engine.lines.some((line) => line.startsWith('bestmove')));
  assert.equal((await engine.ask('bestmove ', 'ponderhit')).at(-1), 'bestmove G*5b');
  // The clock runs from then on, though the search does not hear of it.
  engine.say(HARD, 'go ponder btime 0 wtime 0 byoyomi 1000');
  await pause(200);
  assert.match((await engine.ask('bestmove ', 'ponderhit')).at(-1), /^bestmove \S+/);
});

for (const [how, end] of [
  ['quit', (engine) => engine.say('quit')],
  ['terminate()', (engine) => engine.instance.terminate()],
]) {
  test(`nothing is said after ${how}`, async (t) => {
    const engine = await ready(t);
    engine.say(HARD, LONG);
    await pause(100);
    end(engine);
    engine.lines.length = 0;
    await pause(300);
    engine.say('isready', 'usi', 'stop');
    await pause(100);
    assert.deepEqual(engine.lines, []);
  });
}

/** What the program says to a line, without what differs from run to run. */
class Program {
  #child = spawn(process.env.TSUMUGI, ['usi'], { stdio: ['pipe', 'pipe', 'inherit'] });
  #lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();

  async ask(start, ...commands) {
    for (const command of commands) this.#child.stdin.write(`${command}\n`);
    const said = [];
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`the program has ended: ${said}`);
      said.push(value);
      if (value.startsWith(start)) return said;
    }
  }

  async quit() {
    this.#child.stdin.end('quit\n');
    await once(this.#child, 'exit');
  }
}

/** Without what the clock and the size of the table decide: their figures, and whether a mate is told before a shorter one is found. */
function settled(lines) {
  const verdict = (line) => !line.includes(' multipv ') && / (score mate|string no mate)/.exec(line)?.[1];
  const later = (kind, at) => lines.slice(at + 1).some((line) => verdict(line) === kind);
  const told = lines.filter((line, at) => !verdict(line) || !later(verdict(line), at));
  return told.map((line) => line.replace(/ (time|nps|hashfull) \d+/g, ' $1 *'));
}

test('it says what the program says', { skip: process.env.TSUMUGI ? false : 'TSUMUGI names no program' }, async (t) => {
  const [engine, program] = [await ready(t), new Program()];
  const both = async (start, ...commands) => {
    const said = [await engine.ask(start, ...commands), await program.ask(start, ...commands)];
    assert.deepEqual(settled(said[0]), settled(said[1]), String(commands));
    return said[0].at(-1);
  };
  const options = [['USI_Hash', 64], ['Threads', 1], ['PvInterval', 0]];
  await both('readyok', ...options.map(([name, value]) => `setoption name ${name} value ${value}`), 'isready');
  assert.match(await both('checkmate ', GOLD, 'go mate infinite'), / G\*5b$/);
  assert.equal((await both('checkmate ', SEVEN, 'go mate infinite')).split(' ').length, 8);
  // White attacks; none; mated soon; mated already; a game; no position; a drop of what is held by convention; no number.
  for (const [position, go] of [
    ['position sfen 9/9/9/9/9/9/4p4/9/4K4 w g 1', 'go mate 20000'],
    ['position sfen 4k4/9/9/9/9/9/9/9/9 b G 1', 'go mate infinite'],
    ['position sfen 4k4/9/9/9/9/9/3ppp3/9/3gK4 b 2g 1', 'go mate infinite'],
    ['position sfen 4k4/4G4/4P4/9/9/9/9/9/9 w - 1', 'go mate infinite'],
    ['position startpos moves 7g7f 3c3d', 'go mate infinite'],
    ['position startpos moves 7g7f 7g7f', 'go mate infinite'],
    ['position sfen 4k4/9/4P4/9/9/9/9/9/8L b G moves 1i1h P*9h', 'go mate infinite'],
    [GOLD, 'go mate soon'],
  ]) {
    await both('checkmate ', position, go);
  }
  // With what was learned, and without it; so many positions, and no more.
  await both('checkmate ', 'usinewgame', 'setoption name NodesLimit value 20000', HARD, 'go mate infinite');
  await both('checkmate ', 'go mate infinite');
  await both('checkmate ', 'usinewgame', 'setoption name NodesLimit value 0', SEVEN, 'go mate infinite');
  await both('bestmove ', GOLD, 'go nodes 18446744073709551615');
  for (const position of ['position startpos', SEVEN, 'position sfen 4k4/9/9/9/9/9/3ppp3/9/3gK4 b 2g 1']) {
    await both('bestmove ', position, 'go nodes 20000');
  }
  await both('bestmove ', 'setoption name MultiPV value 6', SEVEN, 'go nodes 100000');
  await both('readyok', 'nonsense', 'setoption name MultiPV value much', 'isready');
  await program.quit();
});
