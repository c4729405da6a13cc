/** An element of an XML document, with its direct text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Names of the enclosing elements, outermost first. */
  readonly path: readonly string[];
  /** Trimmed, without the text of child elements. */
  readonly text: string;
}

const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 64;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  text: string;
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}

function attributesOf(tag: string): Record<string, string> {
  const found = [...tag.matchAll(/([\w:.-]{1,100})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g)];
  return Object.fromEntries(found.map(([, name = '', double, single]) => [name, unescaped(double ?? single ?? '')]));
}

/** Returns the end of a comment, declaration or processing instruction; `null` for an element or an end tag. */
export function findEndOfOther(text: string, start: number): number | null {
  const [, last] =
    [
      ['<!--', '-->'],
      ['<![CDATA[', ']]>'],
      ['<?', '?>'],
      ['<!', '>'],
    ].find(([first = '']) => text.startsWith(first, start)) ?? [];
  if (last === undefined) return null;
  const end = text.indexOf(last, start);
  return end < 0 ? text.length : end + last.length;
}

/**
 * Returns the elements of an XML document in the order of their ends. Supports only what manifests need: the five predefined entities, no
 * CDATA, no check that tags match. Takes one pass. Elements nested deeper than 64 levels, and those after the first 20,000, are left out.
 */
export function xmlElements(text: string): XmlElement[] {
  const found: XmlElement[] = [];
  const open: Open[] = [];
  const close = () => {
    const top = open.pop();
    if (top === undefined) return;
    found.push({ ...top, path: open.map(({ name }) => name), text: unescaped(top.text).trim() });
  };
  for (let at = text.indexOf('<'); at >= 0 && found.length < MAX_ELEMENTS; ) {
    const end = findEndOfOther(text, at) ?? tag(text, at, open, close);
    const next = text.indexOf('<', end);
    const top = open.at(-1);
    if (top !== undefined) top.text += text.slice(end, next < 0 ? undefined : next);
    at = next;
  }
  return found;
}

/** Reads one tag and returns its end. */
function tag(text: string, start: number, open: Open[], close: () => void): number {
  const end = text.indexOf('>', start);
  const inner = text.slice(start + 1, end < 0 ? undefined : end);
  if (inner.startsWith('/')) close();
  else if (open.length < MAX_DEPTH) {
    const [name = ''] = /^[^\s/]*/.exec(inner) ?? [];
    open.push({ name, attributes: attributesOf(inner.slice(name.length)), text: '' });
    if (inner.endsWith('/')) close();
  }
  return end < 0 ? text.length : end + 1;
}
