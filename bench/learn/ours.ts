import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSearch, type EngineName, writeDlx } from '../../src/index.ts';
import { Trouble } from '../trouble.ts';
import type { Decider, Decision } from './decider.ts';
import { run } from './process.ts';

const CLI = fileURLToPath(new URL('../../dist/cli/main.cjs', import.meta.url));

/** Nodes between two looks at the clock: a hundredth of a second or so. */
const STRIDE = 256;

/** One of our engines, from the compiled problem on. It keeps its clauses for the proof. */
export function ours(engine: EngineName): Decider {
  return {
    name: engine,
    isRival: false,
    async decide({ problem }, limit) {
      const compiled = problem.compile();
      const began = performance.now();
      const search = createSearch(compiled, { engine });
      const next = () => {
        const start = performance.now();
        for (;;) {
          const outcome = search.advance(STRIDE);
          const ms = performance.now() - start;
          if (outcome !== 'paused' || ms > limit) return { outcome, ms };
        }
      };
      const setUp = performance.now() - began;
      const one = next();
      if (one.outcome === 'exhausted') return { answer: 'none', first: setUp + one.ms };
      if (one.outcome !== 'solution') return { answer: 'unknown' };
      const first = setUp + one.ms;
      const numbers = search.solution().sort((a, b) => a - b);
      const { outcome, ms } = next();
      if (outcome === 'solution') return { answer: 'several', first, proof: ms, numbers };
      if (outcome === 'exhausted') return { answer: 'unique', first, proof: ms, numbers };
      return { answer: 'unknown', first, numbers };
    },
  };
}

/** The command line with an engine, a process from its start on: a first solution. */
export function command(engine: EngineName | 'auto'): Decider {
  if (!existsSync(CLI)) throw new Trouble('There is no dist/cli/main.cjs; run npm run build.', 2);
  return {
    name: `solve, ${engine}`,
    isRival: false,
    async decide({ problem }, limit) {
      const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
      try {
        const file = join(folder, 'problem.dlx');
        writeFileSync(file, writeDlx(problem));
        const args = [CLI, 'solve', '--limit', '1', '--engine', engine, file];
        const { code, ms } = await run(process.execPath, args, limit);
        const answers: Decision['answer'][] = ['some', 'none'];
        const answer = answers[code ?? 2];
        return answer === undefined ? { answer: 'unknown' } : { answer, first: ms };
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}
