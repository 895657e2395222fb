import { type Choice, type Film, NONE } from './film.ts';
import { canvas, mark, type Picture, s, short } from './film-drawing.ts';

/**
 * The width that the leaves share, and the most and the least from one leaf to the next; the height
 * of a level.
 */
const TREE_WIDTH = 460;
const WIDEST_LEAF = 46;
const NARROWEST_LEAF = 13;
const LEVEL_HEIGHT = 44;
const SIDE_MARGIN = 30;
const TREE_TOP = 26;
const RADIUS = 7;
/** Leaves that are nearer to each other have no labels. */
const LABELLED = 26;

/**
 * The tree of choices: a node for each option tried, below the one that was chosen before it. All
 * of it has its place from the start, so nothing moves while it grows. The way from the root to
 * where the search stands is bold.
 */
export class Tree implements Picture {
  readonly element: Element;
  readonly #film: Film;
  readonly #nodes: { edge: SVGElement; node: SVGElement; end: SVGElement }[] = [];
  readonly #root = s('circle.root', { r: 4, cy: TREE_TOP });

  constructor(film: Film) {
    this.#film = film;
    const { tree, problem } = film;
    const { places, leaves } = placesOf(tree);
    const unit = Math.max(
      NARROWEST_LEAF,
      Math.min(WIDEST_LEAF, Math.floor(TREE_WIDTH / Math.max(1, leaves))),
    );
    const labelled = unit >= LABELLED;
    const x = (place: number) => SIDE_MARGIN + unit * place;
    const depth = tree.reduce((most, choice) => Math.max(most, choice.depth + 1), 0);
    const width = Math.max(2 * SIDE_MARGIN + unit * Math.max(0, leaves - 1), 120);
    const height = TREE_TOP + LEVEL_HEIGHT * depth + 26;
    const rootAt = x(rootPlace(tree, places));
    this.#root.setAttribute('cx', String(rootAt));
    for (const [number, choice] of tree.entries()) {
      const at = x(places[number]);
      const from = choice.parent === NONE ? rootAt : x(places[choice.parent]);
      const y = TREE_TOP + LEVEL_HEIGHT * (choice.depth + 1);
      const name = problem.options[choice.option];
      const middle = y - LEVEL_HEIGHT / 2;
      const edge = s('path.edge', {
        d: `M${from} ${y - LEVEL_HEIGHT}C${from} ${middle} ${at} ${middle} ${at} ${y}`,
      });
      const end = s('path.end', { transform: `translate(${at} ${y})` });
      const node = s(
        'g.node',
        s('title', name),
        s('circle', { cx: at, cy: y, r: labelled ? RADIUS : 4.5 }),
        end,
        ...(labelled ? [s('text', { x: at + 10, y: y - 8 }, short(name, 7))] : []),
      );
      this.#nodes.push({ edge, node, end });
    }
    const edges = this.#nodes.map(({ edge }) => edge);
    const nodes = this.#nodes.map(({ node }) => node);
    this.element = canvas(width, height, 'The tree of choices', ...edges, this.#root, ...nodes);
    this.element.classList.add('tree');
    mark(this.element, { labelled });
  }

  show(): void {
    const { tree, tape, now } = this.#film;
    const here = now.choice;
    const step = tape.at;
    const path = new Set<number>();
    for (let at = here; at !== NONE; at = tree[at].parent) path.add(at);
    mark(this.#root, { here: here === NONE });
    for (const [number, { edge, node, end }] of this.#nodes.entries()) {
      const { made, ended } = tree[number];
      const how = ended !== undefined && ended.step <= step ? ended.how : undefined;
      const classes = {
        unborn: made > step,
        path: path.has(number),
        here: number === here,
        dead: how === 'dead',
        solution: how === 'solution',
      };
      mark(edge, classes);
      mark(node, classes);
      end.setAttribute(
        'd',
        how === 'dead' ? 'M-3-3L3 3M3-3L-3 3' : how === 'solution' ? 'M-3.4 0L-1 2.6L3.6-2.8' : '',
      );
    }
  }
}

/**
 * The place of each choice from left to right, in leaves: a parent stands over the middle of its
 * children.
 */
function placesOf(tree: readonly Choice[]): { places: number[]; leaves: number } {
  const children = tree.map((): number[] => []);
  const roots: number[] = [];
  for (const [number, { parent }] of tree.entries()) {
    if (parent === NONE) roots.push(number);
    else children[parent]?.push(number);
  }
  const places = tree.map(() => 0);
  let leaves = 0;
  // A child has a higher number than its parent, and leaves come from left to right.
  for (const [number, below] of children.entries())
    if (below.length === 0) places[number] = leaves++;
  for (let number = tree.length - 1; number >= 0; number--) {
    const below = children[number];
    if (below.length > 0) {
      places[number] = (places[below[0]] + places[below.at(-1) as number]) / 2;
    }
  }
  return { places, leaves };
}

function rootPlace(tree: readonly Choice[], places: readonly number[]): number {
  const tops = places.filter((_, number) => tree[number]?.parent === NONE);
  return tops.length === 0 ? 0 : (tops[0] + (tops.at(-1) as number)) / 2;
}
