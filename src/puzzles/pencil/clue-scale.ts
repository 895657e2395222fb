import type { Compiled } from '../../engine/problem/compiled.ts';
import { Pace } from '../../engine/problem/slices.ts';
import type { Variant } from '../variants/variant.ts';
import { valuesIn } from './cell-board.ts';
import { CLUE_TECHNIQUES } from './clue-relations.ts';
import { type Position, remembered } from './position.ts';
import { type Masks, Reader, type Relation } from './relation.ts';
import { ruleOf45 } from './rule-of-45.ts';
import type { Named, Scale } from './scale.ts';
import type { Sink } from './step.ts';
import { joined } from './step-sentences.ts';
import { sudokuTechniques } from './sudoku-scale.ts';
import { capital, crossOut, type Technique } from './technique.ts';
import { type ClueCover, clueCover } from './variant-cover.ts';

/** A clue with one or two empty cells, in tenths; more for each further cell, up to so many. */
const FEWEST_TENTHS = 20;
const CELL_TENTHS = 3;
const MOST_COUNTED = 7;
/** What the cells of a clue must hold somewhere is harder to see. */
const PLACE_TENTHS = 3;
const MOST_LISTED_SETS = 6;
const MOST_LISTED_CELLS = 4;

/** Of all steps for clues, whatever the clues of a variant are. */
const NAMES = [...CLUE_TECHNIQUES, 'rule of 45'];

const SCALES = new WeakMap<Variant, Scale>();

/** The scale of the cover of a variant, the same one each time. */
export function clueScale(variant: Variant): Scale {
  let scale = SCALES.get(variant);
  if (scale === undefined) {
    scale = clueScaleOf(clueCover(variant));
    SCALES.set(variant, scale);
  }
  return scale;
}

/**
 * The scale of Sudokus with techniques for the clues of a variant among them. No program sets their
 * numbers, so they are of this project: 2.0 for a clue with two empty cells, 0.3 more for each further
 * cell, and so much more for kinds that are harder to see.
 */
function clueScaleOf(cover: ClueCover): Scale {
  const readers = [...cover.clues.relations, ...ruleOf45(cover.variant, cover.houses)].map(
    (relation) => new Reader(relation, cover.sees),
  );
  const masksOf = remembered((position) => cellMasks(cover, position));
  const techniques = byTenths(cover, readers, masksOf);
  const inner = [clueTechnique({ cover, readers, masksOf, isPlace: false })];
  // A twin of a solution keeps to houses, but not to clues.
  const isPlain = cover.variant.clues.length === 0 && cover.variant.shape.values[0] === 1;
  return (problem: Compiled, nameOf) => {
    const general = sudokuTechniques(problem, nameOf, inner);
    const list = [...general.list.filter(({ isForOne }) => isPlain || !isForOne), ...techniques];
    return {
      ...general,
      list: list.sort((one, other) => one.from - other.from),
      names: [...new Set([...(general.names ?? []), ...NAMES])].sort(),
      isKept: (position) => isKept(readers, masksOf(position)),
    };
  };
}

/** Cell -> its values as bits, also where it is filled. */
function cellMasks(cover: ClueCover, position: Position): Int32Array {
  const masks = new Int32Array(cover.variant.grid.cells);
  for (let cell = 0; cell < masks.length; cell++) {
    for (const option of position.optionsOf(cell)) masks[cell] |= 1 << cover.valueAt(option);
  }
  for (const option of position.chosen) {
    masks[cover.cellOf(option)] = 1 << cover.valueAt(option);
  }
  return masks;
}

function isKept(readers: readonly Reader[], masks: Int32Array): boolean {
  return readers.every((reader) => {
    const own = reader.relation.cells.map((cell) => masks[cell]);
    return reader.allowed(own).masks[0] !== 0;
  });
}

/** The techniques: those of one name and one difficulty together. */
function byTenths(
  cover: ClueCover,
  readers: readonly Reader[],
  masksOf: (position: Position) => Int32Array,
): Named[] {
  const names = new Set(readers.map(({ relation }) => relation.technique));
  const list: Named[] = [];
  for (const name of names) {
    const own = readers.filter(({ relation }) => relation.technique === name);
    const levels = new Set<number>();
    for (const { relation } of own) {
      const most = Math.min(relation.mostOpen ?? MOST_COUNTED, relation.cells.length, MOST_COUNTED);
      for (let open = 1; open <= most; open++) levels.add(tenthsOf(relation, open));
    }
    for (const tenths of levels) {
      for (const isPlace of [false, true]) {
        const graded = tenths + (isPlace ? PLACE_TENTHS : 0);
        const find = clueTechnique({ cover, readers: own, masksOf, tenths, isPlace });
        list.push({ names: [name], from: graded, to: graded, find });
      }
    }
  }
  return list;
}

function tenthsOf({ extra }: Relation, open: number): number {
  return FEWEST_TENTHS + extra + CELL_TENTHS * Math.max(0, Math.min(open, MOST_COUNTED) - 2);
}

interface ClueSearch {
  readonly cover: ClueCover;
  readonly readers: readonly Reader[];
  readonly masksOf: (position: Position) => Int32Array;
  /** Only clues with so many empty cells as make it that hard. Absent: all. */
  readonly tenths?: number | undefined;
  /** True for what follows outside of the clue, from a value that it must hold. */
  readonly isPlace: boolean;
}

/**
 * What is in no way to fill the cells of a clue is out. Or: a value that is in each way stands nowhere
 * else in sight of its places.
 */
function clueTechnique({ cover, readers, masksOf, tenths, isPlace }: ClueSearch): Technique {
  return function* (position, sink, clean) {
    const graded = (tenths ?? 0) + (isPlace ? PLACE_TENTHS : 0);
    const { count } = position;
    const pace = new Pace();
    for (const reader of readers) {
      const { relation } = reader;
      if (!sink.accepts(graded) || sink.isEnough) return;
      if (pace.spent(relation.cells.length)) yield;
      let open = 0;
      let isNew = clean === undefined;
      for (const cell of new Set(relation.cells)) {
        if (position.need[cell] > 0) open++;
        if (clean?.[cell] !== count[cell]) isNew = true;
      }
      if (!isNew || open === 0 || open > (relation.mostOpen ?? open)) continue;
      if (tenths !== undefined && tenthsOf(relation, open) !== tenths) continue;
      const masks = masksOf(position);
      const own = relation.cells.map((cell) => masks[cell]);
      const before = reader.work;
      if (isPlace) addPlaces(cover, reader, own, masks, position, sink, graded);
      else addOut(cover, reader, own, position, sink, graded);
      if (pace.spent(8 * (reader.work - before))) yield;
    }
  };
}

function addOut(
  cover: ClueCover,
  reader: Reader,
  own: Masks,
  position: Position,
  sink: Sink,
  tenths: number,
): void {
  const { relation } = reader;
  const allowed = reader.allowed(own);
  const out = new Set<number>();
  for (const [place, cell] of relation.cells.entries()) {
    for (const value of valuesIn(own[place] & ~allowed.masks[place])) {
      const option = cover.optionOf(cell, value);
      if (option !== undefined && position.live[option] === 1) out.add(option);
    }
  }
  crossOut(sink, relation.technique, tenths, [...out], () => ({
    items: [...new Set(relation.cells)],
    text: allowedText(cover, relation, own, allowed.masks, allowed.sets),
  }));
}

function addPlaces(
  cover: ClueCover,
  reader: Reader,
  own: Masks,
  masks: Int32Array,
  position: Position,
  sink: Sink,
  tenths: number,
): void {
  const { cells, technique } = reader.relation;
  let all = 0;
  for (const mask of own) all |= mask;
  for (const value of valuesIn(all)) {
    const bit = 1 << value;
    const places = [...new Set(cells)].filter((cell) => (masks[cell] & bit) !== 0);
    const out: number[] = [];
    for (let cell = 0; cell < masks.length; cell++) {
      if ((masks[cell] & bit) === 0 || !places.every((place) => cover.sees(place, cell))) continue;
      const option = cover.optionOf(cell, value);
      if (option !== undefined && position.live[option] === 1) out.push(option);
    }
    if (out.length === 0 || !reader.needs(value, own)) continue;
    crossOut(sink, technique, tenths, out, () => ({
      items: [...new Set(cells)],
      text: placesText(cover, reader.relation, value, places),
    }));
    if (!sink.accepts(tenths)) return;
  }
}

/** What a clue still allows. */
function allowedText(
  cover: ClueCover,
  relation: Relation,
  own: Masks,
  left: Masks,
  sets: readonly number[],
): string[] {
  const { title, says, cells, isSet } = relation;
  const before = says === undefined ? [] : [says];
  if (left[0] === 0) return [...before, `There is no way left to fill the cells of ${title}.`];
  const areListed = isSet && sets.length <= MOST_LISTED_SETS;
  const text = areListed ? setsText(title, sets) : [];
  /** What the sets say by themselves of any cell. */
  const allowed = areListed ? sets.reduce((all, set) => all | set, 0) : ~0;
  const changed = [...cells.keys()].filter(
    (place) => (own[place] & allowed) !== left[place] && cells.indexOf(cells[place]) === place,
  );
  if (changed.length === 0) return [...before, ...text];
  const parts = changed
    .slice(0, MOST_LISTED_CELLS)
    .map((place) => `${joined(valuesIn(left[place]))} at ${nameOf(cover, cells[place])}`);
  const more = changed.length > MOST_LISTED_CELLS ? ', and less than before elsewhere' : '';
  const it = areListed ? 'It' : capital(title);
  return [...before, ...text, `${it} leaves ${parts.join(', ')}${more}.`];
}

/** As in `The cage of 15 at r1c3 must have 1, 5 and 9, or 2, 4 and 9.` */
function setsText(title: string, sets: readonly number[]): string[] {
  const texts = sets.map((set) => joined(valuesIn(set)));
  return [`${capital(title)} must have ${texts.join(', or ')}.`];
}

function placesText(
  cover: ClueCover,
  { title, says }: Relation,
  value: number,
  places: readonly number[],
): string[] {
  const names = joined(places.map((cell) => nameOf(cover, cell)));
  return [
    ...(says === undefined ? [] : [says]),
    `${capital(title)} cannot do without ${value}, and ${value} has its place at ${names}.`,
  ];
}

function nameOf(cover: ClueCover, cell: number): string {
  return cover.variant.grid.nameOf(cell);
}
