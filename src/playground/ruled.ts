/** Texts with rules. They load only where a text has some. */
import { DlxReader } from '../engine/formats/dlx/reader.ts';
import { QuadrilleError } from '../engine/problem/error.ts';
import type { Problem } from '../engine/problem/problem.ts';
import type { RuleText } from '../engine/rules/read-text.ts';

/** The most mistakes that are looked for. After each one the rules are read again without its line. */
const MOST_MISTAKES = 12;

/** A mistake in a line of rules. */
export interface RuleMistake {
  readonly message: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** The problem in a text, with its rules. */
export async function readText(text: string): Promise<Problem> {
  const { problem, rules } = stated(text);
  return rules.length === 0 ? problem : (await reader())(problem, rules);
}

/** What there is to say of the rules of a text. */
export interface RuleReport {
  readonly mistakes: readonly RuleMistake[];
  /** True if a line names a problem of the gallery, with a rule that no text holds. */
  readonly isNamed: boolean;
}

/** The mistakes in the rules of a text that has no others. */
export async function checkRules({ text }: { readonly text: string }): Promise<RuleReport> {
  const { problem, rules } = stated(text);
  const read = await reader();
  const { isRuleText } = await import('../engine/rules/read-text.ts');
  const mistakes: RuleMistake[] = [];
  for (let left = rules; left.length > 0 && mistakes.length < MOST_MISTAKES; ) {
    try {
      await read(problem, left);
      break;
    } catch (error) {
      if (!(error instanceof QuadrilleError)) throw error;
      const { message, line, column } = error;
      mistakes.push({ message, line, column });
      const bad = left.find(({ place }) => place.line === line);
      // Without a list or an automaton all rules that name it would be mistakes.
      if (bad === undefined || /^\s*(values|automaton)\b/.test(bad.text)) break;
      left = left.filter((one) => one !== bad);
    }
  }
  return { mistakes, isNamed: !rules.every(isRuleText) };
}

async function reader() {
  return (await import('../puzzles/gallery/ruled-text.ts')).withRulesOf;
}

function stated(text: string): { problem: Problem; rules: RuleText[] } {
  const rules: RuleText[] = [];
  const reader = new DlxReader({ onRule: (text, place) => rules.push({ text, place }) });
  reader.push(text);
  return { problem: reader.end(), rules };
}
