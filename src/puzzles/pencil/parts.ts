import { clueScale } from './clue-scale.ts';
import { type PencilSettings, plainPartsOf } from './rating.ts';
import type { Steppable } from './stepping.ts';
import { coveredOf, type Solvable, VariantCover } from './variant-cover.ts';

/** The parts of the steps of a problem or a variant, without a look at its solutions. */
export function partsOf(stated: Solvable, settings: PencilSettings): Steppable {
  const problem = coveredOf(stated);
  if (!(problem instanceof VariantCover)) return plainPartsOf(problem, settings);
  const scale = settings.scale ?? clueScale(problem);
  return { ...plainPartsOf(problem, { ...settings, scale }), cover: problem };
}
