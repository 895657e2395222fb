/**
 * A solid to be turned by mouse, finger and keys, its layers and pieces pulled apart. It is drawn on
 * a canvas: 300 cells at 30 to 60 frames a second without a graphics card, where SVG has 14 to 40.
 */
import { LATTICES } from '../puzzles/packing/lattices.ts';
import { INK, PALETTE } from '../puzzles/picture/palette.ts';
import {
  FIRST_VIEW,
  Solid,
  type SolidScene,
  type SolidShape,
  shaded,
  shapesOf,
  type View,
} from '../puzzles/picture/solid.ts';
import { button, h, onResize } from './element.ts';
import { count } from './numbers.ts';
import type { SolidPicture } from './solids.ts';

/** The angle of an arrow key. */
const KEY_TURN = Math.PI / 12;
/** The angle of a drag from edge to edge. */
const DRAG_TURN = Math.PI;
const STEEPEST = Math.PI / 2;
/** Lines, in pixels of the page. */
const EDGE_WIDTH = 1.6;
const SEAM_WIDTH = 1.1;

/** The sliders: name -> label, the greatest value and a step. */
const SLIDERS = {
  layersApart: ['Layers apart', 2, 0.1],
  piecesApart: ['Pieces apart', 1.5, 0.1],
} as const;

export class SolidView {
  readonly element: HTMLElement;
  readonly #canvas = h('canvas', { tabindex: 0, role: 'application' });
  readonly #paper = this.#canvas.getContext('2d') as CanvasRenderingContext2D;
  readonly #shown: HTMLInputElement;
  readonly #shownText = h('output');
  readonly #apart: Readonly<Record<keyof typeof SLIDERS, HTMLInputElement>>;
  #solid: Solid | undefined;
  #scene: SolidScene | undefined;
  #view: View = FIRST_VIEW;
  /** The sides of the canvas, in pixels of the page. */
  #room: readonly [width: number, height: number] = [0, 0];
  #isDue = false;

  /** `isPlain`: without what takes the solid apart. */
  constructor(isPlain = false) {
    const slider = (most: number, step: number) => {
      const oninput = () => this.#arrange();
      return h('input', { type: 'range', min: 0, max: most, step, value: 0, oninput });
    };
    const apart = (name: keyof typeof SLIDERS) => slider(SLIDERS[name][1], SLIDERS[name][2]);
    this.#apart = { layersApart: apart('layersApart'), piecesApart: apart('piecesApart') };
    this.#shown = slider(1, 1);
    this.#shown.setAttribute('aria-label', 'Pieces shown');
    this.#listen();
    const labelled = (text: string, ...entries: Node[]) => h('label', h('span', text), ...entries);
    const [layers, pieces] = [this.#apart.layersApart, this.#apart.piecesApart];
    this.element = h(
      'div.solid',
      h('div.turned', { title: 'Drag it to turn it' }, this.#canvas),
      !isPlain && button('Reset', { title: 'As it was at first' }, () => this.#reset()),
      !isPlain &&
        h(
          'div.sliders',
          labelled(SLIDERS.layersApart[0], layers),
          labelled(SLIDERS.piecesApart[0], pieces),
          labelled('Pieces', this.#shown, this.#shownText),
        ),
    );
    onResize(this.#canvas.parentElement as HTMLElement, (width, height) => {
      this.#room = [width, height];
      this.#draw();
    });
  }

  /** Shows a solid as the one before it stood. `what` says in words what it is. */
  show({ lattice, pieces }: SolidPicture, what = `A solid of ${count(pieces.length, 'piece')}`) {
    const hadAll = this.#solid === undefined || this.#shown.value === this.#shown.max;
    this.#solid = new Solid(LATTICES[lattice], pieces);
    this.#shown.max = String(pieces.length);
    if (hadAll) this.#shown.value = this.#shown.max;
    this.#apart.layersApart.disabled = this.#solid.layerCount < 2;
    this.#apart.piecesApart.disabled = pieces.length < 2;
    const keys = 'Arrow keys turn it, Home turns it back.';
    this.#canvas.setAttribute('aria-label', `${what}. ${keys}`);
    this.#arrange();
  }

  #reset(): void {
    this.#view = FIRST_VIEW;
    for (const input of Object.values(this.#apart)) input.value = '0';
    this.#shown.value = this.#shown.max;
    this.#arrange();
  }

  /** Puts the pieces in their places. */
  #arrange(): void {
    if (this.#solid === undefined) return;
    const { pieces } = this.#solid;
    const shown = this.#shown.valueAsNumber;
    this.#scene = this.#solid.scene({
      shown,
      layersApart: this.#apart.layersApart.valueAsNumber,
      piecesApart: this.#apart.piecesApart.valueAsNumber,
    });
    const last = shown === 0 ? '' : `, the last one ${pieces[shown - 1].name}`;
    this.#shownText.textContent = `${shown} of ${pieces.length}`;
    this.#shown.setAttribute('aria-valuetext', `${shown} of ${pieces.length}${last}`);
    this.#draw();
  }

  #turn(turn: number, tilt: number): void {
    const steep = Math.max(-STEEPEST, Math.min(STEEPEST, this.#view.tilt + tilt));
    this.#view = { turn: this.#view.turn + turn, tilt: steep };
    this.#draw();
  }

  #listen(): void {
    const canvas = this.#canvas;
    // A finger that goes up or down scrolls the page; one that starts sideways turns the solid.
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button === 0) canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!canvas.hasPointerCapture(event.pointerId)) return;
      const unit = DRAG_TURN / Math.max(1, Math.min(...this.#room));
      this.#turn(-event.movementX * unit, event.movementY * unit);
    });
    canvas.addEventListener('keydown', (event) => {
      const ways: Readonly<Record<string, readonly [turn: number, tilt: number]>> = {
        ArrowLeft: [KEY_TURN, 0],
        ArrowRight: [-KEY_TURN, 0],
        ArrowUp: [0, -KEY_TURN],
        ArrowDown: [0, KEY_TURN],
      };
      if (Object.hasOwn(ways, event.key)) this.#turn(...ways[event.key]);
      else if (event.key === 'Home') {
        this.#view = FIRST_VIEW;
        this.#draw();
      } else return;
      event.preventDefault();
      // Arrows step through solutions elsewhere.
      event.stopPropagation();
    });
  }

  /** Draws with the next frame, once for all changes before it. */
  #draw(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#paint();
    });
  }

  #paint(): void {
    const [width, height] = this.#room;
    if (this.#scene === undefined || this.#solid === undefined || width * height === 0) return;
    const dots = devicePixelRatio;
    const [across, down] = [Math.round(width * dots), Math.round(height * dots)];
    const canvas = this.#canvas;
    if (canvas.width !== across) canvas.width = across;
    if (canvas.height !== down) canvas.height = down;
    const scale = (Math.min(across, down) / 2 - EDGE_WIDTH * dots) / this.#scene.radius;
    const paper = this.#paper;
    paper.setTransform(1, 0, 0, 1, 0, 0);
    paper.clearRect(0, 0, across, down);
    paper.setTransform(scale, 0, 0, scale, across / 2, down / 2);
    paper.lineJoin = 'round';
    paper.lineCap = 'round';
    const { pieces } = this.#solid;
    for (const shape of shapesOf(this.#scene, this.#view)) {
      const { fill } = PALETTE[pieces[shape.piece].tint];
      paintShape(paper, shape, fill, dots / scale);
    }
  }
}

/** Paints a shape. `pixel`: a pixel of the page. */
function paintShape(
  paper: CanvasRenderingContext2D,
  shape: SolidShape,
  fill: string,
  pixel: number,
): void {
  paper.beginPath();
  if (shape.form === 'ball') {
    const { at, radius } = shape;
    const [x, y] = at;
    const ground = paper.createRadialGradient(x - 0.15, y - 0.2, 0.05, x, y, radius);
    ground.addColorStop(0, shaded(fill, 1));
    ground.addColorStop(1, shaded(fill, 0.3));
    paper.arc(x, y, radius, 0, 2 * Math.PI);
    paper.fillStyle = ground;
    paper.fill();
    paper.strokeStyle = INK;
    paper.lineWidth = EDGE_WIDTH * pixel;
    paper.stroke();
    return;
  }
  const { points, edges, light } = shape;
  for (const point of points) paper.lineTo(...point);
  paper.closePath();
  paper.fillStyle = shaded(fill, light);
  paper.fill();
  const lines = (isEdge: boolean) => {
    paper.beginPath();
    for (const [k, [x, y]] of points.entries()) {
      if (edges[k] !== isEdge) continue;
      paper.moveTo(x, y);
      paper.lineTo(...points[(k + 1) % points.length]);
    }
    paper.stroke();
  };
  // Smooth sides leave a gap between two faces.
  paper.strokeStyle = paper.fillStyle;
  paper.lineWidth = SEAM_WIDTH * pixel;
  lines(false);
  paper.strokeStyle = INK;
  paper.lineWidth = EDGE_WIDTH * pixel;
  lines(true);
}
