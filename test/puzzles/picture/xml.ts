/** An element of an XML document; texts stand among its children. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
}

const NAME = /^[A-Za-z][\w-]*$/;
const VALUE = /([A-Za-z][\w:-]*)="([^"<]*)"/g;

/** Reads a well-formed document (elements, attributes, texts) and throws at anything else. */
export function parse(document: string): Element {
  // XML 1.0 has no place for these, however they are written.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/u.test(document)) throw new Error('unfit');
  const root = { name: '', attributes: {}, children: [] as (Element | string)[] };
  const open = [root];
  let at = 0;
  for (const tag of document.matchAll(/<(\/?)([^\s<>/]+)((?:\s+[^\s<>=]+="[^"<]*")*)\s*(\/?)>/g)) {
    const [whole, closing, name = '', attributes = '', single] = tag;
    const top = open[open.length - 1];
    const before = document.slice(at, tag.index);
    if (before !== '') top.children.push(unescaped(before));
    at = tag.index + whole.length;
    if (!NAME.test(name)) throw new Error(`no name: ${name}`);
    if (closing === '/') {
      if (top.name !== name) throw new Error(`${top.name} is closed by ${name}`);
      open.pop();
      continue;
    }
    const pairs = [...attributes.matchAll(VALUE)].map(([, key = '', value = '']) => [
      key,
      unescaped(value),
    ]);
    if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error('twice the same');
    const element = { name, attributes: Object.fromEntries(pairs), children: [] };
    top.children.push(element);
    if (single !== '/') open.push(element);
  }
  const [element, ...rest] = root.children;
  if (open.length !== 1 || typeof element !== 'object') throw new Error('not closed');
  if (`${rest.join('')}${document.slice(at)}`.trim() !== '') throw new Error('more than one root');
  return element;
}

function unescaped(text: string): string {
  if (/[<>]|&(?!amp;|lt;|gt;|quot;)/.test(text)) throw new Error(`not escaped: ${text}`);
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** All elements of a name, at any depth. */
export function all(element: Element, name: string): Element[] {
  const inside = element.children.flatMap((child) =>
    typeof child === 'string' ? [] : all(child, name),
  );
  return element.name === name ? [element, ...inside] : inside;
}

/** The text within an element. */
export function textOf(element: Element): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('');
}
