import { mistakeAt, type QuadrilleError, shown } from '../../engine/problem/error.ts';
import { badSetting } from '../mistakes.ts';

/** An opening tag. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** Where it begins, for `mistake`. */
  readonly at: number;
}

export interface Attribute {
  readonly value: string;
  /** Where the value begins, for `mistake`. */
  readonly at: number;
}

/** Reads the content of an element. What it leaves is skipped. */
type ReadElement = (element: Element) => void;

/** Separations lie in each other, as many as a puzzle has pieces. */
const MOST_DEPTH = 1000;
const NAME = /[A-Za-z_:][\w:.-]*/y;
const BLANK = /[ \t\r\n]*/y;
const ATTRIBUTE = /([A-Za-z_:][\w:.-]*)[ \t\r\n]*=[ \t\r\n]*("[^"<]*"|'[^'<]*')/y;
const ENTITY = /&([#\w]{1,10});/y;
/** A comment has some; each takes a microsecond to read. */
const MOST_ENTITIES = 10_000;
const DECLARATION = /<\?xml[ \t\r\n][^<>]*\?>/y;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * A reader of XML as far as files of BurrTools have it: elements, attributes, text, comments, the
 * declaration. It is written by hand because the library needs no package at run time, and no parser
 * is common to browsers and Node. It refuses what could do harm: document types, with the entities
 * that they define, and processing instructions.
 */
export class XmlReader {
  readonly #text: string;
  #at = 0;
  /** The names of the open elements, the outermost first. */
  readonly #open: string[] = [];
  /** The entities read so far. */
  #entities = 0;
  /** True after `<name/>`, which opens and closes. */
  #closesAtOnce = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Refuses a text with more tags of some names, in comments as well, at the first that is too many. */
  atMost(most: number, names: readonly string[], what: string): void {
    const tag = new RegExp(`<(?:${names.join('|')})\\b`, 'g');
    for (let left = most; tag.test(this.#text); left--) {
      if (left === 0) throw this.mistake(what, this.#text.lastIndexOf('<', tag.lastIndex - 1));
    }
  }

  /** Reads the text, which is one element of this name. */
  root(name: string, read: ReadElement): void {
    this.#take(DECLARATION);
    this.#skipBlank();
    const element = this.#opening();
    if (element.name !== name) {
      throw this.mistake(`this is <${element.name}>; give a file of <${name}>`, element.at);
    }
    this.#content(read, element);
    this.#skipBlank();
    if (this.#at < this.#text.length) {
      throw this.mistake(`the file goes on after </${name}>; remove the rest`);
    }
  }

  /** Reads the elements within an open one, each by the function of its name. Skips others. */
  children(readers: Readonly<Record<string, ReadElement>>): void {
    for (;;) {
      if (!this.#closesAtOnce) this.#skipBlank();
      if (this.#takeClosing()) return;
      const element = this.#opening();
      const { name } = element;
      this.#content(Object.hasOwn(readers, name) ? readers[name] : undefined, element);
    }
  }

  /** Reads the text within an open element that has nothing else. */
  text(): string {
    let text = '';
    while (!this.#takeClosing()) {
      if (this.#takeComment()) continue;
      const start = this.#at;
      this.#toTag();
      if (this.#at === start) throw this.mistake('there is a tag within a text; write < as &lt;');
      text += this.#decoded(start, this.#at);
    }
    return text.replace(/\r\n?/g, '\n');
  }

  /** Reads the same without entities and comments; `at` is where it begins, for `mistake`. */
  plainText(): { readonly text: string; readonly at: number } {
    const at = this.#at;
    if (!this.#closesAtOnce) this.#toTag();
    const text = this.#text.slice(at, this.#at);
    if (!this.#takeClosing()) throw this.mistake('there is a tag within a text; remove it');
    return { text, at };
  }

  /** An error at a place of the text. */
  mistake(what: string, at = this.#at): QuadrilleError {
    let line = 1;
    let start = 0;
    for (let end = this.#text.indexOf('\n'); end >= 0 && end < at; line++) {
      start = end + 1;
      end = this.#text.indexOf('\n', start);
    }
    return mistakeAt({ line, column: at - start + 1 }, 'bad-text', `${what}.`);
  }

  #content(read: ReadElement | undefined, element: Element): void {
    const depth = this.#open.length;
    read?.(element);
    // What the function has left; all of it where there is none.
    while (this.#open.length >= depth) {
      if (!this.#closesAtOnce) this.#toTag();
      if (!this.#takeClosing() && !this.#takeComment()) this.#opening();
    }
  }

  /** Goes on to the next tag or comment. */
  #toTag(): void {
    const next = this.#text.indexOf('<', this.#at);
    if (next < 0) {
      this.#at = this.#text.length;
      throw this.#endsEarly();
    }
    this.#at = next;
  }

  #opening(): Element {
    const at = this.#at;
    if (this.#text[at] !== '<') throw this.#noTag();
    this.#at++;
    const name = this.#take(NAME);
    if (name === '') throw this.#refused(at);
    const attributes = new Map<string, Attribute>();
    for (;;) {
      const blank = this.#take(BLANK);
      const isClosed = this.#takeWord('/>');
      if (isClosed || this.#takeWord('>')) {
        this.#closesAtOnce = isClosed;
        break;
      }
      if (blank === '') throw this.mistake(`the tag <${name}> is broken; close it with >`);
      this.#attribute(name, attributes);
    }
    if (this.#open.push(name) > MOST_DEPTH) {
      throw this.mistake(
        `elements are nested more than ${MOST_DEPTH} deep; remove what BurrTools has found`,
        at,
      );
    }
    return { name, attributes, at };
  }

  #attribute(element: string, attributes: Map<string, Attribute>): void {
    const start = this.#at;
    ATTRIBUTE.lastIndex = start;
    const [found, name = '', quoted = ''] = ATTRIBUTE.exec(this.#text) ?? [];
    if (found === undefined) throw this.#badAttribute(element);
    if (attributes.has(name)) throw this.mistake(`${name} is given twice; give it once`, start);
    this.#at += found.length;
    const at = this.#at - quoted.length + 1;
    attributes.set(name, { value: this.#decoded(at, this.#at - 1), at });
  }

  #badAttribute(element: string): QuadrilleError {
    const start = this.#at;
    const name = this.#take(NAME);
    if (start === this.#text.length) return this.#endsEarly();
    const what = name === '' ? `the tag <${element}> is broken` : `the value of ${name} is broken`;
    return this.mistake(`${what}; give NAME="VALUE", with &lt; for <`, start);
  }

  /** Goes past the closing tag of the innermost element, if it stands here. */
  #takeClosing(): boolean {
    const name = this.#open.at(-1);
    if (this.#closesAtOnce) {
      this.#closesAtOnce = false;
    } else {
      const at = this.#at;
      if (!this.#takeWord('</')) return false;
      if (this.#take(NAME) !== name) {
        throw this.mistake(`<${name}> is still open; close it first with </${name}>`, at);
      }
      this.#take(BLANK);
      if (!this.#takeWord('>'))
        throw this.mistake(`the tag </${name}> is broken; close it with >`, at);
    }
    this.#open.pop();
    return true;
  }

  #takeComment(): boolean {
    const at = this.#at;
    if (!this.#takeWord('<!--')) return false;
    const end = this.#text.indexOf('-->', this.#at);
    if (end < 0) throw this.mistake('the comment does not end; close it with -->', at);
    this.#at = end + 3;
    return true;
  }

  /** Goes past blanks and comments. */
  #skipBlank(): void {
    do this.#take(BLANK);
    while (this.#takeComment());
  }

  /** Goes past what matches here. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #takeWord(word: string): boolean {
    const isHere = this.#text.startsWith(word, this.#at);
    if (isHere) this.#at += word.length;
    return isHere;
  }

  /** A part of the text with the characters for its entities. */
  #decoded(start: number, end: number): string {
    // The search for `&` ends where the part ends.
    const part = this.#text.slice(start, end);
    const decoded: string[] = [];
    let from = 0;
    for (let at = part.indexOf('&'); at >= 0; at = part.indexOf('&', from)) {
      ENTITY.lastIndex = at;
      const [entity = '&', name = ''] = ENTITY.exec(part) ?? [];
      const character = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : numbered(name);
      if (character === undefined) {
        const known = '&amp; &lt; &gt; &quot; &apos;, or a character by its number, as in &#38;';
        throw this.mistake(`unknown entity ${shown(entity)}; give one of ${known}`, start + at);
      }
      if (++this.#entities > MOST_ENTITIES) {
        throw this.mistake(
          `there are more than ${MOST_ENTITIES} entities; write the characters themselves`,
          start + at,
        );
      }
      decoded.push(part.slice(from, at), character);
      from = at + entity.length;
    }
    return decoded.join('') + part.slice(from);
  }

  #endsEarly(): QuadrilleError {
    return this.mistake(`the file ends within <${this.#open.at(-1) ?? ''}>; copy it again`);
  }

  #noTag(): QuadrilleError {
    if (this.#open.length > 0 && this.#at >= this.#text.length) return this.#endsEarly();
    const what = this.#text.slice(this.#at, this.#at + 20);
    return this.mistake(
      this.#open.length > 0
        ? `<${this.#open.at(-1)}> has the text ${shown(what)}; give elements only`
        : 'this is not XML; give an .xmpuzzle file of BurrTools',
    );
  }

  /** The error for a `<` that opens no element. */
  #refused(at: number): QuadrilleError {
    if (this.#text[at + 1] === '/') {
      return this.mistake('a closing tag comes before the first element; remove it', at);
    }
    const kind = /^<(!DOCTYPE|!\[CDATA\[|!|\?)?/i.exec(this.#text.slice(at, at + 9))?.[1] ?? '';
    const names: Readonly<Record<string, string>> = {
      '!DOCTYPE': 'a document type, which could define entities,',
      '![CDATA[': 'a CDATA section',
      '?': 'a processing instruction',
      '!': 'a declaration',
    };
    const what = names[kind.toUpperCase()];
    if (what === undefined)
      return this.mistake('this < does not begin a tag; write &lt; for it', at);
    return this.mistake(`${what} is not allowed here; remove it`, at);
  }
}

/** The character for `#38` or `#x26`, if XML may have it. */
function numbered(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isText = code === 9 || code === 10 || code === 13 || code >= 0x20;
  if (!isText || code > 0x10_ff_ff || (code >= 0xd8_00 && code < 0xe0_00)) return undefined;
  return String.fromCodePoint(code);
}

/** An element as text: with other elements in it, a line each, or with a text. */
export function elementText(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content: string | readonly string[] = [],
): string {
  const stated = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  if (content.length === 0) return `<${name}${stated}/>`;
  const inner = typeof content === 'string' ? escaped(content) : `\n${content.join('\n')}\n`;
  return `<${name}${stated}>${inner}</${name}>`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

function escaped(text: string): string {
  if (CONTROL.test(text)) {
    throw badSetting(
      `${shown(text)} has a control character, which XML cannot have; leave it out.`,
    );
  }
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&apos;');
}
