// The module for browsers, asked by Node.js what the page asks it, and compared with what the program says.
//
//   scripts/wasm.sh && TSUMUGI=target/release/tsumugi node --test crates/wasm/tests/answers.mjs

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);
const file = process.env.TSUMUGI_WASM ?? new URL('web/tsumugi.wasm', root);
const program = process.env.TSUMUGI ?? new URL('target/release/tsumugi', root).pathname;

const SEVEN = '5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1';
const HELPMATE = '3K5/6S2/9/9/3k5/9/9/9/3+s5 b Pbsl 1';
const LONG = '4k4/9/9/9/9/9/9/9/9 b RB2G2Srb2g2s4n4l18p 1';

const told = [];
const text = (at, length) => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, at, length));
const host = {
  now: () => performance.now() / 1000,
  tell: (at, length) => told.push(JSON.parse(text(at, length))),
};
const { instance } = await WebAssembly.instantiate(readFileSync(file), { host });
const engine = instance.exports;

function ask(method, path, body = null) {
  const bytes = new TextEncoder().encode(JSON.stringify({ method, path: `/api/v1/${path}`, body }));
  const at = engine.tsumugi_input(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  const length = engine.tsumugi_answer();
  return JSON.parse(text(engine.tsumugi_output(), length));
}

function answer(path, body) {
  const { status, body: answer } = ask('POST', path, body);
  assert.equal(status, 200, JSON.stringify(answer));
  return answer;
}

/** What the program prints, without what differs from run to run. */
function printed(...words) {
  let out;
  try {
    out = execFileSync(program, [...words, '--format', 'json'], { encoding: 'utf8' });
  } catch (ended) {
    out = ended.stdout; // An exit code other than 0 is an answer too.
  }
  return settled(JSON.parse(out));
}

function settled(answer) {
  for (const key of ['seconds', 'expansions', 'bytes', 'source', 'source_line']) delete answer[key];
  return answer;
}

test('a solution with its tree is the one of the program', () => {
  const body = { sfen: SEVEN, question: 'line', tree: 2, tries: true };
  const words = ['solve', SEVEN, '--question', 'line', '--tree', '2', '--tries'];
  assert.deepEqual(settled(answer('solve', body)), printed(...words));
});

test('a check is the one of the program', () => {
  const { verdict, line, findings } = answer('check', { sfen: SEVEN });
  const expected = printed('check', SEVEN, '--threads', '1');
  assert.deepEqual({ verdict, line, findings }, { verdict: expected.verdict, line: expected.line, findings: expected.findings });
});

test('a helpmate is the one of the program', () => {
  const expected = printed('helpmate', HELPMATE, '--threads', '1');
  assert.deepEqual(settled(answer('helpmate', { sfen: HELPMATE })), expected);
});

test('a certificate is kept and really verified', () => {
  const { certificate } = answer('solve', { sfen: SEVEN, question: 'shortest', certificate: true });
  const { status, body: text } = ask('GET', certificate.replace('/api/v1/', ''));
  assert.equal(status, 200);
  assert.equal(answer('verify', { sfen: SEVEN, certificate: text }).verified, true);
  const forged = text.replace('S*2c', 'S*1c');
  assert.equal(answer('verify', { sfen: SEVEN, certificate: forged }).verified, false);
});

test('time is kept, and a long search tells how it goes', () => {
  told.length = 0;
  const start = performance.now();
  const { reason, verdict } = answer('solve', { sfen: LONG, question: 'line', time: 0.5 });
  assert.ok(performance.now() - start < 5000);
  assert.ok(verdict === 'mate' || reason === 'time');
  assert.ok(told.length >= 2 && told.every(({ nodes }) => nodes > 0));
});

test('play, names, conversion, the collection and refusals', () => {
  assert.equal(answer('play', { sfen: SEVEN, moves: ['S*2c'], hint: true }).hint, '2c1d+');
  assert.deepEqual(answer('names', { sfen: SEVEN, lines: [['S*2c']] }), { ja: [['▲２三銀']], en: [['S*2c']] });
  assert.equal(answer('convert', { text: SEVEN }).faults.length, 0);
  assert.ok(ask('GET', 'problems').body.length >= 10);
  assert.equal(ask('GET', 'version').body.backend, 'wasm');
  assert.equal(ask('POST', 'solve', { sfen: 'x' }).status, 422);
});
