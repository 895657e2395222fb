import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dimacsLines, readModel } from '../../src/index.ts';
import { program } from '../rivals.ts';
import type { Decider } from './decider.ts';
import type { Case } from './families.ts';
import { run } from './process.ts';

/** How a SAT solver is called: its arguments for a CNF file, and a file for its result. */
interface Program {
  readonly command: 'cadical' | 'minisat';
  arguments(cnf: string, result: string): string[];
  /** True if the result comes on stdout. */
  readonly toStdout: boolean;
}

const PROGRAMS: readonly Program[] = [
  {
    command: 'cadical',
    arguments: (cnf) => ['-q', cnf],
    toStdout: true,
  },
  {
    command: 'minisat',
    arguments: (cnf, result) => ['-verb=0', cnf, result],
    toStdout: false,
  },
];

export function satSolvers(): Decider[] {
  return PROGRAMS.map(decider);
}

/**
 * From the start of the process on, which reads the CNF that was written before. The second
 * question is a run of its own, with a clause that rules out the first solution.
 */
function decider(how: Program): Decider {
  const found = program(how.command);
  return {
    name: how.command,
    isRival: true,
    async decide({ problem }: Case, limit) {
      if ('missing' in found) {
        return { answer: 'unknown', fault: { wrong: false, note: `${found.missing}.` } };
      }
      const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
      try {
        const lines = [...dimacsLines(problem)];
        const ask = async (extra: readonly number[] | undefined) => {
          const cnf = join(folder, 'problem.cnf');
          writeFileSync(cnf, (extra === undefined ? lines : withClause(lines, extra)).join(''));
          const { text, ms } = await answerOf(how, found.path, cnf, join(folder, 'result'), limit);
          return { ms, ...readModel(problem, text) };
        };
        const { answer, ms: first, solution } = await ask(undefined);
        if (answer === 'none') return { answer, first };
        if (solution === undefined) return { answer: 'unknown' };
        const { numbers } = solution;
        const second = await ask(numbers);
        if (second.answer === 'unknown') return { answer: 'unknown', first, numbers };
        const several = second.answer === 'solution';
        return { answer: several ? 'several' : 'unique', first, proof: second.ms, numbers };
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}

/** The CNF with one more clause: not all of these options. */
function withClause(lines: readonly string[], options: readonly number[]): string[] {
  const clause = `${options.map((option) => -(option + 1)).join(' ')} 0\n`;
  return [
    ...lines.map((line) =>
      line.replace(/^p cnf (\d+) (\d+)/, (_, variables, clauses) => {
        return `p cnf ${variables} ${Number(clauses) + 1}`;
      }),
    ),
    clause,
  ];
}

/** The output of a run; one that the limit stopped has none. */
async function answerOf(how: Program, path: string, cnf: string, result: string, limit: number) {
  writeFileSync(result, '');
  const { code, stdout, ms } = await run(path, how.arguments(cnf, result), limit);
  const text = how.toStdout ? stdout : readFileSync(result, 'utf8');
  return { text: code === 10 || code === 20 ? text : 's UNKNOWN\n', ms };
}
