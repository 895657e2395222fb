import type { BoardPlan } from './examples.ts';
import { CHOSEN, type Film, LIVE } from './film.ts';
import { canvas, mark, type Picture, s } from './film-drawing.ts';

const CELL_SIDE = 56;
const BOARD_MARGIN = 6;

/**
 * The board of a puzzle: the marks of the options chosen, and for some puzzles small marks for the
 * options that are left.
 */
export class BoardPicture implements Picture {
  readonly element: Element;
  readonly #film: Film;
  readonly #plan: BoardPlan;
  readonly #cells: { cell: SVGElement; text: SVGElement; walls: SVGElement }[] = [];
  /** Option -> its pencil mark, if the board has them. */
  readonly #pencils: SVGElement[] = [];

  constructor(film: Film, plan: BoardPlan) {
    this.#film = film;
    this.#plan = plan;
    const { rows, columns, givens, box } = plan;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const x = BOARD_MARGIN + CELL_SIDE * column;
        const y = BOARD_MARGIN + CELL_SIDE * row;
        const isDark = box === undefined && plan.pencils && (row + column) % 2 === 1;
        const given = givens?.[columns * row + column] ?? '';
        const cell = s('rect', {
          x,
          y,
          width: CELL_SIDE,
          height: CELL_SIDE,
          class: isDark ? 'cell dark' : 'cell',
        });
        const text = s(
          'text',
          {
            x: x + CELL_SIDE / 2,
            y: y + CELL_SIDE / 2 + 10,
            class: given === '' ? 'value' : 'value given',
          },
          given,
        );
        const walls = s('path.walls');
        this.#cells.push({ cell, text, walls });
      }
    }
    if (plan.pencils) {
      for (const { cells, mark: sign } of plan.placings) {
        const { row = 0, column = 0 } = cells[0] ?? {};
        const nth = box === undefined ? -1 : Number(sign) - 1;
        const x = BOARD_MARGIN + CELL_SIDE * (column + (nth < 0 ? 0.5 : 0.27 + 0.46 * (nth % 2)));
        const y =
          BOARD_MARGIN + CELL_SIDE * (row + (nth < 0 ? 0.5 : 0.27 + 0.46 * Math.floor(nth / 2)));
        this.#pencils.push(
          nth < 0
            ? s('circle.pencil', { cx: x, cy: y, r: 4 })
            : s('text.pencil', { x, y: y + 4.5 }, sign),
        );
      }
    }
    const width = 2 * BOARD_MARGIN + CELL_SIDE * columns;
    const height = 2 * BOARD_MARGIN + CELL_SIDE * rows;
    this.element = canvas(
      width,
      height,
      'The board',
      ...this.#cells.map(({ cell }) => cell),
      ...this.#pencils,
      ...this.#cells.flatMap(({ text, walls }) => [text, walls]),
      ...boxesOf(plan),
      s('rect.border', {
        x: BOARD_MARGIN,
        y: BOARD_MARGIN,
        width: width - 2 * BOARD_MARGIN,
        height: height - 2 * BOARD_MARGIN,
      }),
    );
    this.element.classList.add('board');
  }

  show(): void {
    const { tape, now } = this.#film;
    const { rows, columns, placings, givens } = this.#plan;
    const { option: subject, kind } = now;
    /** Cell -> the option that lies there, or -1. */
    const owners = new Array<number>(rows * columns).fill(-1);
    for (const [option, { cells }] of placings.entries()) {
      if (tape.options[option] !== CHOSEN) continue;
      for (const { row, column } of cells) owners[columns * row + column] = option;
    }
    for (const [at, { cell, text, walls }] of this.#cells.entries()) {
      const owner = owners[at];
      const placing = placings[owner];
      if ((givens?.[at] ?? '') === '') text.textContent = placing?.mark ?? '';
      const isFresh = owner === subject && owner >= 0 && (kind === 'choose' || kind === 'cover');
      mark(cell, { fresh: isFresh });
      const isPiece = placing !== undefined && placing.cells.length > 1;
      for (let tint = 0; tint < 3; tint++)
        mark(cell, { [`tint-${tint}`]: isPiece && placing.tint === tint });
      walls.setAttribute('d', isPiece ? wallsOf(at, columns, rows, owners) : '');
    }
    for (const [option, pencil] of this.#pencils.entries()) {
      mark(pencil, { left: tape.options[option] === LIVE });
    }
  }
}

/** The edges between a cell and those of other pieces. */
function wallsOf(at: number, columns: number, rows: number, owners: readonly number[]): string {
  const row = Math.floor(at / columns);
  const column = at % columns;
  const x = BOARD_MARGIN + CELL_SIDE * column;
  const y = BOARD_MARGIN + CELL_SIDE * row;
  const own = owners[at];
  let d = '';
  if (row === 0 || owners[at - columns] !== own) d += `M${x} ${y}h${CELL_SIDE}`;
  if (row === rows - 1 || owners[at + columns] !== own) d += `M${x} ${y + CELL_SIDE}h${CELL_SIDE}`;
  if (column === 0 || owners[at - 1] !== own) d += `M${x} ${y}v${CELL_SIDE}`;
  if (column === columns - 1 || owners[at + 1] !== own) d += `M${x + CELL_SIDE} ${y}v${CELL_SIDE}`;
  return d;
}

function boxesOf({ rows, columns, box }: BoardPlan): SVGElement[] {
  if (box === undefined) return [];
  let d = '';
  for (let row = box; row < rows; row += box)
    d += `M${BOARD_MARGIN} ${BOARD_MARGIN + CELL_SIDE * row}h${CELL_SIDE * columns}`;
  for (let column = box; column < columns; column += box)
    d += `M${BOARD_MARGIN + CELL_SIDE * column} ${BOARD_MARGIN}v${CELL_SIDE * rows}`;
  return [s('path.boxes', { d })];
}
