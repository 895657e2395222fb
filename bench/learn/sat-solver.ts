import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dimacsLines, readModel } from '../../src/index.ts';
import type { Decider } from './decider.ts';
import type { Case } from './families.ts';
import { run } from './process.ts';

/** How a SAT solver is called: its arguments for a CNF file, and a file for its result. */
interface Program {
  readonly command: string;
  readonly about: string;
  arguments(cnf: string, result: string): string[];
  /** True if the result comes on stdout. */
  readonly toStdout: boolean;
}

const PROGRAMS: readonly Program[] = [
  {
    command: 'cadical',
    about: "CaDiCaL (Debian's package cadical)",
    arguments: (cnf) => ['-q', cnf],
    toStdout: true,
  },
  {
    command: 'minisat',
    about: "MiniSat (Debian's package minisat)",
    arguments: (cnf, result) => ['-verb=0', cnf, result],
    toStdout: false,
  },
];

/** The solvers that are installed; a line names each of the others. */
export function satSolvers(say: (line: string) => void): Decider[] {
  return PROGRAMS.filter(({ command, about }) => {
    const isHere = spawnSync(command, ['--help'], { stdio: 'ignore' }).error === undefined;
    if (!isHere) say(`Left out: ${about} is not installed.`);
    return isHere;
  }).map(decider);
}

/**
 * From the start of the process on, which reads the CNF that was written before. The second
 * question is a run of its own, with a clause that rules out the first solution.
 */
function decider(program: Program): Decider {
  return {
    name: program.command,
    async decide({ problem }: Case, limit) {
      const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
      try {
        const lines = [...dimacsLines(problem)];
        const ask = async (extra: readonly number[] | undefined) => {
          const cnf = join(folder, 'problem.cnf');
          writeFileSync(cnf, (extra === undefined ? lines : withClause(lines, extra)).join(''));
          const { text, ms } = await answerOf(program, cnf, join(folder, 'result'), limit);
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
async function answerOf(program: Program, cnf: string, result: string, limit: number) {
  writeFileSync(result, '');
  const { code, stdout, ms } = await run(program.command, program.arguments(cnf, result), limit);
  const text = program.toStdout ? stdout : readFileSync(result, 'utf8');
  return { text: code === 10 || code === 20 ? text : 's UNKNOWN\n', ms };
}
