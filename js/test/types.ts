// Compiles if the types say what the package does: tsc --noEmit --strict --module nodenext types.ts

import { Solver, TsumugiError, type Solved } from 'tsumugi';

export async function used(): Promise<string> {
  const solver = new Solver();
  const controller = new AbortController();
  try {
    const answer: Solved = await solver.solve({ sfen: '4k4/9/4P4/9/9/9/9/9/9 b G 1', attacker: 'black' }, {
      question: 'line',
      time: 10,
      certificate: true,
      signal: controller.signal,
      onProgress: ({ nodes }) => console.log(nodes.toFixed()),
    });
    const { verified } = await solver.verify(answer.sfen, answer.certificate ?? '', { exact: true });
    const { findings } = await solver.check(answer.sfen, { strict: true, futile: ['narrow'] });
    const { length } = await solver.helpmate(answer.sfen, { max_solutions: 2 });
    await solver.show(answer.sfen, { format: 'svg', flip: true });
    await solver.convert(answer.sfen, { to: ['kif', 'csa'] });
    return `${answer.line.join(' ')} ${verified} ${findings.length} ${length ?? '-'}`;
  } catch (error) {
    return error instanceof TsumugiError ? `${error.code} ${error.line ?? ''}` : String(error);
  } finally {
    solver.close();
  }
}

// @ts-expect-error there is no such question
void new Solver().solve('x', { question: 'why' });
