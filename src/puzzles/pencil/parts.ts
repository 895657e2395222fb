import { clueScale } from './clue-scale.ts';
import { type PencilSettings, plainPartsOf } from './rating.ts';
import { type Scale, techniquesFor } from './scale.ts';
import type { Steppable } from './stepping.ts';
import { ClueCover, coveredOf, type Solvable } from './variant-cover.ts';

/** The parts of the steps of a problem or a variant, without a look at its solutions. */
export function partsOf(stated: Solvable, settings: PencilSettings): Steppable {
  const problem = coveredOf(stated);
  if (!(problem instanceof ClueCover)) return plainPartsOf(problem, settings);
  const whole = clueScale(problem.variant);
  const { scale = whole } = settings;
  const own: Scale = scale === whole ? whole : withClues(problem, scale, whole);
  return { ...plainPartsOf(problem, { ...settings, scale: own }), cover: problem };
}

/** Another scale may know nothing of clues: a twin of a solution need not keep them. */
function withClues(cover: ClueCover, scale: Scale, whole: Scale): Scale {
  return (...compiled) => {
    const { isKept } = techniquesFor(cover, whole);
    const { list, ...others } = scale(...compiled);
    return { ...others, list: list.filter(({ isForOne }) => !isForOne), isKept };
  };
}
