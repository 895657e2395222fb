/** Writes XML by hand: names are ours, so only texts and values need care. */

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element with text in it, with other elements, or with nothing. */
export function element(name: string, attributes: Attributes, ...content: string[]): string {
  let start = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    start += ` ${key}="${typeof value === 'number' ? rounded(value) : escaped(value)}"`;
  }
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
}

/** An element with others in it, each on a line of its own; nothing where there are none. */
export function group(name: string, attributes: Attributes, children: readonly string[]): string[] {
  if (children.length === 0) return [];
  const [start, end] = element(name, attributes, '\n').split('\n') as [string, string];
  return [start, ...children, end];
}

/** A text as it may stand within an element or a value in double quotes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A coordinate, to a tenth. */
export function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}
