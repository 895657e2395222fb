/** Saves the content of a view as files of several forms, and copies the link to it. */
import { pngWith, svgWith } from './carry.ts';
import { button, enable, h } from './element.ts';
import type { Frame } from './frame.ts';

/** Form -> the type of its files. */
const FORM_TYPES = {
  dlx: 'text/plain',
  cnf: 'text/plain',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
} as const;
export type Form = keyof typeof FORM_TYPES;
export const FORMS = Object.keys(FORM_TYPES) as readonly Form[];
export type Content = string | Uint8Array<ArrayBuffer>;

/** A PNG has this number of dots for each unit of the picture, and no side longer than this. */
const SCALE = 2;
const LONGEST_SIDE = 8000;
/** Milliseconds after which the browser has read a file that is saved. */
const READ = 10_000;

/** A picture, and the text of its problem, which goes along in the file. */
interface DrawnProblem {
  readonly svg: string;
  readonly text: string;
}

/** A row of buttons that save, and one that copies the link. */
export class Saving {
  readonly element: HTMLElement;
  readonly #buttons = new Map<Form, HTMLButtonElement>();
  readonly #frame: Frame;

  /** `contentOf` gives the content of a file of that form, and its name without the ending. */
  constructor(
    frame: Frame,
    forms: readonly Form[],
    contentOf: (form: Form) => Promise<{ readonly name: string; readonly content: Content }>,
  ) {
    this.#frame = frame;
    for (const form of forms) {
      const label = form === 'dlx' ? '.dlx' : form.toUpperCase();
      const save = async () => {
        const { name, content } = await contentOf(form);
        download(`${name}.${form}`, new Blob([content], { type: FORM_TYPES[form] }));
      };
      const press = () => void save().catch((error) => this.#refuse(error));
      this.#buttons.set(form, button(label, {}, press));
    }
    this.element = h(
      'div.pills.saving',
      { role: 'group', 'aria-label': 'Save as' },
      h('span', 'Save as'),
      ...this.#buttons.values(),
      button('Copy link', {}, () => this.#copyLink()),
    );
  }

  /** Disables a form, with the reason, or enables it. */
  enable(form: Form, reason?: string): void {
    const one = this.#buttons.get(form);
    if (one !== undefined) enable(one, reason);
  }

  #refuse(error: unknown): void {
    const why = error instanceof Error ? error.message : error;
    this.#frame.notice(`It could not be saved: ${why}`);
  }

  #copyLink(): void {
    const refusal = 'The browser does not let this page copy; take the address instead.';
    void copied(location.href).then((isCopied) =>
      this.#frame.notice(isCopied ? 'The link is copied. It holds all of this.' : refusal),
    );
  }
}

/** The forms of a puzzle that is no text. */
const OF_PUZZLES = ['dlx', 'svg', 'png'] as const;

/** The row of a puzzle: files with its picture, or its text, and a print of it. */
export class PuzzleSaving extends Saving {
  // The style sheet hides all but the picture and its title.
  readonly #print = button('Print', { title: 'Prints the picture with its title' }, () => print());

  constructor(frame: Frame, drawn: () => Promise<DrawnProblem & { readonly name: string }>) {
    super(frame, OF_PUZZLES, async (form) => {
      const { name, ...picture } = await drawn();
      const isPicture = form === 'svg' || form === 'png';
      return { name, content: isPicture ? await pictureFile(form, picture) : picture.text };
    });
    this.element.append(this.#print);
  }

  /** Disables all forms, with the reason, or enables them. */
  enableAll(reason?: string): void {
    for (const form of OF_PUZZLES) this.enable(form, reason);
    this.#print.disabled = reason !== undefined;
  }
}

/** Copies a text; false where the browser refuses. */
export function copied(text: string): Promise<boolean> {
  // Without a permission there may be no clipboard at all.
  return Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => false,
  );
}

/** A picture as a file that carries the text of its problem. */
export async function pictureFile(
  form: 'svg' | 'png',
  { svg, text }: DrawnProblem,
): Promise<Content> {
  return form === 'svg' ? svgWith(svg, text) : pngWith(await rastered(svg), text);
}

/** Saves a file. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), READ);
}

/** An SVG as a PNG. */
async function rastered(svg: string): Promise<Uint8Array> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: FORM_TYPES.svg }));
  try {
    await image.decode();
    const { width, height } = image;
    const scale = Math.min(SCALE, LONGEST_SIDE / Math.max(width, height));
    const canvas = h('canvas', {
      width: Math.ceil(width * scale),
      height: Math.ceil(height * scale),
    });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (blob === null) throw new Error('the browser made no picture.');
    return new Uint8Array(await blob.arrayBuffer());
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
