import { followSums } from '../learn/sum-maker.ts';
import { Sums } from '../learn/sums.ts';
import type { Compiled } from '../problem/compiled.ts';
import { Pace, type Slices } from '../problem/slices.ts';
import type { Binding } from './binding.ts';
import { Lowering } from './lower.ts';
import { TUNING, type Tuning } from './tuning.ts';
import { type Origins, Writer } from './writer.ts';

/** A problem with the items and options of its rules, and where these items come from. */
export interface Ruled {
  readonly compiled: Compiled;
  readonly origins: Origins;
}

/** Compiles a problem with its rules: prunes, chooses the form of each rule, writes it. */
export function* compilingRules(binding: Binding, tuning: Tuning = TUNING): Slices<Ruled> {
  const { stated } = binding;
  if (binding.rules.length === 0) {
    return { compiled: stated, origins: { primary: [], secondary: [] } };
  }
  const pace = new Pace();
  const lowering = new Lowering(binding, pace, tuning);
  yield* lowering.run();
  const { domains, constraints } = lowering;
  const { failed } = domains;
  const writer = new Writer(domains, stated, pace, tuning);
  if (failed === undefined) {
    for (const one of constraints) {
      writer.rule = one.rule;
      if (one.write !== undefined) yield* one.write(writer);
    }
    for (const x of domains.required()) {
      writer.rule = domains.ruleOf[x];
      const item = writer.primary();
      for (const literal of domains.literals(x)) writer.on(literal, item);
    }
    writer.beginSums();
    for (const one of lowering.asSums) {
      writer.rule = one.rule;
      if (one.write !== undefined) yield* one.write(writer);
    }
  } else if (failed >= 0) {
    // There is no solution: an item without options says so.
    writer.rule = failed;
    writer.primary();
  }
  const ruled = yield* writer.compiled(lowering.told);
  followSums(ruled.compiled, Sums);
  return ruled;
}
