import { MOST_SHARDS, shardsOf } from '../engine/parallel/shards.ts';
import { QUESTION_ENGINES } from '../engine/solve/engines.ts';
import { simpleCommand } from './command.ts';
import { EXIT, UsageError } from './exit.ts';
import { choice, integer, seed } from './flags.ts';
import { FORM_FLAGS, onlyFile, readProblem } from './input.ts';

export const split = simpleCommand({
  name: 'split',
  summary: 'divides a problem into parts, for the machines of a cluster',
  usage: ['quadrille split [FILE|-] --into N [flags]'],
  about:
    'Divides a problem into N parts at most, and prints a JSON object for each on a line: its number, ' +
    'its prefix (the decisions that its solutions have in common), and the estimated share of the search. ' +
    'Each solution lies in exactly one part. The same problem and flags give the same parts ' +
    'on every machine.\n' +
    'quadrille solve FILE --shard K/N --json searches part K; quadrille merge adds the results up. ' +
    'Where a problem has fewer parts, the last lines have no prefix (null), and their parts no solution.',
  flags: {
    into: integer('N', 'makes N parts', 1, MOST_SHARDS),
    engine: choice(
      'NAME',
      'the engine whose branches divide the problem; give the same to solve --shard',
      QUESTION_ENGINES,
    ),
    seed,
    ...FORM_FLAGS,
  },
  examples: [
    ['quadrille split puzzle.dlx --into 1000 > shards.jsonl', 'a thousand parts'],
    [
      'seq 9 | xargs -P 3 -I{} \\\n    quadrille solve puzzle.dlx --count --json --shard {}/9 > results.json',
      'nine parts, three at a time',
    ],
  ],
  async run(given, operands, shell) {
    const { into, engine = 'auto', seed } = given;
    const { console } = shell;
    if (into === undefined) throw new UsageError('it needs the number of parts; give --into N');
    const problem = await readProblem(onlyFile(operands), given, shell);
    const { left, problem: hash, division } = shardsOf(problem, { engine, seed }, into);
    const fields = { problem: hash, division };
    for (let k = 0; k < into; k++) {
      const prefix = left[k]?.toArray() ?? null;
      // Six digits are more than an estimate is worth.
      const share = Number((left[k]?.share ?? 0).toPrecision(6));
      console.writeJson('shard', { shard: k + 1, of: into, prefix, share, ...fields });
      if (console.isFull) await console.waitForRoom();
    }
    return EXIT.answered;
  },
});
