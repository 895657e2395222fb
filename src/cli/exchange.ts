import type { ModelAnswer } from '../engine/formats/dimacs-model.ts';
import { QuadrilleError } from '../engine/problem/error.ts';
import type { Problem } from '../engine/problem/problem.ts';
import { write } from './answers.ts';
import { EXIT, type Exit } from './exit.ts';
import { readAll, sourceOf } from './input.ts';
import type { Inquiry } from './question.ts';

/** Answers `--cnf`: the problem for SAT solvers. */
export async function writeCnf({ problem, shell }: Inquiry): Promise<Exit> {
  const { dimacsLines } = await import('../engine/formats/dimacs.ts');
  if (problem.priced) shell.console.note('Warning: the costs are left out; --lp has them.');
  await shell.console.writeAll(dimacsLines(problem));
  return EXIT.answered;
}

/** Answers `--lp`: the problem for MIP solvers. */
export async function writeLp({ problem, shell }: Inquiry): Promise<Exit> {
  const { lpLines } = await import('../engine/formats/lp.ts');
  await shell.console.writeAll(lpLines(problem));
  return EXIT.answered;
}

/** Answers `--model`: the answer of another solver, as an answer of quadrille. */
export async function readBack(inquiry: Inquiry): Promise<Exit> {
  const { problem, given, shell } = inquiry;
  const { model = '-' } = given;
  const { answer, solution } = await modelOf(problem, await readAll(model, shell), sourceOf(model));
  if (solution !== undefined) write(solution, 1, inquiry);
  if (given.json) {
    const status = { solution: 'found', none: 'complete', unknown: 'aborted' }[answer];
    shell.console.writeJson('status', { status, solutions: solution === undefined ? 0 : 1 });
  }
  if (answer === 'solution') return EXIT.answered;
  shell.console.note(
    answer === 'none'
      ? 'There is no solution, according to the solver.'
      : 'The solver ended without an answer.',
  );
  return answer === 'none' ? EXIT.noSolution : EXIT.undecided;
}

/** The answer of another solver in a text. Errors name the file. */
async function modelOf(problem: Problem, text: string, source: string): Promise<ModelAnswer> {
  const { isLpSolution, readLpSolution } = await import('../engine/formats/lp-solution.ts');
  const { readModel } = await import('../engine/formats/dimacs-model.ts');
  try {
    return isLpSolution(text) ? readLpSolution(problem, text) : readModel(problem, text);
  } catch (error) {
    if (!(error instanceof QuadrilleError)) throw error;
    const { code, message, line, column } = error;
    throw new QuadrilleError(code, `${source}: ${message}`, { source, line, column });
  }
}
