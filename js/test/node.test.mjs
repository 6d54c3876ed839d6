// The package as somebody has it who has installed it: run in a folder with nothing but it. scripts/npm.sh makes it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Solver, TsumugiError } from 'tsumugi';

const GOLD = '4k4/9/4P4/9/9/9/9/9/9 b G 1';
const SEVEN = '5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1';
// There is no mate, but to find that out takes hundreds of millions of positions.
const HARD = '9/9/9/9/4k4/9/9/9/9 b 2R2B4g4s4n4l18p 1';

test('a mate, its certificate, and what the certificate proves', async () => {
  const solver = new Solver();
  const { verdict, length, line, certificate } = await solver.solve(SEVEN, { certificate: true });
  assert.deepEqual([verdict, length, line[0]], ['mate', 7, 'S*2c']);
  assert.match(certificate, /^tsumugi certificate /);
  assert.equal((await solver.verify(SEVEN, certificate)).verified, true);
  assert.equal((await solver.verify(SEVEN, certificate.replace('S*2c', 'S*1c'))).verified, false);
  solver.close();
});

test('records, checks, helpmates, pictures', async () => {
  const solver = new Solver();
  const { formats: { kif } } = await solver.convert(GOLD, { to: ['kif'] });
  assert.match(kif, /持駒/);
  assert.equal((await solver.solve(kif)).length, 1);
  assert.equal((await solver.check(SEVEN)).verdict, 'sound');
  assert.equal((await solver.helpmate('3K5/6S2/9/9/3k5/9/9/9/3+s5 b Pbsl 1')).verdict, 'mate');
  assert.match(JSON.stringify(await solver.show({ sfen: GOLD })), /<svg/);
  solver.close();
});

test('bad input is told, and the next request is answered', async () => {
  const solver = new Solver();
  await assert.rejects(solver.solve('x'), (error) => error instanceof TsumugiError && error.status === 422);
  assert.equal((await solver.solve(GOLD)).verdict, 'mate');
  solver.close();
});

test('a request is cancelled, those behind it are answered', async () => {
  const solver = new Solver();
  const controller = new AbortController();
  let told = 0;
  const long = solver.solve(HARD, { signal: controller.signal, onProgress: () => (told += 1) });
  const waiting = solver.solve(HARD, { signal: controller.signal });
  const behind = solver.solve(GOLD);
  setTimeout(() => controller.abort(), 1500);
  await assert.rejects(long, { name: 'AbortError' });
  await assert.rejects(waiting, { name: 'AbortError' });
  assert.equal((await behind).verdict, 'mate');
  assert.ok(told > 0);
  await assert.rejects(solver.solve(GOLD, { signal: controller.signal }), { name: 'AbortError' });
  const closed = solver.solve(HARD);
  solver.close();
  await assert.rejects(closed, { name: 'AbortError' });
});

test('time is kept', async () => {
  const solver = new Solver();
  const start = performance.now();
  const { verdict, reason } = await solver.solve(HARD, { question: 'shortest', time: 0.5 });
  assert.ok(verdict === 'mate' || reason === 'time');
  assert.ok(performance.now() - start < 20_000);
  // Nobody closes it: the program ends all the same.
});
