import { createSearch, type EngineName } from '../../src/index.ts';
import type { Decider } from './decider.ts';

/** Nodes between two looks at the clock: a hundredth of a second or so. */
const STRIDE = 256;

/** One of our engines, from the compiled problem on. It keeps its clauses for the proof. */
export function ours(engine: EngineName): Decider {
  return {
    name: engine,
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
