/**
 * A checker of proofs. It knows nothing of quadrille, only the text of a CNF and of a proof in the
 * form of DRAT:
 *
 *     4 -7 0     a clause that must follow: if it is false, unit propagation comes to a conflict
 *     d 4 -7 0   an earlier clause goes; with it go the facts known by it alone
 *     0          the empty clause, the last line
 *
 * It is stricter than drat-trim, which lets pass deletions of unknown clauses, and keeps clauses
 * that it needs. Literals are 2v or, if negative, 2v + 1. Of each clause the first two literals are
 * watched, as in any SAT solver.
 */
class Checker {
  readonly #watched: number[][][];
  readonly #values: Int8Array;
  /** Variable -> the clause by which it has its value, if not by assumption. */
  readonly #reasons: (number[] | undefined)[];
  readonly #trail: number[] = [];
  #head = 0;
  /** The clauses by their sorted literals. */
  readonly #clauses = new Map<string, number[][]>();
  readonly #gone = new Set<number[]>();
  /** True once unit propagation alone comes to a conflict. */
  #isRefuted = false;

  constructor(variables: number) {
    this.#watched = Array.from({ length: 2 * variables + 2 }, () => []);
    this.#values = new Int8Array(2 * variables + 2);
    this.#reasons = new Array(variables + 1).fill(undefined);
  }

  add(stated: readonly number[]): void {
    const clause = stated.slice();
    const key = keyOf(clause);
    this.#clauses.set(key, [...(this.#clauses.get(key) ?? []), clause]);
    // The literals that are not false come first.
    clause.sort((a, b) => Number(this.#isFalse(a)) - Number(this.#isFalse(b)));
    const [first, second] = clause;
    if (second !== undefined) {
      this.#watched[first]?.push(clause);
      this.#watched[second]?.push(clause);
    }
    if (first === undefined || this.#isFalse(first)) this.#isRefuted = true;
    else if (second === undefined || this.#isFalse(second)) {
      if (!this.#isTrue(first)) this.#assign(first, clause);
      else if (second === undefined) this.#reasons[first >> 1] = clause;
      this.#isRefuted ||= !this.#propagate();
    }
  }

  /** Removes a clause. `unknown`: there was no such clause; `reason`: a fact was known by it. */
  remove(literals: readonly number[]): 'unknown' | 'reason' | 'removed' {
    const clause = this.#clauses.get(keyOf(literals))?.pop();
    if (clause === undefined) return 'unknown';
    this.#gone.add(clause);
    const isReason = clause.some((literal) => this.#reasons[literal >> 1] === clause);
    if (isReason || this.#isRefuted) this.#startAgain();
    return isReason ? 'reason' : 'removed';
  }

  /** True if a clause follows by reverse unit propagation. */
  follows(literals: readonly number[]): boolean {
    if (this.#isRefuted) return true;
    const before = this.#trail.length;
    let isConflict = false;
    for (const literal of literals) {
      if (this.#isTrue(literal)) isConflict = true;
      else if (!this.#isFalse(literal)) this.#assign(literal ^ 1, undefined);
    }
    isConflict ||= !this.#propagate();
    this.#takeBack(before);
    return isConflict;
  }

  /** Finds the facts that the remaining clauses imply. */
  #startAgain(): void {
    this.#takeBack(0);
    this.#isRefuted = false;
    for (const same of this.#clauses.values()) {
      for (const clause of same) {
        const [literal, another] = clause;
        if (another !== undefined) continue;
        if (literal === undefined || this.#isFalse(literal)) this.#isRefuted = true;
        else if (!this.#isTrue(literal)) this.#assign(literal, clause);
      }
    }
    this.#isRefuted ||= !this.#propagate();
  }

  #isTrue(literal: number): boolean {
    return this.#values[literal] > 0;
  }

  #isFalse(literal: number): boolean {
    return this.#values[literal] < 0;
  }

  #assign(literal: number, reason: number[] | undefined): void {
    this.#values[literal] = 1;
    this.#values[literal ^ 1] = -1;
    this.#reasons[literal >> 1] = reason;
    this.#trail.push(literal);
  }

  #takeBack(length: number): void {
    for (const literal of this.#trail.splice(length)) {
      this.#values[literal] = this.#values[literal ^ 1] = 0;
      this.#reasons[literal >> 1] = undefined;
    }
    this.#head = length;
  }

  /** False at a conflict. */
  #propagate(): boolean {
    while (this.#head < this.#trail.length) {
      const lost = this.#trail[this.#head++] ^ 1;
      const list = this.#watched[lost];
      const kept: number[][] = [];
      let isConflict = false;
      for (const clause of list) {
        if (this.#gone.has(clause)) continue;
        if (isConflict || !this.#moveWatch(clause, lost)) kept.push(clause);
        if (isConflict) continue;
        const first = clause[0];
        if (clause[1] !== lost || this.#isTrue(first)) continue;
        if (this.#isFalse(first)) isConflict = true;
        else this.#assign(first, clause);
      }
      this.#watched[lost] = kept;
      if (isConflict) return false;
    }
    return true;
  }

  /**
   * Puts a watched literal that is lost second, then watches another one in its place if there is
   * one.
   */
  #moveWatch(clause: number[], lost: number): boolean {
    if (clause[0] === lost) [clause[0], clause[1]] = [clause[1], lost];
    if (this.#isTrue(clause[0])) return false;
    const at = clause.findIndex((literal, k) => k > 1 && !this.#isFalse(literal));
    if (at < 0) return false;
    [clause[1], clause[at]] = [clause[at], lost];
    this.#watched[clause[1]]?.push(clause);
    return true;
  }
}

/**
 * Why a proof is refused, or undefined if it is accepted. `keepsFacts`: it is also refused if it
 * deletes a clause by which a variable has its value for good, as some checkers do not allow.
 */
export function flawOf(cnf: string, proof: string, keepsFacts = false): string | undefined {
  const { variables, clauses } = readCnf(cnf);
  const checker = new Checker(variables);
  for (const clause of clauses) checker.add(clause);
  const lines = proof.split('\n');
  if (lines.pop() !== '') return 'the last line has no end';
  if (lines.at(-1) !== '0') return 'the last line is not the empty clause';
  if (lines.indexOf('0') < lines.length - 1) return 'it goes on after the empty clause';
  for (const [k, line] of lines.entries()) {
    if (!/^(d )?(-?[1-9]\d* )*0$/.test(line)) return `line ${k + 1} is no clause: ${line}`;
    const isRemoved = line.startsWith('d ');
    const literals = literalsOf(isRemoved ? line.slice(2) : line);
    if (literals.some((literal) => literal >> 1 > variables)) return `line ${k + 1}: no variable`;
    if (isRemoved) {
      const removed = checker.remove(literals);
      if (removed === 'unknown') return `line ${k + 1}: there is no clause ${line.slice(2)}`;
      if (removed === 'reason' && keepsFacts) return `line ${k + 1} deletes a reason: ${line}`;
    } else {
      if (!checker.follows(literals)) return `line ${k + 1} does not follow: ${line}`;
      checker.add(literals);
    }
  }
  return undefined;
}

/** The clauses of a CNF, as literals 2v and 2v + 1. */
export function readCnf(cnf: string): { variables: number; clauses: number[][] } {
  const lines = cnf.split('\n').filter((line) => line !== '' && !line.startsWith('c'));
  const [, variables = '', size] = /^p cnf (\d+) (\d+)$/.exec(lines.shift() ?? '') ?? [];
  if (lines.length !== Number(size)) throw new Error(`${lines.length} clauses, not ${size}`);
  return { variables: Number(variables), clauses: lines.map(literalsOf) };
}

/** The literals of a line of numbers that ends with 0. */
export function literalsOf(line: string): number[] {
  const numbers = line.split(' ').map(Number).slice(0, -1);
  return numbers.map((number) => 2 * Math.abs(number) + Number(number < 0));
}

function keyOf(literals: readonly number[]): string {
  return [...literals].sort((a, b) => a - b).join(' ');
}
