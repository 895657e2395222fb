/** Problems as files of several forms, and as code to take along. */
import { writeDimacs } from '../../engine/formats/dimacs.ts';
import { writeDlx } from '../../engine/formats/dlx/write.ts';
import { QuadrilleError, shown } from '../../engine/problem/error.ts';
import type { MultipleItem } from '../../engine/problem/names.ts';
import { type ItemUse, Problem } from '../../engine/problem/problem.ts';
import { carriedText, cnfWith } from '../carry.ts';
import { type Content, type Form, pictureFile } from '../saving.ts';
import { drawGrid } from './grid.ts';
import type { Reading } from './reading.ts';

/**
 * A problem as JSON: the arguments of `new Problem` and `addOption`. Costs are there where an
 * option has one.
 */
interface ProblemJson {
  readonly primary: readonly (
    | string
    | { readonly item: string; readonly times: readonly (number | null)[] }
  )[];
  readonly secondary?: readonly string[];
  readonly options: readonly (readonly ItemUse[])[];
  readonly costs?: readonly number[];
}

/**
 * The content of a file; `chosen` are the options to mark in a picture. A text with mistakes has
 * one form only.
 */
export async function contentOf(
  form: Form,
  text: string,
  problem: Problem | undefined,
  chosen: readonly number[],
): Promise<Content> {
  if (form === 'dlx' || problem === undefined) return text;
  if (form === 'cnf') {
    const { readText } = await import('../ruled.ts');
    return cnfWith(writeDimacs(await readText(text)), text);
  }
  if (form === 'json') return toJson(problem);
  return pictureFile(form, { svg: drawGrid(problem, chosen).svg, text });
}

/** A problem as JSON, an option on each line. An upper bound without an end is null. */
export function toJson(problem: Problem<unknown>): string {
  const { primaryCount, secondaryCount, optionCount } = problem;
  const primary = Array.from({ length: primaryCount }, (_, item) => {
    const name = problem.itemName(item);
    const [least, most] = problem.times(item);
    if (least === 1 && most === 1) return name;
    return { item: name, times: [least, Number.isFinite(most) ? most : null] };
  });
  const secondary = Array.from({ length: secondaryCount }, (_, k) =>
    problem.itemName(primaryCount + k),
  );
  const options = Array.from({ length: optionCount }, (_, option) => problem.option(option));
  const parts = [`  "primary": ${JSON.stringify(primary)}`];
  if (secondaryCount > 0) parts.push(`  "secondary": ${JSON.stringify(secondary)}`);
  const lines = options.map((option) => `    ${JSON.stringify(option)}`);
  parts.push(`  "options": [\n${lines.join(',\n')}\n  ]`);
  if (problem.priced)
    parts.push(`  "costs": ${JSON.stringify(options.map((_, option) => problem.cost(option)))}`);
  return `{\n${parts.join(',\n')}\n}\n`;
}

/** The problem in a JSON text. `Problem` itself checks the content. */
export function fromJson(text: string): Problem {
  let json: Partial<ProblemJson>;
  try {
    json = JSON.parse(text) as Partial<ProblemJson>;
  } catch (error) {
    throw new QuadrilleError('bad-text', `This is no JSON: ${(error as Error).message}.`);
  }
  const { primary, secondary, options, costs } = json ?? {};
  if (!Array.isArray(primary) || !Array.isArray(options)) {
    throw new QuadrilleError(
      'bad-text',
      'A problem in JSON is an object with "primary", a list of names, and "options", a list of lists of names.',
    );
  }
  const problem = new Problem({
    primary: primary.map((item) =>
      typeof item === 'object' && item !== null ? withTimes(item) : item,
    ),
    secondary: secondary,
  });
  for (const option of options) problem.addOption(option as readonly ItemUse[]);
  if (costs !== undefined) {
    if (!Array.isArray(costs))
      throw new QuadrilleError(
        'bad-text',
        `The costs are ${shown(costs)}; give a list of numbers.`,
      );
    for (const [option, cost] of costs.entries()) problem.setCost(option, cost);
  }
  return problem;
}

function withTimes({ item, times }: { item: unknown; times: unknown }): MultipleItem {
  const [least, most] = Array.isArray(times) ? times : [times, times];
  return { item, times: [least, most ?? Number.POSITIVE_INFINITY] } as MultipleItem;
}

/** The text in a file of any of the forms that the page writes. */
export function textOfFile(name: string, bytes: Uint8Array): string {
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? '';
  if (ending === 'json') return writeDlx(fromJson(new TextDecoder().decode(bytes)));
  if (['cnf', 'svg', 'png'].includes(ending)) return carriedText(name, bytes);
  return new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
}

/** The longest text that a snippet has in full. */
const MOST_SNIPPET = 1200;

/** How the page asks. */
interface HowAsked {
  readonly isPriced: boolean;
  readonly isUpToSymmetry: boolean;
  readonly rules?: Reading['rules'];
}

/** A program that does what the page does. */
export function typeScript(
  text: string,
  { isPriced, isUpToSymmetry, rules = 'none' }: HowAsked,
): string {
  if (rules === 'named') {
    return '// A line of the text names a puzzle, which quadrille solve knows, and this page.\n';
  }
  const isShort = text.length <= MOST_SNIPPET;
  const ask = isPriced ? 'best' : 'solutions';
  const read = rules === 'none' ? 'readDlx' : 'readRuledDlx';
  const imports =
    rules === 'none'
      ? importOf(`count, readDlx, ${ask}`, 'quadrille')
      : `${importOf(`count, ${ask}`, 'quadrille')}${importOf(read, 'quadrille/rules')}`;
  const source = isShort ? `\`\n${escaped(text)}\`` : "readFileSync('problem.dlx', 'utf8')";
  const lead = isShort ? imports : `${importOf('readFileSync', 'node:fs')}${imports}`;
  const how = isUpToSymmetry ? ', { upToSymmetry: true }' : '';
  const size = isUpToSymmetry ? ', solution.classSize' : '';
  const loop = isPriced
    ? `for (const { cost, solution } of best(problem${how}).solutions) {\n  console.log(cost, solution.options${size});\n}\n`
    : `for (const solution of solutions(problem${how})) {\n  console.log(solution.options${size});\n}\n`;
  return `${lead}\nconst problem = ${read}(${source});\n\nconsole.log(count(problem${how}).exact);\n${loop}`;
}

function importOf(names: string, path: string): string {
  return `import { ${names} } from \u0027${path}';\n`;
}

/** The same by the command line. */
export function shell(text: string, { isPriced, isUpToSymmetry }: HowAsked): string {
  const flags = `${isPriced ? '--best 1' : '--count'}${isUpToSymmetry ? ' --up-to-symmetry' : ''}`;
  if (text.length > MOST_SNIPPET) return `quadrille solve problem.dlx ${flags}\n`;
  const end = text.split('\n').includes('END') ? 'END_OF_PROBLEM' : 'END';
  return `quadrille solve ${flags} <<'${end}'\n${text.replace(/\n?$/, '\n')}${end}\n`;
}

/** A text between backquotes. */
function escaped(text: string): string {
  return text.replace(/[\\`]|\$\{/g, (sign) => `\\${sign}`).replace(/\n?$/, '\n');
}
