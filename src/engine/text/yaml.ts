import { Composer, type Document, type ParsedNode, Parser, type Tags } from 'yaml';

/** Characters of one document; the parser takes seconds for a hostile one of this size, and minutes for a larger one. */
export const LONGEST_YAML = 65_536;

/**
 * Levels of the parser's own tokens, some three for one of the document. Its composer goes down by recursion, and does not survive what
 * is nested so deep that the stack ends.
 */
const DEEPEST = 400;
const TOO_DEEP = 'it is nested too deeply';

/** Brackets that are open at once; the parser takes a second for sixty thousand. Those in quotes count, too. */
function opensTooMany(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length && open <= DEEPEST; at += 1) {
    const char = text[at];
    if (char === '[' || char === '{') open += 1;
    else if ((char === ']' || char === '}') && open > 0) open -= 1;
  }
  return open > DEEPEST;
}

/** Of one document, and so many nodes they may unfold to: the parser looks for each of them in all that stands before it. */
const MOST_ALIASES = 100;

const isAlias = (token: object) => 'type' in token && token.type === 'alias';

/** @throws Error for what the composer and those who unfold aliases do not survive */
function checkTokens(tokens: readonly unknown[]): void {
  let aliases = 0;
  const open: [unknown, number][] = [[tokens, 0]];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const [value, depth] = top;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > DEEPEST) throw new Error(TOO_DEEP);
    if (isAlias(value)) aliases += 1;
    if (aliases > MOST_ALIASES) throw new Error(`it has more than ${MOST_ALIASES} aliases`);
    for (const inner of Object.values(value)) open.push([inner, depth + 1]);
  }
}

/** How many levels data has; infinite for what holds itself, as an alias within its own anchor does. @param known of what was met already */
function heightOf(data: unknown, known: Map<object, number>): number {
  if (typeof data !== 'object' || data === null) return 0;
  const height = known.get(data);
  if (height !== undefined) return height;
  // Whoever comes back to it from below finds this.
  known.set(data, Number.POSITIVE_INFINITY);
  let below = 0;
  for (const inner of Object.values(data)) below = Math.max(below, heightOf(inner, known));
  known.set(data, below + 1);
  return below + 1;
}

/** What YAML makes of plain texts. */
type Scalars = (tags: Tags) => Tags;

const NUMBERS: ReadonlySet<string> = new Set(['tag:yaml.org,2002:int', 'tag:yaml.org,2002:float']);
/** Numbers stay as they are written: `3.10` is not `3.1`, and `007` is not `7`. */
export const NUMBERS_ARE_TEXT: Scalars = (tags) => tags.filter((tag) => typeof tag === 'string' || !NUMBERS.has(tag.tag));
const AS_YAML_SAYS: Scalars = (tags) => tags;

/**
 * The documents of a YAML 1.2 text, mistakes and all. Tags beyond those of JSON are not acted on, and dates stay text; keys are not
 * compared with one another, which takes minutes for a hostile text.
 * @throws Error for what is too long or too deep, or has too many aliases
 */
export function composeYaml(text: string, customTags = AS_YAML_SAYS): readonly Document.Parsed<ParsedNode>[] {
  if (text.length > LONGEST_YAML) throw new Error(`it has more than ${LONGEST_YAML} characters`);
  if (opensTooMany(text)) throw new Error(TOO_DEEP);
  const tokens = [...new Parser().parse(text)];
  checkTokens(tokens);
  const quiet = { uniqueKeys: false, prettyErrors: false, resolveKnownTags: false, logLevel: 'error' } as const;
  const options = { ...quiet, keepSourceTokens: true, customTags };
  return [...new Composer<ParsedNode>(options).compose(tokens)];
}

/** A document as data, which has an end. @throws Error for aliases that would unfold to much, or to themselves */
export function yamlData(document: Document.Parsed<ParsedNode>): unknown {
  const data: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
  if (heightOf(data, new Map()) > DEEPEST) throw new Error(`${TOO_DEEP}, or holds itself`);
  return data;
}

/**
 * The first document of a YAML text, as data.
 * @throws Error for what is too long, too deep or no YAML, or has too many aliases
 */
export function parseYaml(text: string): unknown {
  const [document] = composeYaml(text);
  const [mistake] = document?.errors ?? [];
  if (mistake !== undefined) throw mistake;
  return document === undefined ? undefined : yamlData(document);
}
