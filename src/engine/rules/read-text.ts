import { type DlxSettings, readDlx, type TextPlace } from '../formats/dlx/reader.ts';
import {
  type ErrorCode,
  mistakeAt,
  nearest,
  plural,
  QuadrilleError,
  shown,
} from '../problem/error.ts';
import { OptionLists } from '../problem/option-lists.ts';
import type { Problem } from '../problem/problem.ts';
import { checkSettings } from '../problem/setting.ts';
import { faultOf } from './binding.ts';
import {
  type Automaton,
  ascending,
  atMost,
  budget,
  different,
  equal,
  implies,
  type Naming,
  occurs,
  type Rule,
  regular,
  sum,
  table,
  type Variable,
  variable,
} from './rule.ts';
import { type RuledProblem, withRules } from './ruled-problem.ts';
import { DIVIDER, NO_VALUE, valueIn, type Word, wordsOf } from './words.ts';

/**
 * Reads a problem with rules in Knuth's text. Each rule is a comment that begins with `|!`, about
 * items and lists of values, which have a value for each option in order, or `-` for none:
 *
 *     |! values hours 8 4 8 4 -
 *     |! "a day of 12" sum 12 mon=hours tue=hours
 *     mon tue | ann
 *     mon ann
 *     ...
 *
 * Options are named by their numbers, `3..6` for several. Other programs skip these lines, and find
 * more solutions. `writeRuledDlx` writes such a text, and [the guide](../docs/guide/formats.md#rules)
 * has all rules.
 */
export function readRuledDlx(
  text: string | Iterable<string>,
  settings: Omit<DlxSettings, 'onRule'> = {},
): RuledProblem<undefined> {
  checkSettings(settings, ['source', 'sharp', 'onWarning', 'onLabel']);
  const lines: RuleText[] = [];
  const problem = readDlx(text, {
    ...settings,
    onRule: (text, place) => lines.push({ text, place }),
  });
  return withRuleTexts(problem, lines);
}

/** What stands after `|!` in a line, and where. */
export interface RuleText {
  readonly text: string;
  readonly place: TextPlace;
}

/**
 * A problem with the rules of such lines. An error in the kind of a rule also says `besides`: what else
 * the caller has looked for.
 */
export function withRuleTexts<T>(
  problem: Problem<T>,
  texts: readonly RuleText[],
  besides = '',
): RuledProblem<T> {
  const lines = texts.map((one) => new Line(one, besides));
  const scope = new Scope(problem as Problem<unknown>);
  const stated: Line[] = [];
  for (const line of lines) {
    if (line.kind.text === 'values') scope.addValues(line);
    else if (line.kind.text === 'automaton') scope.addAutomaton(line);
    else stated.push(line);
  }
  scope.checkLists();
  const rules = stated.map((line) =>
    line.locating(() => STATED[line.kind.text as RuleKind](line, scope, line.naming)),
  );
  try {
    return withRules(problem, rules as unknown as Rule<T>[]);
  } catch (error) {
    const fault = error instanceof QuadrilleError ? faultOf(error) : undefined;
    const line = stated[(fault?.rule ?? -1) - (problem.ruling?.count ?? 0)];
    if (fault === undefined || line === undefined) throw error;
    throw line.mistake(line.kind, fault.what, (error as QuadrilleError).code);
  }
}

/** True if a line states a rule of this module, a list of values or an automaton. */
export function isRuleText({ text }: RuleText): boolean {
  const [first = ''] = text.trim().split(/\s/, 1);
  return first.startsWith('"') || (KINDS as readonly string[]).includes(first);
}

/** A line in its words: the name of a rule, if it has one, its kind, and what it says. */
class Line {
  readonly kind: Word;
  readonly rest: readonly Word[];
  readonly naming: Naming;
  private readonly place: TextPlace;

  constructor({ text, place }: RuleText, besides: string) {
    this.place = place;
    const words = wordsOf(text, (at) => {
      const what =
        'the quotes do not end, or hold no text as in JSON; end them with " before a blank';
      throw this.mistake(at, `${what}.`);
    });
    const [first] = words;
    const name = first?.isQuoted ? first : undefined;
    const [kind, ...rest] = name === undefined ? words : words.slice(1);
    if (name?.text === '') throw this.mistake(name, 'the name is empty; give it a character.');
    if (kind === undefined) {
      throw this.mistake(text.length, `there is no rule; give one, ${ALL_KINDS}.`);
    }
    this.kind = kind;
    this.rest = rest;
    this.naming = name === undefined ? {} : { name: name.text };
    const isKind = !kind.isQuoted && (KINDS as readonly string[]).includes(kind.text);
    if (!isKind) {
      const like = nearest(kind.text, KINDS);
      const hint = like === undefined ? '' : ` (did you mean ${like}?)`;
      throw this.mistake(
        kind,
        `${shown(kind.text)} is no kind of rule${hint}${besides}; give ${ALL_KINDS}, or begin a comment with | and a blank.`,
      );
    }
    if (name !== undefined && ['values', 'automaton'].includes(kind.text)) {
      throw this.mistake(name, `${kind.text} is no rule and has no such name; take it out.`);
    }
  }

  mistake(at: Word | number, what: string, code: ErrorCode = 'bad-text'): QuadrilleError {
    const { source, line, column } = this.place;
    const offset = typeof at === 'number' ? at : at.at;
    return mistakeAt({ source, line, column: column + offset }, code, what);
  }

  /** A word of the line, or an error at its end that says what is missing. */
  word(k: number, what: string): Word {
    const word = this.rest[k];
    if (word !== undefined && !isDivider(word)) return word;
    const last = this.rest[k - 1] ?? this.kind;
    throw this.mistake(word ?? last, `after ${shown(last.text)} there should be ${what}; add it.`);
  }

  /** The words from one on, in parts between bars. */
  parts(from: number): Word[][] {
    const parts: Word[][] = [[]];
    for (const word of this.rest.slice(from)) {
      if (isDivider(word)) parts.push([]);
      else parts[parts.length - 1].push(word);
    }
    return parts;
  }

  /** Adds the place to an error that has none. */
  locating<R>(call: () => R): R {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof QuadrilleError) || error.line !== undefined) throw error;
      throw this.mistake(this.kind, error.message, error.code);
    }
  }
}

/** A list of values, by option. */
interface List {
  readonly values: (number | string | undefined)[];
  /** Where its latest values stand. */
  line: Line;
}

/** What the lines of rules speak of. */
class Scope {
  readonly problem: Problem<unknown>;
  private readonly lists = new Map<string, List>();
  private readonly automata = new Map<string, Automaton<unknown, unknown>>();
  private readonly variables = new Map<string, Variable<unknown, unknown>>();
  private options: OptionLists | undefined;

  constructor(problem: Problem<unknown>) {
    this.problem = problem;
  }

  addValues(line: Line): void {
    const name = nameIn(line);
    const list = this.lists.get(name) ?? { values: [], line };
    this.lists.set(name, list);
    list.line = line;
    for (const word of line.rest.slice(1)) {
      if (isDivider(word)) throw line.mistake(word, 'found a | among values; write "|" in quotes.');
      const isNone = !word.isQuoted && word.text === NO_VALUE;
      list.values.push(isNone ? undefined : valueIn(word));
    }
  }

  checkLists(): void {
    const { optionCount } = this.problem;
    for (const [name, { values, line }] of this.lists) {
      if (values.length === optionCount) continue;
      throw line.mistake(
        line.kind,
        `the list ${name} has ${plural(values.length, 'value')}, and the problem ${plural(optionCount, 'option')}; ` +
          `give one for each option in order, ${NO_VALUE} where there is none.`,
      );
    }
  }

  addAutomaton(line: Line): void {
    const name = nameIn(line);
    if (this.automata.has(name)) {
      const what = `there is an automaton ${name} above; name this one otherwise.`;
      throw line.mistake(line.rest[0], what);
    }
    const form = 'start STATE end STATES | STATE VALUE NEXT | ...';
    const [head, ...steps] = line.parts(1);
    const [start, first, end, ...ends] = head;
    if (start?.text !== 'start' || first === undefined || end?.text !== 'end') {
      throw line.mistake(
        start ?? line.rest[0],
        `the automaton ${name} begins otherwise; give ${form}.`,
      );
    }
    const nextOf = new Map<unknown, Map<unknown, unknown>>();
    for (const step of steps) {
      const [from, value, to] = step;
      if (from === undefined || value === undefined || to === undefined || step.length > 3) {
        const at = from ?? line.rest[line.rest.length - 1];
        throw line.mistake(
          at,
          `a step has ${plural(step.length, 'word')} and not three; give ${form}.`,
        );
      }
      const row = nextOf.get(valueIn(from)) ?? new Map<unknown, unknown>();
      nextOf.set(valueIn(from), row);
      if (row.has(valueIn(value))) {
        const what = `two steps go from ${shown(from.text)} by ${shown(value.text)}; leave one out.`;
        throw line.mistake(from, what);
      }
      row.set(valueIn(value), valueIn(to));
    }
    const good = new Set<unknown>(ends.map(valueIn));
    this.automata.set(name, {
      start: valueIn(first),
      step: (state, value) => nextOf.get(state)?.get(value),
      accept: (state) => good.has(state),
    });
  }

  list(line: Line, word: Word, name = word.text): List['values'] {
    const list = this.lists.get(name);
    if (list !== undefined) return list.values;
    throw line.mistake(word, unknown('list of values', name, 'values', this.lists));
  }

  automaton(line: Line, word: Word): Automaton<unknown, unknown> {
    const automaton = this.automata.get(word.text);
    if (automaton !== undefined) return automaton;
    throw line.mistake(word, unknown('automaton', word.text, 'automaton', this.automata));
  }

  /** The variable that a word names, as in `item=list`. Without `written` it is the whole word. */
  variable(line: Line, word: Word, written = word.text): Variable<unknown, unknown> {
    const equals = written.lastIndexOf('=');
    if (word.isQuoted || isDivider(word) || equals < 1) {
      const what = `found ${shown(written)} in place of a variable; write ITEM=LIST, with a list of values.`;
      throw line.mistake(word, what);
    }
    const item = this.itemAt(line, word, written.slice(0, equals));
    const values = this.list(line, word, written.slice(equals + 1));
    this.checkValues(line, word, item, values);
    const known = this.variables.get(written);
    if (known !== undefined) return known;
    const made = variable(item, (_payload: unknown, option) => values[option]);
    this.variables.set(written, made);
    return made;
  }

  variablesOf(line: Line, words: readonly Word[]): Variable<unknown, unknown>[] {
    return words.map((word) => this.variable(line, word));
  }

  /** The numbers of options that words name. */
  optionsOf(line: Line, words: readonly Word[]): number[] {
    const count = this.problem.optionCount;
    return words.flatMap((word) => {
      const { text, isQuoted } = word;
      const [, first, last = first] = /^(\d+)(?:\.\.(\d+))?$/.exec(text) ?? [];
      if (isQuoted || first === undefined || Number(first) > Number(last)) {
        const what = `found ${shown(text)} in place of an option; give its number from 0, or several as 3..6.`;
        throw line.mistake(word, what);
      }
      if (Number(last) >= count) {
        throw line.mistake(
          word,
          `there is no option ${last}; options are numbered from 0, and there are ${count}.`,
          'unknown-option',
        );
      }
      const from = Number(first);
      return Array.from({ length: Number(last) - from + 1 }, (_, k) => from + k);
    });
  }

  private itemAt(line: Line, word: Word, name: string): number {
    const { problem } = this;
    try {
      return problem.itemIndex(name);
    } catch {
      const count = problem.primaryCount + problem.secondaryCount;
      const names = Array.from({ length: count }, (_, item) => problem.itemName(item));
      const like = nearest(name, names);
      const hint = like === undefined ? '' : ` (did you mean ${shown(like)}?)`;
      const what = `unknown item ${shown(name)}; name one from the line of the items${hint}.`;
      throw line.mistake(word, what, 'unknown-item');
    }
  }

  /** Refuses a variable whose options do not all have a value, or not one that the rule can add or compare. */
  private checkValues(line: Line, word: Word, item: number, values: List['values']): void {
    const { problem } = this;
    this.options ??= new OptionLists(problem.ruling?.stated ?? problem.compile());
    const { list, listStart, optionOf } = this.options;
    const kind = line.kind.text;
    for (let k = listStart[item]; k < listStart[item + 1]; k++) {
      const option = optionOf[list[k]];
      const value = values[option];
      const isGood =
        kind === 'sum'
          ? Number.isSafeInteger(value)
          : value !== undefined && (kind !== 'ascending' || typeof value === 'number');
      if (isGood) continue;
      const wanted = { sum: 'a whole number', ascending: 'a number' }[kind] ?? 'a value';
      const found = value === undefined ? 'no value' : shown(value);
      throw line.mistake(
        word,
        `the list has ${found} for option ${option} of item ${shown(problem.itemName(item))}; ` +
          `give ${wanted} for each option of the item.`,
        'bad-option',
      );
    }
  }
}

type RuleKind = Exclude<Rule['kind'], 'forbid'>;
type Read = (line: Line, scope: Scope, naming: Naming) => Rule<unknown>;

/** Kind -> what reads the rest of its line. */
const STATED: Readonly<Record<RuleKind, Read>> = {
  sum(line, scope, naming) {
    const total = rangeIn(line, 0, 'the total');
    const terms = line.rest.slice(1).map((word) => {
      const [, weight = '1', written] = /^(?:([+-]?\d+)\*)?(.*)$/s.exec(word.text) ?? [];
      if (!Number.isSafeInteger(Number(weight))) {
        throw line.mistake(word, `the weight ${weight} is beyond 2 ** 53; divide all by a factor.`);
      }
      return { weight: Number(weight), seen: scope.variable(line, word, written) };
    });
    const variables = terms.map(({ seen }) => seen as Variable<unknown, number>);
    return sum(
      variables,
      total,
      terms.map(({ weight }) => weight),
      naming,
    );
  },
  different: (line, scope, naming) => different(scope.variablesOf(line, line.rest), naming),
  ascending(line, scope, naming) {
    const variables = scope.variablesOf(line, line.rest) as Variable<unknown, number>[];
    return ascending(variables, naming);
  },
  equal(line, scope, naming) {
    const [a, b] = ['a variable', 'another variable'].map((what, k) =>
      scope.variable(line, line.word(k, what)),
    );
    if (line.rest[2] !== undefined) {
      throw line.mistake(line.rest[2], 'equal takes two variables; write a line for each two.');
    }
    return equal(a, b, naming);
  },
  occurs(line, scope, naming) {
    const value = valueIn(line.word(0, 'a value'));
    const times = rangeIn(line, 1, 'how often it stands there');
    return occurs(value, scope.variablesOf(line, line.rest.slice(2)), times, naming);
  },
  table(line, scope, naming) {
    const [terms, ...rows] = line.parts(0);
    const variables = scope.variablesOf(line, terms);
    for (const row of rows) {
      if (row.length === variables.length) continue;
      throw line.mistake(
        row[0] ?? line.kind,
        `a tuple has ${plural(row.length, 'value')}; give one for each of ${plural(variables.length, 'variable')}.`,
      );
    }
    return table(
      variables,
      rows.map((row) => row.map(valueIn)),
      naming,
    );
  },
  regular(line, scope, naming) {
    const automaton = scope.automaton(line, line.word(0, 'the name of an automaton'));
    return regular(scope.variablesOf(line, line.rest.slice(1)), automaton, naming);
  },
  budget(line, scope, naming) {
    const total = rangeIn(line, 0, 'the total');
    const named = line.word(1, 'a list of values');
    const weights = scope.list(line, named);
    const words = line.rest.slice(2);
    const options =
      words.length > 0
        ? scope.optionsOf(line, words)
        : [...weights.keys()].filter((option) => weights[option] !== undefined);
    for (const option of options) {
      const weight = weights[option];
      if (Number.isSafeInteger(weight)) continue;
      const found = weight === undefined ? 'no value' : shown(weight);
      const what = `the list has ${found} for option ${option}; give a whole number.`;
      throw line.mistake(named, what, 'bad-option');
    }
    return budget(options, (option) => weights[option] as number, total, naming);
  },
  atMost(line, scope, naming) {
    const most = line.word(0, 'a number');
    if (most.isQuoted || !/^\d+$/.test(most.text)) {
      throw line.mistake(most, `found ${shown(most.text)}; give a whole number from 0 up.`);
    }
    return atMost(Number(most.text), scope.optionsOf(line, line.rest.slice(1)), naming);
  },
  implies(line, scope, naming) {
    const [own, others, more] = line.parts(0);
    if (others === undefined || more !== undefined) {
      const what = 'there should be one | in the rule; write implies 1 4 | 5 6.';
      throw line.mistake(line.kind, what);
    }
    return implies(scope.optionsOf(line, own), scope.optionsOf(line, others), naming);
  },
};

const KINDS = ['values', 'automaton', ...(Object.keys(STATED) as RuleKind[])] as const;
const ALL_KINDS = `one of ${KINDS.join(', ')}`;

function isDivider({ text, isQuoted }: Word): boolean {
  return !isQuoted && text === DIVIDER;
}

/** The name of a list or an automaton. */
function nameIn(line: Line): string {
  const word = line.word(0, 'a name');
  if (!word.isQuoted && /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(word.text)) return word.text;
  const what = `the name is ${shown(word.text)}; begin it with a letter, and use letters, digits, _ and -.`;
  throw line.mistake(word, what);
}

/** `15`, `40..48`, `40..` or `..48`. */
function rangeIn(line: Line, k: number, what: string): number | readonly [number, number] {
  const word = line.word(k, `${what}, as in 15 or 40..48`);
  const { text, isQuoted } = word;
  const found = isQuoted ? null : /^([+-]?\d+)?(\.\.([+-]?\d+)?)?$/.exec(text);
  const [, least, range, most] = found ?? [];
  if (found === null) {
    throw line.mistake(
      word,
      `found ${shown(text)} in place of ${what}; give a whole number, or from the least to the most as 40..48.`,
    );
  }
  if (range === undefined) return Number(least);
  return [
    least === undefined ? Number.NEGATIVE_INFINITY : Number(least),
    most === undefined ? Number.POSITIVE_INFINITY : Number(most),
  ];
}

function unknown(what: string, name: string, kind: string, all: ReadonlyMap<string, unknown>) {
  const like = nearest(name, all.keys());
  const hint = like === undefined ? '' : ` (did you mean ${like}?)`;
  return `there is no ${what} ${shown(name)}; give it in a line |! ${kind} NAME ..., or correct the name${hint}.`;
}
